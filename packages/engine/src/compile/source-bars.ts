import {
  type Bar,
  DAY_MS,
  type EpochMs,
  INDIA_OFFSET_MS,
  type Interval,
  type MarketCalendar,
  MINUTE_MS,
} from '@trickdesk/domain';
import { BarClock, createIntervalBuilder, type IntervalBuilder } from '../bars/index.ts';
import { type Expression, printExpression } from '../expression/index.ts';
import type { BarBlock } from './bar-block.ts';
import type { Step } from './columns.ts';
import type { LongerProgram } from './longer-bars.ts';

/** A value of another instrument's bars by the moments from which it was known, oldest first. */
export interface SourceColumn {
  readonly knownAt: readonly EpochMs[];
  readonly values: readonly number[];
}

interface Reading {
  readonly node: Expression;
  readonly values: number[];
  of: Float64Array;
}

/** Prices are in other units from a moment on. */
export interface UnitChange {
  readonly at: EpochMs;
  /** All bars before it, in those units. */
  readonly history: readonly { readonly bars: Iterable<Bar>; readonly interval: Interval }[];
}

/** What is read of the bars of one interval. */
interface ReadBars {
  readonly clock: BarClock;
  readonly knownAt: EpochMs[];
  readonly readings: Map<string, Reading>;
  program: LongerProgram;
  builder: IntervalBuilder;
}

/**
 * Bars of an instrument that conditions read beside the one that they are about. A value counts from the moment at which
 * the bar was known that gave it, and is asked for by time: it does not matter in what order instruments are fed.
 */
export class SourceBars {
  readonly #calendar: MarketCalendar;
  readonly #createProgram: (interval: Interval) => LongerProgram;
  readonly #read = new Map<Interval, ReadBars>();
  /** Of the bars that are fed. */
  #given: BarClock | undefined;
  #lastAt = Number.NEGATIVE_INFINITY;

  constructor(calendar: MarketCalendar, createProgram: (interval: Interval) => LongerProgram) {
    this.#calendar = calendar;
    this.#createProgram = createProgram;
  }

  /**
   * What is read of its bars of an interval; each bar that is fed adds to it.
   *
   * @throws Error where bars were fed already that it would miss
   */
  column(node: Expression, interval: Interval): SourceColumn {
    const { knownAt, readings, program } = this.#barsOf(interval);
    const key = printExpression(node);
    const known = readings.get(key);
    if (known) return { knownAt, values: known.values };
    if (this.#lastAt > Number.NEGATIVE_INFINITY) throw new Error(`"${key}" is asked for after the first bars`);
    const made: Reading = { node, values: [], of: program.column(node) };
    readings.set(key, made);
    return { knownAt, values: made.values };
  }

  /** A closed bar, of an interval that those which are read are built from. One that came before changes nothing. */
  push(bar: Bar, interval: Interval): void {
    if (bar.openAt <= this.#lastAt) return;
    this.#lastAt = bar.openAt;
    if (this.#given?.interval !== interval) this.#given = new BarClock(this.#calendar, interval);
    const closeAt = this.#given.closeOfBar(bar.openAt);
    for (const read of this.#read.values()) {
      read.builder.push(bar, interval, (built) => {
        feed(read, built);
        // One whose last minutes are missing is known with the bar that shows it.
        know(read, closeAt);
      });
    }
  }

  /**
   * From a moment on, values are those of a reader who began with these: all earlier bars, in other units. The last of
   * them count at once: until a day closes, it is read beside yesterday's.
   */
  restart({ history, at }: UnitChange): void {
    for (const read of this.#read.values()) {
      read.program = this.#createProgram(read.clock.interval);
      read.builder = createIntervalBuilder(read.clock.interval, this.#calendar);
      for (const reading of read.readings.values()) reading.of = read.program.column(reading.node);
    }
    for (const { bars, interval } of history) {
      for (const bar of bars) {
        for (const read of this.#read.values()) read.builder.push(bar, interval, (built) => feed(read, built));
      }
    }
    for (const read of this.#read.values()) know(read, at);
  }

  #barsOf(interval: Interval): ReadBars {
    const known = this.#read.get(interval);
    if (known) return known;
    const made: ReadBars = {
      clock: new BarClock(this.#calendar, interval),
      knownAt: [],
      readings: new Map(),
      program: this.#createProgram(interval),
      builder: createIntervalBuilder(interval, this.#calendar),
    };
    this.#read.set(interval, made);
    return made;
  }
}

function feed({ program: { block, steps }, clock }: ReadBars, bar: Bar): void {
  block.set(bar, {
    closeMinute: clock.closeMinuteOf(bar.openAt),
    sessionOpenMinute: clock.openMinuteOf(bar.openAt),
    sessionCloseMinute: clock.sessionCloseMinuteOf(bar.openAt),
  });
  for (const step of steps) step(1);
}

/** What the last bar gave is known from a moment on. */
function know({ knownAt, readings }: ReadBars, at: EpochMs): void {
  knownAt.push(at);
  for (const { of, values } of readings.values()) values.push(of[0] ?? Number.NaN);
}

/** At each bar of a block the last value that was known by its close; NaN before the first. */
export function lastKnown({ knownAt, values }: SourceColumn, block: BarBlock, out: Float64Array): Step {
  const [day, closeMinute] = [block.column('day'), block.column('closeMinute')];
  let next = 0;
  return (count) => {
    for (let row = 0; row < count; row += 1) {
      const closeAt = (day[row] ?? 0) * DAY_MS - INDIA_OFFSET_MS + (closeMinute[row] ?? 0) * MINUTE_MS;
      while ((knownAt[next] ?? Number.POSITIVE_INFINITY) <= closeAt) next += 1;
      out[row] = values[next - 1] ?? Number.NaN;
    }
  };
}

import { DAY_MS, INDIA_OFFSET_MS, INTERVAL_MINUTES, type Interval, MINUTE_MS } from '@trickdesk/domain';
import type { Expression } from '../expression/index.ts';
import type { BarBlock } from './bar-block.ts';
import type { Step } from './columns.ts';
import type { ProgramBar } from './types.ts';

/** What works on the longer bars: a program of its own that takes one bar at a time. */
export interface LongerProgram {
  readonly block: BarBlock;
  readonly steps: readonly Step[];
  column(node: Expression): Float64Array;
}

interface Bucket {
  readonly day: number;
  /** Minutes since midnight. */
  readonly startMinute: number;
  readonly endMinute: number;
  readonly sessionOpenMinute: number;
  readonly sessionCloseMinute: number;
  readonly bar: { -readonly [Key in keyof ProgramBar]: ProgramBar[Key] };
}

/**
 * Bars of a longer interval made of those in a block, and what is read of them: at each bar the values of the last
 * longer one that has closed by then. Longer bars begin at the session's opening; the last one of a session may be
 * short. One whose last minutes are missing closes with the first bar that comes after it.
 */
export class LongerBars {
  readonly #program: LongerProgram;
  readonly #minutes: number | undefined;
  readonly #outs: { readonly of: Float64Array; readonly out: Float64Array }[] = [];
  readonly #columns: Readonly<Record<(typeof READ)[number], Float64Array>>;
  readonly #capacity: number;
  #bucket: Bucket | undefined;
  #hasClosed = false;

  constructor(interval: Interval, block: BarBlock, program: LongerProgram) {
    this.#program = program;
    this.#minutes = interval === '1d' ? undefined : INTERVAL_MINUTES[interval];
    this.#capacity = block.capacity;
    this.#columns = {
      open: block.column('open'),
      high: block.column('high'),
      low: block.column('low'),
      close: block.column('close'),
      volume: block.column('volume'),
      day: block.column('day'),
      minute: block.column('minute'),
      closeMinute: block.column('closeMinute'),
      sessionOpenMinute: block.column('sessionOpenMinute'),
      sessionCloseMinute: block.column('sessionCloseMinute'),
    };
  }

  /** The column of what is read of the longer bars, NaN before the first of them has closed. */
  column(node: Expression): Float64Array {
    const out = new Float64Array(this.#capacity).fill(Number.NaN);
    this.#outs.push({ of: this.#program.column(node), out });
    return out;
  }

  readonly step: Step = (count) => {
    for (let row = 0; row < count; row += 1) {
      this.#take(row);
      if (!this.#hasClosed) for (const { out } of this.#outs) out[row] = Number.NaN;
      else for (const { of, out } of this.#outs) out[row] = of[0] ?? Number.NaN;
    }
  };

  #take(row: number): void {
    const read = (name: (typeof READ)[number]): number => this.#columns[name][row] ?? Number.NaN;
    const [day, minute, opens, closes] = [
      read('day'),
      read('minute'),
      read('sessionOpenMinute'),
      read('sessionCloseMinute'),
    ];
    const length = this.#minutes;
    // What was traded after the session is no part of its day.
    if (length === undefined && minute >= closes) return;
    const startMinute = length === undefined ? opens : opens + Math.floor((minute - opens) / length) * length;
    if (this.#bucket && (this.#bucket.day !== day || this.#bucket.startMinute !== startMinute)) this.#close();
    const full = length === undefined ? closes : startMinute + length;
    const endMinute = startMinute < closes ? Math.min(full, closes) : full;
    this.#bucket ??= {
      ...{ day, startMinute, endMinute, sessionOpenMinute: opens, sessionCloseMinute: closes },
      bar: emptyBar(day, startMinute, paiseOf(read('open'))),
    };
    const { bar } = this.#bucket;
    bar.high = Math.max(bar.high, paiseOf(read('high')));
    bar.low = Math.min(bar.low, paiseOf(read('low')));
    bar.close = paiseOf(read('close'));
    bar.volume += read('volume');
    if (read('closeMinute') >= endMinute) this.#close();
  }

  #close(): void {
    if (!this.#bucket) return;
    const { bar, endMinute, sessionOpenMinute, sessionCloseMinute } = this.#bucket;
    const { block, steps } = this.#program;
    block.set(bar, { closeMinute: endMinute, sessionOpenMinute, sessionCloseMinute });
    for (const step of steps) step(1);
    this.#bucket = undefined;
    this.#hasClosed = true;
  }
}

const READ = [
  'open',
  'high',
  'low',
  'close',
  'volume',
  'day',
  'minute',
  'closeMinute',
  'sessionOpenMinute',
  'sessionCloseMinute',
] as const;

function emptyBar(day: number, startMinute: number, open: number): Bucket['bar'] {
  const openAt = day * DAY_MS - INDIA_OFFSET_MS + startMinute * MINUTE_MS;
  return { openAt, open, high: open, low: open, close: open, volume: 0 };
}

/** A block keeps rupees; its bars were whole paise. */
function paiseOf(rupees: number): number {
  return Math.round(rupees * 100);
}

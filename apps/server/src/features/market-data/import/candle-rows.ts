import {
  addDays,
  type Bar,
  DAY_MS,
  type EpochMs,
  INTERVAL_MINUTES,
  type Interval,
  indiaDateOf,
  indiaMoment,
  type MarketCalendar,
  MINUTE_MS,
  rupeesToPaise,
} from '@trickdesk/domain';
import { sessionOfBar } from '@trickdesk/engine';
import type { Line } from './read-lines.ts';
import { type Remark, UnreadableFile } from './report.ts';

export interface CandleColumns {
  readonly at: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number | undefined;
}

/** Largest price that 32 bits of paise hold. */
const MOST_PAISE = 2_147_483_647;
/** An index is rounded part by part, so its high may miss its close by a little: such a bar is widened, not dropped. */
const ROUNDING_SHARE = 0.001;
/** A silence of more weekdays than this between daily bars is a hole, not a holiday. */
const LONGEST_CLOSURE_DAYS = 6;

interface Row {
  readonly line: number;
  readonly bar: Bar;
}

/** Collects the rows of a candle file and says what is odd about them. */
export class CandleRows {
  readonly #interval: Interval;
  readonly #columns: CandleColumns;
  readonly #calendar: MarketCalendar;
  readonly #rows = new Map<EpochMs, Row>();
  readonly remarks: Remark[] = [];
  #previous = Number.NEGATIVE_INFINITY;
  read = 0;

  constructor(interval: Interval, columns: CandleColumns, calendar: MarketCalendar) {
    this.#interval = interval;
    this.#columns = columns;
    this.#calendar = calendar;
  }

  /** @throws UnreadableFile where a moment or a figure cannot be read */
  add(line: Line): void {
    this.read += 1;
    const bar = this.#mend(this.#parse(line), line.number);
    if (!bar) return;
    if (bar.openAt < this.#previous) this.#remark(line.number, 'out_of_order', 'an earlier moment than the row before');
    this.#previous = bar.openAt;
    const earlier = this.#rows.get(bar.openAt);
    if (earlier) {
      const same = JSON.stringify(earlier.bar) === JSON.stringify(bar);
      const which = same ? 'with the same figures' : 'with other figures; the later row counts';
      this.#remark(line.number, 'duplicate', `the moment of line ${earlier.line} again, ${which}`);
    }
    this.#rows.set(bar.openAt, { line: line.number, bar });
  }

  /** Oldest first. Call once, after the last row: it looks for gaps. */
  bars(): Bar[] {
    const rows = [...this.#rows.values()].sort((a, b) => a.bar.openAt - b.bar.openAt);
    for (let i = 1; i < rows.length; i += 1) {
      const [before, row] = [rows[i - 1], rows[i]];
      if (before && row) this.#lookForGap(before.bar, row);
    }
    return rows.map((row) => row.bar);
  }

  #parse({ number, text }: Line): Bar {
    const cells = text.split(',');
    const price = (column: number): number => {
      const cell = cells[column]?.trim() ?? '';
      const rupees = Number(cell);
      if (cell === '' || !Number.isFinite(rupees)) throw new UnreadableFile(`"${cell}" is no price`, number);
      return rupeesToPaise(rupees);
    };
    const { at, open, high, low, close, volume } = this.#columns;
    return {
      openAt: this.#moment(cells[at]?.trim() ?? '', number),
      open: price(open),
      high: price(high),
      low: price(low),
      close: price(close),
      volume: volume === undefined ? 0 : readVolume(cells[volume]?.trim() ?? '', number),
    };
  }

  #moment(text: string, line: number): EpochMs {
    const at = readIndiaMoment(text, line);
    // A daily bar opens with its session.
    return this.#interval === '1d' ? sessionOfBar(this.#calendar, at).openAt : at;
  }

  #mend(bar: Bar, line: number): Bar | undefined {
    const prices = [bar.open, bar.high, bar.low, bar.close];
    if (prices.some((price) => price <= 0 || price > MOST_PAISE)) {
      this.#remark(line, 'impossible_price', 'a price that is not above zero, or too large; the row is left out');
      return undefined;
    }
    const [high, low] = [Math.max(...prices), Math.min(...prices)];
    if (high === bar.high && low === bar.low) return bar;
    if (Math.max(high - bar.high, bar.low - low) > ROUNDING_SHARE * bar.close) {
      this.#remark(line, 'impossible_price', 'high and low do not enclose open and close; the row is left out');
      return undefined;
    }
    this.#remark(line, 'impossible_price', 'high and low miss open or close by a rounding; they were widened');
    return { ...bar, high, low };
  }

  #lookForGap(before: Bar, { bar, line }: Row): void {
    const [from, to] = [indiaDateOf(before.openAt), indiaDateOf(bar.openAt)];
    if (from === to) {
      if (this.#interval === '1d') return;
      const missing = Math.round((bar.openAt - before.openAt) / (INTERVAL_MINUTES[this.#interval] * MINUTE_MS)) - 1;
      if (missing > 0) this.#remark(line, 'gap', `${missing} bars of ${this.#interval} are missing before this row`);
      return;
    }
    const missing = missingSessions(this.#calendar, from, to);
    if (missing > 0) this.#remark(line, 'gap', `${missing} sessions between ${from} and ${to} are missing`);
  }

  #remark(line: number, kind: Remark['kind'], text: string): void {
    this.remarks.push({ line, kind, text });
  }
}

/** Sessions between two days by the calendar; of years that it does not cover, only a hole longer than any closure. */
function missingSessions(calendar: MarketCalendar, from: string, to: string): number {
  const days = Math.round((indiaMoment(to) - indiaMoment(from)) / DAY_MS) - 1;
  let sessions = 0;
  let unknown = 0;
  for (let i = 1; i <= days; i += 1) {
    const kind = calendar.kindOf(addDays(from, i));
    if (kind === 'session') sessions += 1;
    if (kind === 'unknown') unknown += 1;
  }
  return sessions + (unknown > LONGEST_CLOSURE_DAYS ? Math.round((unknown * 5) / 7) : 0);
}

/**
 * `2024-01-31`, `2024-01-31 09:15` or with seconds; Indian time, as the files have no zone.
 *
 * @throws UnreadableFile
 */
export function readIndiaMoment(text: string, line: number): EpochMs {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[ T]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?)?$/.exec(text);
  const date = match?.[1];
  const at =
    date === undefined ? Number.NaN : indiaMoment(date, Number(match?.[2] ?? 0) * 60 + Number(match?.[3] ?? 0));
  // A day that does not exist is another day after the round trip, or none at all.
  if (!Number.isFinite(at) || indiaDateOf(at) !== date) throw new UnreadableFile(`"${text}" is no moment`, line);
  return at + Number(match?.[4] ?? 0) * 1_000;
}

/** @throws UnreadableFile */
export function readVolume(cell: string, line: number): number {
  const volume = Number(cell === '' ? 0 : cell);
  if (!Number.isFinite(volume) || volume < 0) throw new UnreadableFile(`"${cell}" is no volume`, line);
  return Math.round(volume);
}

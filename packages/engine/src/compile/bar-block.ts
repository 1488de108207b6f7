import { DAY_MS, INDIA_OFFSET_MS, indiaDayNumber, MINUTE_MS } from '@trickdesk/domain';
import type { Span } from './span.ts';
import type { BarTimes, ProgramBar, ProgramClock, ProgramRows } from './types.ts';

/** Prices of stored bars. */
export type PriceField = 'open' | 'high' | 'low' | 'close';

/** What a program can read of a bar. Prices in rupees; minutes since midnight in India. */
const FIELDS = [
  'open',
  'high',
  'low',
  'close',
  'volume',
  'day',
  'minute',
  'sessionOpenMinute',
  'sessionCloseMinute',
  'closeMinute',
  'weekday',
  'previousDayClose',
] as const;
export type BarField = (typeof FIELDS)[number];

const PRICES: readonly PriceField[] = ['open', 'high', 'low', 'close'];
const TIMES = [
  ['closeMinute', 'closeMinuteOf'],
  ['sessionOpenMinute', 'openMinuteOf'],
  ['sessionCloseMinute', 'sessionCloseMinuteOf'],
] as const;
const OF_DAY = ['day', 'minute', 'weekday', 'previousDayClose'] as const;

/**
 * The bars that a program works on at once: one where bars come one by one, some hundreds where they are stored. Only
 * the columns that some part of the program reads are filled.
 */
export class BarBlock {
  readonly capacity: number;
  /** The bar at which conditions are read; −1: the last one of the block before. */
  row = -1;
  /** What is read, each with its value at the last bar of the block before. */
  readonly #read = new Map<Span, Float64Array>();
  /** Stored bars that the block holds, from row `from` of theirs on; nothing where bars come one by one. */
  rows: ProgramRows | undefined;
  from = 0;
  #count = 0;
  readonly #columns: Record<BarField, Float64Array>;
  /** Stands for all columns that nobody reads. */
  readonly #unread = new Float64Array(1);
  readonly #wanted = new Set<BarField>();
  #midnight = Number.NaN;
  #day = -1;
  #weekday = 0;
  #previousDayClose = Number.NaN;
  #lastClose = Number.NaN;

  constructor(capacity: number) {
    this.capacity = capacity;
    const unread = this.#unread;
    this.#columns = {
      open: unread,
      high: unread,
      low: unread,
      close: unread,
      volume: unread,
      day: unread,
      minute: unread,
      sessionOpenMinute: unread,
      sessionCloseMinute: unread,
      closeMinute: unread,
      weekday: unread,
      previousDayClose: unread,
    };
  }

  /** The column of a price for whoever reads stored bars as they lie: filled where bars come one by one. */
  columnOfOne(field: PriceField): Float64Array {
    if (this.#columns[field] === this.#unread) this.#columns[field] = new Float64Array(this.capacity);
    return this.#columns[field];
  }

  /** The column of a field, filled from the next bar on. */
  column(field: BarField): Float64Array {
    this.#wanted.add(field);
    // What is told of a day is written together.
    const ofDay = OF_DAY.find((name) => name === field) === undefined ? [field] : OF_DAY;
    for (const name of ofDay) {
      if (this.#columns[name] === this.#unread) this.#columns[name] = new Float64Array(this.capacity);
    }
    return this.#columns[field];
  }

  /** Reads a column at the bar at hand. */
  reader(span: Span): () => number {
    const before = this.#read.get(span) ?? new Float64Array([Number.NaN]);
    this.#read.set(span, before);
    return () => (this.row < 0 ? before[0] : span.values[span.from + this.row]) ?? Number.NaN;
  }

  /** One bar, as the first of the block. */
  set(bar: ProgramBar, { closeMinute, sessionOpenMinute, sessionCloseMinute }: BarTimes): void {
    const columns = this.#columns;
    this.#enter(bar.openAt);
    columns.open[0] = bar.open / 100;
    columns.high[0] = bar.high / 100;
    columns.low[0] = bar.low / 100;
    columns.close[0] = bar.close / 100;
    columns.volume[0] = bar.volume;
    columns.day[0] = this.#day;
    columns.minute[0] = Math.floor((bar.openAt - this.#midnight) / MINUTE_MS);
    columns.sessionOpenMinute[0] = sessionOpenMinute;
    columns.sessionCloseMinute[0] = sessionCloseMinute;
    columns.closeMinute[0] = closeMinute;
    columns.weekday[0] = this.#weekday;
    columns.previousDayClose[0] = this.#previousDayClose;
    this.#lastClose = bar.close / 100;
    this.row = 0;
    this.rows = undefined;
    this.#count = 1;
  }

  /** `count` stored bars, at most the capacity. */
  load(rows: ProgramRows, from: number, count: number, clock: ProgramClock): void {
    this.#keepLast();
    this.#count = count;
    this.rows = rows;
    this.from = from;
    const columns = this.#columns;
    const wanted = this.#wanted;
    for (const name of PRICES) if (wanted.has(name)) fillPrices(rows[name], from, columns[name], count);
    if (wanted.has('volume')) columns.volume.set(rows.volume.subarray(from, from + count));
    for (const [name, read] of TIMES) {
      if (!wanted.has(name)) continue;
      for (let i = 0; i < count; i += 1) columns[name][i] = clock[read](rows.time[from + i] ?? 0);
    }
    if (OF_DAY.some((field) => wanted.has(field))) this.#fillDays(rows, from, count);
  }

  #keepLast(): void {
    const last = this.#count - 1;
    if (last < 0) return;
    for (const [{ values, from }, before] of this.#read) before[0] = values[from + last] ?? Number.NaN;
    this.row = -1;
  }

  #fillDays({ time, close }: ProgramRows, from: number, count: number): void {
    const { day, minute, weekday, previousDayClose } = this.#columns;
    for (let i = 0; i < count; i += 1) {
      const openAt = time[from + i] ?? 0;
      this.#enter(openAt);
      day[i] = this.#day;
      minute[i] = Math.floor((openAt - this.#midnight) / MINUTE_MS);
      weekday[i] = this.#weekday;
      previousDayClose[i] = this.#previousDayClose;
      this.#lastClose = (close[from + i] ?? 0) / 100;
    }
  }

  /** Two comparisons for a bar of the same day, which nearly every one is. */
  #enter(openAt: number): void {
    if (openAt >= this.#midnight && openAt < this.#midnight + DAY_MS) return;
    const day = indiaDayNumber(openAt);
    this.#midnight = day * DAY_MS - INDIA_OFFSET_MS;
    this.#previousDayClose = this.#day < 0 ? Number.NaN : this.#lastClose;
    // 1970-01-01 was a Thursday, the fourth day of a week that begins on Monday.
    this.#weekday = ((((day + 3) % 7) + 7) % 7) + 1;
    this.#day = day;
  }
}

/** Whole paise to rupees. */
function fillPrices(paise: Int32Array, from: number, rupees: Float64Array, count: number): void {
  for (let i = 0; i < count; i += 1) rupees[i] = (paise[from + i] ?? 0) / 100;
}

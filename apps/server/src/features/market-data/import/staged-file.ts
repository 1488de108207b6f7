import {
  type Bar,
  calendarFromTradingDays,
  type EpochMs,
  type Exchange,
  formatTimeOfDay,
  type Interval,
  indiaDateOf,
  indiaMinuteOf,
  indiaMoment,
  type MarketCalendar,
  MINUTE_MS,
  type Session,
} from '@trickdesk/domain';
import { barsFromTicks } from '@trickdesk/engine';
import { periodOf } from '../block-period.ts';
import { CANDLE_NUMBERS, CandleBars, candleOf, isPossiblePrice } from './candle-bars.ts';
import type { DayOrders } from './day-orders.ts';
import { canonicalSymbol, seriesOfFileName } from './file-name.ts';
import type { Line } from './read-text.ts';
import { RemarkLog, UnreadableFile } from './report.ts';
import { Spool } from './spool.ts';
import { readHeader, type Table } from './table.ts';
import { type Row, TableRows } from './table-rows.ts';
import { type ImportDay, TradingHours } from './trading-hours.ts';

export interface Series {
  readonly exchange: Exchange;
  readonly symbol: string;
  readonly interval: Interval;
}

/** A file, and what is given about it: that counts instead of what its rows or its name say. */
export interface GivenFile {
  readonly path: string;
  readonly symbol?: string | undefined;
  readonly interval?: Interval | undefined;
  readonly exchange?: Exchange | undefined;
}

/** A table of another file begins within so many lines: above it stand titles and the like. */
const MOST_LINES_ABOVE = 20;
const LAST_MINUTE = 24 * 60 - 1;
/** Numbers of a tick while it waits: moment, price, running volume, line. */
const TICK_NUMBERS = 4;

/** All of a file that can be used, read and checked row by row, before anything of it is stored. */
export class StagedFile {
  readonly #given: GivenFile;
  readonly #orders: DayOrders;
  readonly #remarks = new RemarkLog();
  readonly #ticks = new Spool(TICK_NUMBERS);
  readonly #candles = new Spool(CANDLE_NUMBERS);
  #above = 0;
  #table: Table | undefined;
  #rows: TableRows | undefined;
  #series: Series | undefined;
  #previous = Number.NEGATIVE_INFINITY;
  #previousTick: readonly number[] = [];
  read = 0;

  constructor(given: GivenFile, orders: DayOrders) {
    this.#given = given;
    this.#orders = orders;
  }

  /** @throws UnreadableFile, OpenDate */
  async add(lines: readonly Line[]): Promise<void> {
    for (const line of lines) {
      if (!this.#rows) this.#findTable(line);
      else this.#addRow(this.#rows.read(line));
    }
    await this.#candles.relieve();
    await this.#ticks.relieve();
  }

  /** What the first lines told of the columns. */
  get table(): Table | undefined {
    return this.#table;
  }

  /** @throws UnreadableFile where the file had nothing that can be stored */
  get series(): Series {
    if (!this.#table && this.#above === 0) throw new UnreadableFile('the file is empty');
    if (!this.#table) throw noTable();
    if (!this.#series || this.#candles.rows + this.#ticks.rows === 0) {
      throw new UnreadableFile('the file has no row that could be used');
    }
    return this.#series;
  }

  /**
   * Hands over the bars, oldest first, in pieces of a block each. May be asked for again.
   *
   * @returns what was odd about the file
   * @throws UnreadableFile where the bars are none of their interval, or of a time at which nothing traded
   */
  async bars(day: ImportDay, take: (bars: readonly Bar[]) => Promise<void>): Promise<RemarkLog> {
    const { exchange, interval } = this.series;
    const hours = new TradingHours(exchange, day);
    if (this.#table?.kind === 'ticks') return this.#barsOfTicks(hours, take);
    const candles = new CandleBars(interval, day.calendar, hours);
    for (const period of this.#candles.groups()) await take(candles.of(await this.#candles.read(period)));
    return this.#remarks.with(candles.remarks);
  }

  async #barsOfTicks(hours: TradingHours, take: (bars: readonly Bar[]) => Promise<void>): Promise<RemarkLog> {
    const remarks = new RemarkLog();
    for (const date of this.#ticks.groups()) {
      const rows = await this.#ticks.read(date);
      hours.checkAfterClose(rows);
      const changed = hours.changesAfterClose(rows);
      if (changed) remarks.add(changed.line, 'prices_after_close', changed.text);
      const out = rows.filter(([at = 0, , , line = 0]) => !hours.isTickInside(at, line));
      const ticks = rows.map(([at = 0, pricePaise = 0, cumulativeVolume = 0]) => ({
        at,
        pricePaise,
        cumulativeVolume,
      }));
      const [first = 0, , , line = 0] = rows[0] ?? [];
      await take(barsFromTicks(ticks, calendarOfOne(hours.sessionOf(first, line))));
      const [, , , outLine = 0] = out[0] ?? [];
      if (out.length > 0) {
        remarks.add(
          outLine,
          'outside_session',
          `${out.length} rows of ${date} from here on are outside the session; left out`,
        );
      }
    }
    return this.#remarks.with(remarks);
  }

  async close(): Promise<void> {
    await this.#candles.close();
    await this.#ticks.close();
  }

  #findTable(line: Line): void {
    this.#table = readHeader(line.text, line.number);
    if (this.#table) {
      this.#rows = new TableRows(this.#table, this.#orders, this.#remarks);
      if (this.#above > 0) this.#remarks.add(1, 'not_a_row', `the lines above line ${line.number}; left out`);
      return;
    }
    this.#above += 1;
    if (this.#above >= MOST_LINES_ABOVE) throw noTable();
  }

  #addRow(row: Row | undefined): void {
    if (!row || !this.#table) return;
    this.read += 1;
    this.#series ??= seriesOf(this.#table, row, this.#given);
    if (this.#table.kind === 'ticks') this.#addTick(row);
    else this.#addCandle(row, this.#series.interval);
  }

  #addCandle(row: Row, interval: Interval): void {
    if (interval !== '1d') checkTime(row, interval);
    const candle = candleOf(row, this.#remarks);
    if (!candle) return;
    this.#noteOrder(row);
    this.#candles.add(periodOf(row.at, interval), candle);
  }

  /** Minutes by the rule of the engine's bar builder, which the feed uses as well. */
  #addTick({ line, at, prices: [price = 0], volume }: Row): void {
    if (!isPossiblePrice(price)) {
      this.#remarks.add(line, 'impossible_price', 'a price that is not above zero, or too large; left out');
      return;
    }
    const tick = [at, price, volume];
    if (tick.every((figure, i) => figure === this.#previousTick[i])) {
      this.#remarks.add(line, 'duplicate', 'the row before again');
    }
    this.#noteOrder({ line, at });
    this.#previousTick = tick;
    this.#ticks.add(indiaDateOf(at), [...tick, line]);
  }

  #noteOrder({ line, at }: { readonly line: number; readonly at: EpochMs }): void {
    if (at < this.#previous) this.#remarks.add(line, 'out_of_order', 'an earlier moment than the row before');
    this.#previous = at;
  }
}

function calendarOfOne({ date, openAt, closeAt }: Session): MarketCalendar {
  // A session without listed hours ends with its day, and a time of day with its last minute.
  const [opens, closes] = [openAt, Math.min(closeAt, indiaMoment(date, LAST_MINUTE))].map((at) =>
    formatTimeOfDay(indiaMinuteOf(at)),
  );
  return calendarFromTradingDays([date], { opens: opens ?? '', closes: closes ?? '' });
}

function noTable(): UnreadableFile {
  const reason =
    'the first lines name neither date or ts, open, high, low, close, nor ts, ltp, cum_volume, and are no JSON list';
  return new UnreadableFile(reason, 1);
}

function seriesOf(table: Table, first: Row, given: GivenFile): Series {
  const named = seriesOfFileName(given.path);
  const symbol = canonicalSymbol(given.symbol ?? (first.symbol || named.symbol));
  if (!/^[A-Z0-9&_-]{1,30}$/.test(symbol)) {
    throw new UnreadableFile(`"${symbol}" is no symbol: name the file after the instrument, or give --symbol`);
  }
  const exchange = given.exchange ?? named.exchange;
  if (table.kind === 'ticks') return { exchange, symbol, interval: '1m' };
  const interval = given.interval ?? named.interval ?? (first.timed ? undefined : '1d');
  if (!interval) throw new UnreadableFile('how long its bars are is not in its name (…_5min…): give --interval');
  return { exchange, symbol, interval };
}

function checkTime({ line, at, timed }: Row, interval: Interval): void {
  if (!timed) throw new UnreadableFile(`no time of day, but these are to be bars of ${interval}`, line);
  if (at % MINUTE_MS !== 0) {
    throw new UnreadableFile('a time with seconds: times must be those at which bars open', line);
  }
}

import type { Bar, EpochMs } from '@trickdesk/domain';
import type { BarClock } from '../bars/index.ts';
import type { BaseRun } from '../run/base-run.ts';
import { PATH_POINTS, pathStepOf } from '../run/path.ts';
import type { Run } from '../run/run.ts';
import { type MutableBar, pathPoint, readRow } from './columns.ts';
import { ExDates } from './ex-dates.ts';
import { PieceReader } from './piece-reader.ts';
import type { PiecedBars } from './pieced-bars.ts';
import type { Tally } from './tally.ts';

/** Where a base's series stands. */
class Cursor {
  readonly base: BaseRun;
  readonly bar: MutableBar = { openAt: 0, open: 0, high: 0, low: 0, close: 0, volume: 0 };
  readonly exDates: ExDates;
  readonly #reader: PieceReader;
  /** Of the piece at hand. */
  #row: number;
  /** Opening of the bar at hand; infinite after the last. */
  openAt = Number.POSITIVE_INFINITY;
  /** Whether the prices inside the bar at hand can change anything. */
  walks = false;

  constructor(base: BaseRun, series: PiecedBars) {
    this.base = base;
    this.exDates = new ExDates(series, base.facts.actions);
    this.#reader = new PieceReader(series);
    this.#row = this.#reader.seek(0);
    this.#read();
  }

  /** Prices change their unit with the bar at hand. */
  get isExDate(): boolean {
    return this.#reader.start + this.#row === this.exDates.row;
  }

  /** Bars before the one at hand, in its units. */
  history(): Iterable<Bar> {
    return this.exDates.before(this.#reader.start + this.#row).bars();
  }

  advance(): void {
    this.#row += 1;
    if (this.#row === this.#reader.rows.time.length) {
      this.#reader.next();
      this.#row = 0;
    }
    this.#read();
  }

  #read(): void {
    this.openAt = this.#reader.openAt(this.#row);
    if (this.openAt < Number.POSITIVE_INFINITY) readRow(this.#reader.rows, this.#row, this.bar);
  }
}

export interface PointWalkRange {
  /** Of the bars given. */
  readonly clock: BarClock;
  /** Bars before this moment only warm indicators. */
  readonly tradeFrom: EpochMs;
  /** Nothing is missing of what traded before it. */
  readonly until: EpochMs;
}

/**
 * Feeds a run every bar, one after the other, of any interval that the strategy's is built from. Bars of several bases
 * that opened together are walked together, point by point.
 */
export class PointWalk {
  readonly #run: Run;
  readonly #tally: Tally;
  readonly #clock: BarClock;
  readonly #tradeFrom: EpochMs;
  readonly #until: EpochMs;
  readonly #cursors: readonly Cursor[];
  /** Between two points of the paths of the bars at hand. */
  #stepMs = 0;

  constructor(
    { run, tally }: { readonly run: Run; readonly tally: Tally },
    series: readonly PiecedBars[],
    { clock, tradeFrom, until }: PointWalkRange,
  ) {
    this.#run = run;
    this.#tally = tally;
    this.#clock = clock;
    this.#tradeFrom = tradeFrom;
    this.#until = until;
    this.#cursors = run.bases.flatMap((base, i) => (series[i] ? [new Cursor(base, series[i])] : []));
  }

  all(): void {
    while (this.goOn(Number.MAX_SAFE_INTEGER));
  }

  /** Works on the bars of so many moments. Answers whether there may be more. */
  goOn(moments: number): boolean {
    for (let left = moments; left > 0; left -= 1) {
      const openAt = this.#next();
      if (openAt === Number.POSITIVE_INFINITY) {
        this.#end();
        return false;
      }
      this.#step(openAt);
    }
    return true;
  }

  #end(): void {
    if (!Number.isNaN(this.#tally.lastAt)) this.#passQuiet(this.#until);
  }

  #next(): number {
    let earliest = Number.POSITIVE_INFINITY;
    for (const cursor of this.#cursors) if (cursor.openAt < earliest) earliest = cursor.openAt;
    return earliest;
  }

  /** All bars that opened at one moment: their prices in order of time, then their closes. */
  #step(openAt: EpochMs): void {
    const isTraded = openAt >= this.#tradeFrom;
    this.#stepMs = pathStepOf(this.#clock, openAt);
    this.#passQuiet(openAt);
    if (isTraded && this.#tally.isNewDay(openAt)) this.#tally.rollDay(openAt);
    this.#crossExDates(openAt);
    if (isTraded) this.#prices(openAt);
    const closeAt = openAt + PATH_POINTS * this.#stepMs;
    for (const cursor of this.#cursors) {
      const { base, bar } = cursor;
      if (cursor.openAt !== openAt) {
        this.#quiet(base, closeAt);
        continue;
      }
      this.#tally.collect(this.#run.onBar(base.index, bar, this.#clock.interval, isTraded ? 'live' : 'warmup'));
      if (isTraded) {
        this.#tally.traded += 1;
        if (base.position) this.#tally.inPosition += 1;
        this.#tally.lastAt = openAt;
      }
      this.#tally.pass(1);
      cursor.advance();
    }
  }

  /** Bars that ended without their last minutes are decided on before anything later happens to any base. */
  #passQuiet(until: EpochMs): void {
    for (const { base } of this.#cursors) this.#quiet(base, until);
  }

  #quiet(base: BaseRun, until: EpochMs): void {
    if (base.builder.endsAt() > until) return;
    const mode = base.builder.endsAt() > this.#tradeFrom ? 'live' : 'warmup';
    this.#tally.collect(this.#run.onQuiet(base.index, until, mode));
  }

  #crossExDates(openAt: EpochMs): void {
    for (const cursor of this.#cursors) {
      if (cursor.openAt === openAt && cursor.isExDate) this.#crossExDate(cursor);
    }
  }

  #crossExDate(cursor: Cursor): void {
    const { base, exDates, openAt } = cursor;
    while (cursor.isExDate) {
      const action = exDates.take();
      if (!action) return;
      const history = [{ bars: cursor.history(), interval: this.#clock.interval }];
      const date = { action, at: openAt, history };
      this.#tally.collect(this.#run.adjust(base, date));
    }
  }

  /**
   * Prices of the bars that opened at this moment, point by point, bases in order. A base without an order or a
   * position skips its prices, and so does one whose position nothing in the bar can touch: that is most bars.
   */
  #prices(openAt: EpochMs): void {
    let walks = false;
    for (const cursor of this.#cursors) {
      if (cursor.openAt !== openAt) continue;
      const { base, bar } = cursor;
      cursor.walks = base.isActive && !this.#run.quiet.passPath(base, bar, this.#stepMs);
      if (cursor.walks) this.#tally.collect(this.#run.onPrice(base.index, openAt, bar.open));
      walks ||= cursor.walks;
    }
    for (let point = 1; walks && point < PATH_POINTS; point += 1) this.#pricesAt(openAt, point);
  }

  #pricesAt(openAt: EpochMs, point: number): void {
    const at = openAt + point * this.#stepMs;
    for (const cursor of this.#cursors) {
      if (cursor.openAt !== openAt || !cursor.walks) continue;
      this.#tally.collect(this.#run.onPrice(cursor.base.index, at, pathPoint(cursor.bar, point)));
    }
  }
}

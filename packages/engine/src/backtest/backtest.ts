import {
  type EpochMs,
  INDIA_OFFSET_MS,
  INTERVAL_MINUTES,
  type Interval,
  indiaDateOf,
  type MarketCalendar,
  MINUTE_MS,
} from '@trickdesk/domain';
import { sessionOfBar } from '../bars/index.ts';
import type { CompiledStrategy } from '../compile/types.ts';
import { type BacktestReport, type EquityPoint, summarise } from '../metrics/index.ts';
import type { BaseRun } from '../run/base-run.ts';
import { pathStepMs } from '../run/path.ts';
import { Run } from '../run/run.ts';
import type { BaseFacts, ClosedTrade, Decision, RunConfig, RunEvent, RunSettings } from '../run/types.ts';
import { type BarColumns, type BarSeries, columnsFrom, type MutableBar, readRow } from './columns.ts';

export interface BacktestInput {
  readonly strategy: CompiledStrategy;
  readonly bases: readonly BaseFacts[];
  /** For each base its bars, oldest first; no moment twice. */
  readonly series: readonly BarSeries[];
  /** Of the bars given; the strategy's own or a finer one that divides it. */
  readonly interval: Interval;
  readonly settings: RunSettings;
  readonly calendar: MarketCalendar;
  readonly costs: 'angelone' | 'none';
  readonly slippageBps: number;
  readonly stopFrom?: 'entry_bar' | 'next_bar';
  readonly closeAtEnd?: boolean;
  /** Bars before this moment only warm indicators. */
  readonly tradeFrom?: EpochMs;
  /** Called about a hundred times with bars done and bars in all. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface BacktestResult {
  readonly events: readonly RunEvent[];
  readonly decisions: readonly Decision[];
  readonly trades: readonly ClosedTrade[];
  /** One point for each day that had bars. */
  readonly equity: readonly EquityPoint[];
  readonly report: BacktestReport;
  readonly bars: number;
}

const DAY_MS = 86_400_000;
const POINTS = 4;

/**
 * Runs a strategy over stored bars. Nothing is decided here: the same run that trades in test mode is fed the four
 * prices of each bar and then the bar. Bars of several bases that opened together are walked together, point by point.
 *
 * @throws RangeError when bases and series do not match or bars are coarser than the strategy's interval
 */
export function runBacktest(input: BacktestInput): BacktestResult {
  checkInput(input);
  const walk = new Walk(input);
  walk.all();
  return walk.result();
}

function checkInput({ bases, series, interval, strategy }: BacktestInput): void {
  if (bases.length !== series.length)
    throw new RangeError(`${bases.length} instruments but ${series.length} series of bars`);
  const wanted = strategy.definition.interval;
  if (interval === wanted || wanted === '1d') return;
  if (interval === '1d' || INTERVAL_MINUTES[wanted] % INTERVAL_MINUTES[interval] !== 0) {
    throw new RangeError(`bars of ${interval} cannot be built into bars of ${wanted}`);
  }
}

/** Where a base's series stands. */
class Cursor {
  readonly base: BaseRun;
  readonly bar: MutableBar = { openAt: 0, open: 0, high: 0, low: 0, close: 0, volume: 0 };
  readonly #columns: BarColumns;
  #row = -1;

  constructor(base: BaseRun, series: BarSeries) {
    this.base = base;
    this.#columns = columnsFrom(series);
    this.advance();
  }

  get length(): number {
    return this.#columns.time.length;
  }

  /** Opening of the bar at hand; infinite after the last. */
  openAt = Number.POSITIVE_INFINITY;
  /** Whether the prices inside the bar at hand can change anything. */
  walks = false;

  advance(): void {
    this.#row += 1;
    if (this.#row >= this.#columns.time.length) {
      this.openAt = Number.POSITIVE_INFINITY;
      return;
    }
    readRow(this.#columns, this.#row, this.bar);
    this.openAt = this.bar.openAt;
  }

  /** The points of `pathOfBar` after the opening, without an array for each bar. */
  point(index: number): number {
    const { open, high, low, close } = this.bar;
    if (index === POINTS - 1) return close;
    const highFirst = high - open <= open - low;
    return highFirst === (index === 1) ? high : low;
  }
}

class Walk {
  readonly #input: BacktestInput;
  readonly #run: Run;
  readonly #cursors: readonly Cursor[];
  readonly #stepMs: number;
  readonly #events: RunEvent[] = [];
  readonly #equity: EquityPoint[] = [];
  readonly #total: number;
  #day = Number.NaN;
  #lastAt = Number.NaN;
  #done = 0;
  #traded = 0;
  #inPosition = 0;

  constructor(input: BacktestInput) {
    this.#input = input;
    this.#run = new Run(configOf(input));
    this.#cursors = this.#run.bases.map((base, i) => new Cursor(base, input.series[i] ?? []));
    this.#stepMs = pathStepMs(input.interval);
    this.#total = this.#cursors.reduce((sum, cursor) => sum + cursor.length, 0);
  }

  all(): void {
    const { onProgress } = this.#input;
    const stride = Math.max(1, Math.ceil(this.#total / 100));
    let report = stride;
    for (;;) {
      const openAt = this.#nextOpening();
      if (openAt === Number.POSITIVE_INFINITY) break;
      this.#step(openAt);
      if (onProgress && this.#done >= report) {
        onProgress(this.#done, this.#total);
        report = this.#done + stride;
      }
    }
    if (Number.isNaN(this.#lastAt)) return;
    this.#collect(this.#run.finish(endOfBar(this.#input, this.#lastAt)));
    this.#markDay();
  }

  result(): BacktestResult {
    const decisions: Decision[] = [];
    const trades: ClosedTrade[] = [];
    for (const event of this.#events) {
      if (event.kind === 'decision') decisions.push(event.decision);
      else if (event.kind === 'trade') trades.push(event.trade);
    }
    const report = summarise({
      trades,
      equity: this.#equity,
      startCapitalPaise: this.#input.settings.capitalPaise,
      chargesByKind: this.#run.account.chargesByKind,
      barsInPosition: this.#inPosition,
      bars: this.#traded,
    });
    return { events: this.#events, decisions, trades, equity: this.#equity, report, bars: this.#traded };
  }

  #nextOpening(): number {
    let earliest = Number.POSITIVE_INFINITY;
    for (const cursor of this.#cursors) if (cursor.openAt < earliest) earliest = cursor.openAt;
    return earliest;
  }

  /** All bars that opened at one moment: their prices in order of time, then their closes. */
  #step(openAt: EpochMs): void {
    const isTraded = openAt >= (this.#input.tradeFrom ?? Number.NEGATIVE_INFINITY);
    if (isTraded) {
      this.#rollDay(openAt);
      this.#prices(openAt);
    }
    for (const cursor of this.#cursors) {
      if (cursor.openAt !== openAt) continue;
      const { base, bar } = cursor;
      this.#collect(this.#run.onBar(base.index, bar, this.#input.interval, isTraded ? 'live' : 'warmup'));
      if (isTraded) {
        this.#traded += 1;
        if (base.position) this.#inPosition += 1;
        this.#lastAt = openAt;
      }
      this.#done += 1;
      cursor.advance();
    }
  }

  /**
   * Prices of the bars that opened at this moment, point by point, bases in order. A base without an order or a
   * position skips its prices, and so does one whose position nothing in the bar can touch: that is most bars.
   */
  #prices(openAt: EpochMs): void {
    const lastPointAt = openAt + (POINTS - 1) * this.#stepMs;
    let walks = false;
    for (const cursor of this.#cursors) {
      if (cursor.openAt !== openAt) continue;
      const { base, bar } = cursor;
      this.#run.completeBars(base, openAt, 'live');
      cursor.walks = base.isActive && !this.#run.passQuietBar(base, bar, lastPointAt);
      if (cursor.walks) this.#collect(this.#run.onPrice(base.index, openAt, bar.open));
      walks ||= cursor.walks;
    }
    for (let point = 1; walks && point < POINTS; point += 1) this.#pricesAt(openAt, point);
  }

  #pricesAt(openAt: EpochMs, point: number): void {
    const at = openAt + point * this.#stepMs;
    for (const cursor of this.#cursors) {
      if (cursor.openAt !== openAt || !cursor.walks) continue;
      this.#collect(this.#run.onPrice(cursor.base.index, at, cursor.point(point)));
    }
  }

  #collect(events: readonly RunEvent[]): void {
    for (let i = 0; i < events.length; i += 1) {
      const event = events[i];
      if (event) this.#events.push(event);
    }
  }

  #rollDay(openAt: EpochMs): void {
    const day = Math.floor((openAt + INDIA_OFFSET_MS) / DAY_MS);
    if (day === this.#day) return;
    this.#markDay();
    this.#day = day;
  }

  #markDay(): void {
    if (Number.isNaN(this.#day)) return;
    const date = indiaDateOf(this.#day * DAY_MS - INDIA_OFFSET_MS);
    this.#equity.push({ date, equityPaise: this.#run.account.equityPaise(this.#run.bases) });
  }
}

function configOf(input: BacktestInput): RunConfig {
  const { strategy, bases, settings, calendar, costs, slippageBps, stopFrom, closeAtEnd } = input;
  return {
    strategy,
    bases,
    settings,
    calendar,
    costs,
    slippageBps,
    ...(stopFrom === undefined ? {} : { stopFrom }),
    ...(closeAtEnd === undefined ? {} : { closeAtEnd }),
  };
}

function endOfBar({ interval, calendar }: BacktestInput, openAt: EpochMs): EpochMs {
  return interval === '1d' ? sessionOfBar(calendar, openAt).closeAt : openAt + INTERVAL_MINUTES[interval] * MINUTE_MS;
}

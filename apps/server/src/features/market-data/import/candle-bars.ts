import {
  addDays,
  type Bar,
  DAY_MS,
  formatTimeOfDay,
  INTERVAL_MINUTES,
  type Interval,
  indiaDateOf,
  indiaMinuteOf,
  indiaMoment,
  type MarketCalendar,
  MINUTE_MS,
} from '@trickdesk/domain';
import { sessionOfBar } from '@trickdesk/engine';
import { RemarkLog, UnreadableFile } from './report.ts';
import type { Row } from './table-rows.ts';
import type { TradingHours } from './trading-hours.ts';

/** Largest price that 32 bits of paise hold. */
const MOST_PAISE = 2_147_483_647;
/** An index is rounded part by part, so its high may miss its close by a little: such a bar is widened, not dropped. */
const ROUNDING_SHARE = 0.001;
/** A silence of more weekdays than this between daily bars is a hole, not a holiday. */
const LONGEST_CLOSURE_DAYS = 4;

/** Numbers of a candle while it waits: moment, open, high, low, close, volume, line. */
export const CANDLE_NUMBERS = 7;

/** Whether it can be that of a share or an index, and be kept. */
export function isPossiblePrice(paise: number): boolean {
  return paise > 0 && paise <= MOST_PAISE;
}

interface Placed {
  readonly line: number;
  /** As the file says; of a daily bar any moment of its day. */
  readonly at: number;
  readonly bar: Bar;
}

/**
 * A row of a candle file, with what is odd about its prices said or mended.
 *
 * @returns `undefined` where the row makes no sense and is left out
 */
export function candleOf({ line, at, prices, volume }: Row, remarks: RemarkLog): number[] | undefined {
  const [open = 0, high = 0, low = 0, close = 0] = prices;
  if (!prices.every(isPossiblePrice)) {
    remarks.add(line, 'impossible_price', 'a price that is not above zero, or too large; the row is left out');
    return undefined;
  }
  const [highest, lowest] = [Math.max(...prices), Math.min(...prices)];
  if (highest !== high || lowest !== low) {
    if (Math.max(highest - high, low - lowest) > ROUNDING_SHARE * close) {
      remarks.add(line, 'impossible_price', 'high and low do not enclose open and close; the row is left out');
      return undefined;
    }
    remarks.add(line, 'impossible_price', 'high and low miss open or close by a rounding; they were widened');
  }
  return [at, open, highest, lowest, close, volume, line];
}

/** Makes bars of candles that come in any order, a group of neighbours at a time, and says what is odd about them. */
export class CandleBars {
  readonly #interval: Interval;
  readonly #calendar: MarketCalendar;
  readonly #hours: TradingHours;
  readonly remarks = new RemarkLog();
  #before: Placed | undefined;

  constructor(interval: Interval, calendar: MarketCalendar, hours: TradingHours) {
    this.#interval = interval;
    this.#calendar = calendar;
    this.#hours = hours;
  }

  /**
   * @param candles of a stretch of time after those of the call before, in the order of the file
   * @returns oldest first; where the file has a moment twice, its later row counts
   * @throws UnreadableFile where they are no bars of the interval, or of a time at which nothing traded
   */
  of(candles: readonly Float64Array[]): Bar[] {
    const byMoment = new Map<number, Placed>();
    for (const candle of candles) {
      const placed = this.#place(candle);
      const earlier = byMoment.get(placed.bar.openAt);
      if (earlier) this.#twice(earlier, placed);
      byMoment.set(placed.bar.openAt, placed);
    }
    const inOrder = [...byMoment.values()].sort((a, b) => a.bar.openAt - b.bar.openAt);
    for (const placed of inOrder) {
      if (this.#before) this.#lookForGap(this.#before, placed);
      this.#before = placed;
    }
    return inOrder.map(({ bar }) => bar);
  }

  #place(candle: Float64Array): Placed {
    const [at = 0, open = 0, high = 0, low = 0, close = 0, volume = 0, line = 0] = candle;
    if (this.#interval === '1d') this.#hours.sessionOf(at, line);
    else {
      this.#hours.checkBar(at, line);
      this.#lookAtOpening(at, line, this.#interval);
    }
    // A daily bar opens with its session.
    const openAt = this.#interval === '1d' ? sessionOfBar(this.#calendar, at).openAt : at;
    return { line, at, bar: { openAt, open, high, low, close, volume } };
  }

  /** Kept all the same: what a vendor does on a day of two sessions or a late opening is not known. */
  #lookAtOpening(at: number, line: number, interval: Exclude<Interval, '1d'>): void {
    const { openAt } = this.#hours.sessionOf(at, line);
    const minutes = INTERVAL_MINUTES[interval];
    if ((at - openAt) % (minutes * MINUTE_MS) === 0) return;
    const [time, first] = [at, openAt].map((moment) => formatTimeOfDay(indiaMinuteOf(moment)));
    const text = `no bar of ${interval} opens at ${time}: those of a day open at ${first} and every ${minutes} minutes from there. Rules that are back-tested on these bars decide at other times than they would in the market`;
    this.remarks.add(line, 'odd_opening', text);
  }

  #twice(earlier: Placed, { line, at, bar }: Placed): void {
    if (at !== earlier.at) {
      const reason = `another time of the day of line ${earlier.line}: are the bars shorter than a day? Give --interval`;
      throw new UnreadableFile(reason, line);
    }
    const same = JSON.stringify(earlier.bar) === JSON.stringify(bar);
    const which = same ? 'with the same figures' : 'with other figures; the later row counts';
    this.remarks.add(line, 'duplicate', `the moment of line ${earlier.line} again, ${which}`);
  }

  #lookForGap(before: Placed, { bar, line }: Placed): void {
    const [from, to] = [indiaDateOf(before.bar.openAt), indiaDateOf(bar.openAt)];
    if (from !== to) {
      const missing = missingSessions(this.#calendar, from, to);
      if (missing > 0) this.remarks.add(line, 'gap', `${missing} sessions between ${from} and ${to} are missing`);
    } else if (this.#interval !== '1d') {
      const bars = (bar.openAt - before.bar.openAt) / (INTERVAL_MINUTES[this.#interval] * MINUTE_MS);
      if (bars < 1) {
        const reason = `it opens before the bar of line ${before.line} ends: these are no bars of ${this.#interval}`;
        throw new UnreadableFile(reason, line);
      }
      const missing = Math.round(bars) - 1;
      if (missing > 0) {
        this.remarks.add(line, 'gap', `${missing} bars of ${this.#interval} are missing before this row`);
      }
    }
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
  return sessions + (unknown > LONGEST_CLOSURE_DAYS ? unknown : 0);
}

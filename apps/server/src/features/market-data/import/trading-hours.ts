import {
  type EpochMs,
  type Exchange,
  FIRST_TRADING_DAY,
  formatTimeOfDay,
  INDIA_OFFSET_MS,
  type IndiaDate,
  indiaDateOf,
  indiaMinuteOf,
  indiaMoment,
  type MarketCalendar,
  MINUTE_MS,
  NSE_UNLISTED_SESSIONS,
  PAST_HOURS,
  parseTimeOfDay,
  type Session,
  weekdayOf,
} from '@trickdesk/domain';
import { type Remark, UnreadableFile } from './report.ts';

/** What decides whether a file's moments can be those of prices. */
export interface ImportDay {
  readonly calendar: MarketCalendar;
  /** Prices of later days do not exist yet. */
  readonly today: IndiaDate;
}

/** Before the regular opening prices are only gathered: from 09:00 on, ticks tell of it. */
const GATHERING_MINUTES = 15;
const UNLISTED = new Set(NSE_UNLISTED_SESSIONS);

/** By then the session after the close is over as well, in which shares trade at the closing price. */
const AFTER_CLOSE_MINUTES = 45;
/** A price of the last second may be told a little later. */
const LAST_PRICES_MINUTES = 1;
/** An index, which has no volume, is told once more when its close is settled; more prices than these are trading. */
const MOST_SETTLED_PRICES = 2;

/** A tick of one day: moment, price, running volume, line. */
type Tick = Float64Array | readonly number[];

/** Refuses moments at which the exchange did not trade; the calendar is asked once for each day. */
export class TradingHours {
  readonly #exchange: Exchange;
  readonly #day: ImportDay;
  #known: Session | undefined;
  /** The first bar of the day that was asked about last. */
  #firstBar: EpochMs | undefined;

  constructor(exchange: Exchange, day: ImportDay) {
    this.#exchange = exchange;
    this.#day = day;
  }

  /**
   * The hours of a moment's day; midnight to midnight where there was a session whose hours are not listed.
   *
   * @throws UnreadableFile for a day on which there was none
   */
  sessionOf(at: EpochMs, line: number): Session {
    const date = indiaDateOf(at);
    if (this.#known?.date === date) return this.#known;
    const reason = this.#noSession(date);
    if (reason !== undefined) throw new UnreadableFile(reason, line);
    const session = this.#day.calendar.sessionOn(date) ?? pastSession(date);
    this.#known = session;
    this.#firstBar = undefined;
    return session;
  }

  /** @throws UnreadableFile where no bar can have opened then */
  checkBar(at: EpochMs, line: number): void {
    const session = this.sessionOf(at, line);
    if (at < session.openAt || at >= session.closeAt)
      throw new UnreadableFile(outside(at, session, this.#firstBar), line);
    this.#firstBar = Math.min(at, this.#firstBar ?? at);
  }

  /**
   * Ticks are recorded a little before the opening and long after the close; those make no bar.
   *
   * @returns whether the tick lies in the session
   * @throws UnreadableFile where it comes sooner than any tick
   */
  isTickInside(at: EpochMs, line: number): boolean {
    const session = this.sessionOf(at, line);
    if (at < session.openAt - GATHERING_MINUTES * MINUTE_MS) throw new UnreadableFile(outside(at, session), line);
    return at >= session.openAt && at < session.closeAt;
  }

  /**
   * Whoever records goes on long after the close, but nothing trades then. Ticks that tell of trading have times of another
   * zone, and those of them that lie in the session would make bars of other hours.
   *
   * @param ticks all of one day, in any order
   * @throws UnreadableFile at the first that traded then
   */
  checkAfterClose(ticks: readonly Tick[]): void {
    const [first] = ticks;
    if (!first) return;
    const session = this.sessionOf(first[0] ?? 0, first[3] ?? 0);
    const isLate = ([at = 0]: Tick): boolean => at >= session.closeAt + AFTER_CLOSE_MINUTES * MINUTE_MS;
    const late = ticks.filter(isLate).sort(([a = 0], [b = 0]) => a - b);
    const inTime = ticks.filter((tick) => !isLate(tick));
    const traded = volumeAfter(late, inTime) ?? priceAfter(late);
    if (!traded) return;
    const [at = 0, , , line = 0] = traded;
    throw new UnreadableFile(outside(at, session), line);
  }

  /**
   * From the close on there is one price, and that of the close once it is settled. Where prices go on to change, the times
   * of the day may be up to three quarters of an hour late; it could also be what a recorder was late with.
   *
   * @param ticks all of one day, in any order
   */
  changesAfterClose(ticks: readonly Tick[]): Pick<Remark, 'line' | 'text'> | undefined {
    const [any] = ticks;
    if (!any) return undefined;
    const { date, openAt, closeAt } = this.sessionOf(any[0] ?? 0, any[3] ?? 0);
    const inOrder = ticks.toSorted(([a = 0], [b = 0]) => a - b);
    const changed = priceAfter(inOrder.filter(([at = 0]) => at >= closeAt + LAST_PRICES_MINUTES * MINUTE_MS));
    if (!changed) return undefined;
    const time = (at: EpochMs): string => formatTimeOfDay(indiaMinuteOf(at));
    const [first = 0] = inOrder.find(([at = 0]) => at >= openAt) ?? [];
    const [at = 0, , , line = 0] = changed;
    const text = `prices of ${date} still change at ${time(at)}, though nothing trades at other prices after ${time(closeAt)}; the first of the session is of ${time(first)}. Look whether the times are late: bars would stand at wrong hours`;
    return { line, text };
  }

  #noSession(date: IndiaDate): string | undefined {
    const first = FIRST_TRADING_DAY[this.#exchange === 'BSE' ? 'BSE' : 'NSE'];
    if (date < first) return `${date} is before ${first}, when prices of ${this.#exchange} begin`;
    if (date > this.#day.today) return `${date} is in the future: today is ${this.#day.today}`;
    if (UNLISTED.has(date) || this.#day.calendar.kindOf(date) !== 'closed') return undefined;
    const name = ['a Sunday', '', '', '', '', '', 'a Saturday'][weekdayOf(date)];
    const day = name ? `${date} is ${name}` : `${date} is a holiday`;
    return `${day} without a session: correct the date, or take the row out`;
  }
}

/** The first by which more had traded than before. */
function volumeAfter(late: readonly Tick[], inTime: readonly Tick[]): Tick | undefined {
  const [earliest] = late;
  const before = inTime.reduce((most, [, , volume = 0]) => Math.max(most, volume), 0);
  const known = inTime.length > 0 ? before : (earliest?.[2] ?? 0);
  return late.find(([, , volume = 0]) => volume > known);
}

/** The first at more prices than a settled close takes. */
function priceAfter(late: readonly Tick[]): Tick | undefined {
  const prices = new Set<number>();
  return late.find(([, price = 0]) => prices.add(price).size > MOST_SETTLED_PRICES);
}

function pastSession(date: IndiaDate): Session {
  if (UNLISTED.has(date)) return { date, openAt: indiaMoment(date), closeAt: indiaMoment(date, 24 * 60) };
  const hours = PAST_HOURS.findLast(({ from }) => from <= date) ?? { opens: '00:00', closes: '23:59' };
  const [opens = 0, closes = 0] = [hours.opens, hours.closes].map(parseTimeOfDay);
  return { date, openAt: indiaMoment(date, opens), closeAt: indiaMoment(date, closes) };
}

/** @param firstBar of the same day, of those in its session */
function outside(at: EpochMs, session: Session, firstBar?: EpochMs): string {
  const [time, opens, closes] = [at, session.openAt, session.closeAt].map((moment) => {
    return formatTimeOfDay(indiaMinuteOf(moment));
  });
  const what = `${time} is outside the session of ${session.date}, ${opens} to ${closes}`;
  return `${what}: ${adviceOn(at, session, firstBar)}`;
}

/** Times of another zone are off by as much in every row; half a day's worth of minutes away they are in the session. */
function adviceOn(at: EpochMs, { date, openAt, closeAt }: Session, firstBar: EpochMs | undefined): string {
  const lies = (moment: EpochMs): boolean => moment >= openAt && moment < closeAt;
  const shifted = (moment: EpochMs): string => formatTimeOfDay(indiaMinuteOf(moment));
  if (lies(at + INDIA_OFFSET_MS)) {
    return `the times seem to be in UTC (${shifted(at + INDIA_OFFSET_MS)} in India). Mark them so (${date}T${shifted(at)}Z), or write them in Indian time`;
  }
  // With times that are ahead, no bar of the day is from before the shifted opening; 15:30 alone would tell of both.
  const isAhead = firstBar === undefined ? at !== closeAt : firstBar >= openAt + INDIA_OFFSET_MS;
  if (isAhead && lies(at - INDIA_OFFSET_MS)) {
    return `the times seem to be 5½ hours ahead of Indian time (${shifted(at - INDIA_OFFSET_MS)} in India), as Indian times that are taken for UTC. Write them in Indian time, without a mark of UTC`;
  }
  if (at === closeAt) return 'a row is named by when its bar opens. Write those times, or take the row out';
  return 'write the times in Indian time, at which bars open, or take the row out';
}

import {
  addDays,
  type DayKind,
  daysBetween,
  type EpochMs,
  type IndiaDate,
  type Interval,
  indiaDateOf,
  indiaMoment,
} from '@trickdesk/domain';
import { barsPerDay, INTERVAL_WORDS } from '@trickdesk/engine';

export interface Plan {
  readonly planId: number;
  readonly name: string;
  /** Back-tests in a calendar month (India). */
  readonly limit: number;
  /** Of a period with GST, whole paise; 0 where it costs nothing. */
  readonly pricePaise: number;
  readonly period: 'month' | 'year';
}

/** Which month a back-test counts in, and when the next one begins. */
export function planMonth(now: EpochMs): { readonly from: EpochMs; readonly renewsAt: EpochMs } {
  const first = `${indiaDateOf(now).slice(0, 7)}-01`;
  const next = `${addDays(first, 32).slice(0, 7)}-01`;
  return { from: indiaMoment(first), renewsAt: indiaMoment(next) };
}

export function hasBacktestLeft(plan: Plan, used: number): boolean {
  return used < plan.limit;
}

export interface CoveredDays {
  readonly symbol: string;
  /** First and last day with prices; absent where there are none. */
  readonly from?: IndiaDate | undefined;
  readonly to?: IndiaDate | undefined;
  /** Where there are prices, and all of them of longer intervals than that on which the rules decide: the shortest. */
  readonly tooCoarse?: { readonly stored: Interval; readonly wanted: Interval } | undefined;
}

/** The days that all instruments have prices of, by their ends; `undefined` where there are none. */
export function commonDays(covered: readonly CoveredDays[]): { from: IndiaDate; to: IndiaDate } | undefined {
  let from = '';
  let to = '9999-12-31';
  for (const one of covered) {
    if (one.from === undefined || one.to === undefined) return undefined;
    if (one.from > from) from = one.from;
    if (one.to < to) to = one.to;
  }
  return covered.length > 0 && from <= to ? { from, to } : undefined;
}

export type RangeDecision =
  | { readonly covered: true }
  | {
      readonly covered: false;
      readonly fields: readonly ('from_date' | 'to_date' | 'instruments' | 'interval')[];
      readonly message: string;
    };

/** No exchange is closed for longer. */
const LONGEST_CLOSED_DAYS = 12;

/**
 * Whether a range has a session, and prices are stored for every one of it. A range may begin or end on days without a
 * session beyond what is stored.
 */
export function decideRange(
  range: { readonly from: IndiaDate; readonly to: IndiaDate },
  covered: readonly CoveredDays[],
  kindOf: (date: IndiaDate) => DayKind,
): RangeDecision {
  const missing = covered.filter((one) => one.from === undefined);
  if (missing.length > 0) return withoutPrices(missing);
  const days = commonDays(covered);
  if (!days) {
    return {
      covered: false,
      fields: ['instruments'],
      message: 'The stored prices of these instruments have no day in common.',
    };
  }
  const closed = (first: IndiaDate, last: IndiaDate): boolean => isClosedThroughout(first, last, kindOf);
  const fields: ('from_date' | 'to_date')[] = [];
  if (range.from > days.to || (range.from < days.from && !closed(range.from, addDays(days.from, -1)))) {
    fields.push('from_date');
  }
  if (range.to < days.from || (range.to > days.to && !closed(addDays(days.to, 1), range.to))) fields.push('to_date');
  if (fields.length === 0) return closed(range.from, range.to) ? emptyRange(range, days, kindOf) : { covered: true };
  return {
    covered: false,
    fields,
    message: `Prices of these instruments are stored from ${days.from} to ${days.to}. Choose days within.`,
  };
}

function withoutPrices(missing: readonly CoveredDays[]): RangeDecision {
  const none = missing.filter(({ tooCoarse }) => !tooCoarse).map(({ symbol }) => symbol);
  const sentences = none.length === 0 ? [] : [`No prices are stored for ${none.join(', ')}.`];
  const coarse = missing.flatMap(({ symbol, tooCoarse }) => (tooCoarse ? [{ symbol, ...tooCoarse }] : []));
  for (const stored of new Set(coarse.map((one) => one.stored))) {
    const those = coarse.filter((one) => one.stored === stored);
    const symbols = those.map(({ symbol }) => symbol).join(', ');
    const wanted = INTERVAL_WORDS[those[0]?.wanted ?? stored];
    sentences.push(
      `Only ${INTERVAL_WORDS[stored]} prices are stored for ${symbols}, and the rules decide on ${wanted} bars.`,
    );
  }
  if (coarse.length > 0) sentences.push('Choose a longer interval, or import finer prices.');
  return { covered: false, fields: [none.length === 0 ? 'interval' : 'instruments'], message: sentences.join(' ') };
}

interface Days {
  readonly from: IndiaDate;
  readonly to: IndiaDate;
}

function emptyRange(range: Days, stored: Days, kindOf: (date: IndiaDate) => DayKind): RangeDecision {
  const nearest = [-1, 1].flatMap((step) => {
    for (let away = 1; away <= LONGEST_CLOSED_DAYS; away += 1) {
      const date = addDays(step < 0 ? range.from : range.to, step * away);
      if (date < stored.from || date > stored.to) return [];
      if (kindOf(date) !== 'closed') return [date];
    }
    return [];
  });
  const [one = stored.from, other] = nearest;
  const near =
    other === undefined
      ? `The nearest day with prices is ${one}.`
      : `The nearest days with prices are ${one} and ${other}.`;
  const message = `The exchange has no session from ${range.from} to ${range.to}. ${near}`;
  return { covered: false, fields: ['from_date', 'to_date'], message };
}

function isClosedThroughout(first: IndiaDate, last: IndiaDate, kindOf: (date: IndiaDate) => DayKind): boolean {
  if (daysBetween(first, last) > LONGEST_CLOSED_DAYS) return false;
  for (let date = first; date <= last; date = addDays(date, 1)) {
    if (kindOf(date) !== 'closed') return false;
  }
  return true;
}

/** The oldest back-test of an account that waits, and how the account has been served so far. */
export interface WaitingAccount {
  readonly accountId: number;
  readonly backtestId: number;
  readonly running: number;
  /** When a back-test of the account was begun last. */
  readonly lastStartedAt: EpochMs | undefined;
}

/** One after another by account: whoever runs least, then whoever was served longest ago, then whoever asked first. */
export function chooseNext(waiting: readonly WaitingAccount[]): WaitingAccount | undefined {
  const served = ({ lastStartedAt }: WaitingAccount): number => lastStartedAt ?? Number.NEGATIVE_INFINITY;
  return waiting.toSorted(
    (a, b) => a.running - b.running || compare(served(a), served(b)) || a.backtestId - b.backtestId,
  )[0];
}

/** Two infinities have no difference. */
const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * How many are begun before an account's next back-test, where accounts take turns.
 *
 * @param own how many of the account's own wait before it
 * @param others how many each other account has waiting
 */
export function countAhead(own: number, others: readonly number[]): number {
  return others.reduce((sum, waiting) => sum + Math.min(waiting, own + 1), own);
}

/** A back-test is begun at most so often; a fault that comes back will come a third time. */
const MOST_ATTEMPTS = 2;

export type AfterFault = 'again' | 'give_back';

/** @param attempts how often it was begun, the last time included */
export function afterFault(attempts: number): AfterFault {
  return attempts < MOST_ATTEMPTS ? 'again' : 'give_back';
}

/** Calendar days before the first one whose bars warm the indicators, with room for holidays. */
export function warmupDays(warmupBars: number, interval: Interval): number {
  return Math.ceil((warmupBars / barsPerDay(interval)) * 1.6) + LONGEST_CLOSED_DAYS;
}

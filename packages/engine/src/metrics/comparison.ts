import { addDays, daysBetween, type IndiaDate } from '@trickdesk/domain';
import type { EquityPoint } from './report.ts';
import { cagrPct, dailyReturns, finite, maxDrawdown, mean, sampleDeviation, volatilityPct } from './returns.ts';

/** The last value of a day: points of an index, or a price in paise. */
export interface DailyValue {
  readonly date: IndiaDate;
  readonly value: number;
}

/** A part of a run's sessions: from the one with index `from` to the one before `to`. */
export interface CommonSessions {
  readonly from: number;
  readonly to: number;
}

/**
 * The sessions of a run on which all that it is held against has prices. Days without one in between count: a price is
 * known before and after them.
 *
 * @param sessions oldest first
 * @param covered  first and last day of each one's prices; `undefined` for what has none
 * @returns `from` equal to `to` where nothing is common
 */
export function commonSessions(
  sessions: readonly IndiaDate[],
  covered: readonly ({ readonly first: IndiaDate; readonly last: IndiaDate } | undefined)[],
): CommonSessions {
  let [from, to] = [0, sessions.length];
  for (const days of covered) {
    if (!days) return { from: 0, to: 0 };
    const begins = sessions.findIndex((date) => date >= days.first);
    from = Math.max(from, begins === -1 ? sessions.length : begins);
    to = Math.min(to, sessions.findLastIndex((date) => date <= days.last) + 1);
  }
  return from < to ? { from, to } : { from: 0, to: 0 };
}

/**
 * The days that a series of closes can be followed on: it is entered at its first close, so from the day after that.
 *
 * @param series oldest first; values that are not positive are passed over
 */
export function followedDays(series: readonly DailyValue[]): { first: IndiaDate; last: IndiaDate } | undefined {
  const known = series.filter(({ value }) => value > 0);
  const [first, last] = [known[0], known.at(-1)];
  return first && last && { first: addDays(first.date, 1), last: last.date };
}

/**
 * What the capital would have become in an index: capital × value ÷ value before the first session, on the given
 * sessions, rounded to the paisa. Nobody can buy an index, so it is without charges. A session without a value has the
 * last one before it, if a later session has one.
 *
 * @param series oldest first; values that are not positive are passed over
 * @returns no point where the series has no value before the first session, or none from the last session on: what is not
 *   known is not taken to stand still
 */
export function indexAsEquity(
  series: readonly DailyValue[],
  sessions: readonly IndiaDate[],
  startCapitalPaise: number,
): EquityPoint[] {
  const known = series.filter(({ value }) => value > 0);
  const firstSession = sessions[0];
  const last = sessions.at(-1);
  if (firstSession === undefined || last === undefined) return [];
  const start = known.findLast(({ date }) => date < firstSession);
  if (!start || (known.at(-1)?.date ?? '') < last) return [];
  let next = 0;
  let value = start.value;
  return sessions.map((date) => {
    for (let day = known[next]; day && day.date <= date; day = known[next]) {
      value = day.value;
      next += 1;
    }
    return { date, equityPaise: Math.round((startCapitalPaise * value) / start.value) };
  });
}

/** One instrument's daily bars as buying and holding needs them. */
export interface HeldInstrument {
  readonly symbol: string;
  /** Price at which it could be bought on the first day, whole paise. */
  readonly firstOpenPaise: number;
  /** Whole paise, oldest first. */
  readonly closes: readonly DailyValue[];
}

/**
 * The account of somebody who bought the same instruments for equal parts of the capital at the first opening, in whole
 * units, and held them; what buys no unit stays in cash.
 *
 * @param chargesPaise what buying that many units of the instrument of that place costs at that price; it is taken from the
 *   cash, which it may exceed
 * @returns no point where there is no instrument with a positive price
 */
export function buyAndHold(
  instruments: readonly HeldInstrument[],
  sessions: readonly IndiaDate[],
  startCapitalPaise: number,
  chargesPaise: (instrument: number, quantity: number, pricePaise: number) => number = () => 0,
): EquityPoint[] {
  const priced = instruments.flatMap((instrument, place) =>
    instrument.firstOpenPaise > 0 ? [{ ...instrument, place }] : [],
  );
  if (priced.length === 0) return [];
  let cash = startCapitalPaise;
  const held = priced.map(({ firstOpenPaise, closes, place }) => {
    const quantity = Math.max(0, Math.floor(startCapitalPaise / priced.length / firstOpenPaise));
    cash -= quantity * firstOpenPaise + (quantity > 0 ? chargesPaise(place, quantity, firstOpenPaise) : 0);
    return { quantity, closes, next: 0, pricePaise: firstOpenPaise };
  });
  return sessions.map((date) => {
    let equityPaise = cash;
    for (const one of held) {
      for (let day = one.closes[one.next]; day && day.date <= date; day = one.closes[one.next]) {
        one.pricePaise = day.value;
        one.next += 1;
      }
      equityPaise += one.quantity * one.pricePaise;
    }
    return { date, equityPaise };
  });
}

/** Percent, except where the name says otherwise. */
export interface Comparison {
  readonly returnPct: number;
  readonly cagrPct?: number | undefined;
  readonly volatilityPct?: number | undefined;
  readonly maxDrawdownPct: number;
  /** Of the account that is compared, over the same sessions. */
  readonly ownReturnPct: number;
  readonly ownMaxDrawdownPct: number;
  /** Own return less the other's, percentage points. */
  readonly aheadByPct: number;
  /** Pearson's correlation of daily returns, −1 to 1; `undefined` where one of the two never moved. */
  readonly correlation?: number | undefined;
  /** Covariance of daily returns ÷ variance of the other's: what 1 % there meant here. */
  readonly beta?: number | undefined;
}

export interface ComparedAccounts {
  readonly own: readonly EquityPoint[];
  /** The same sessions as `own`, from the same capital. */
  readonly other: readonly EquityPoint[];
  readonly startCapitalPaise: number;
  /** The day that the start capital stands for. */
  readonly startDate: IndiaDate;
}

/**
 * The figures of another way to use the same capital on the same days, and how the own result stands against it.
 *
 * @returns `undefined` without a positive capital or a session
 * @throws RangeError when the two have different sessions
 */
export function compareWith(input: ComparedAccounts): Comparison | undefined {
  const { own, other, startCapitalPaise: start, startDate } = input;
  if (own.length !== other.length || own.some((point, i) => point.date !== other[i]?.date)) {
    throw new RangeError('two accounts are compared on the same sessions');
  }
  const ownEnd = own.at(-1);
  const otherEnd = other.at(-1);
  if (start <= 0 || !ownEnd || !otherEnd) return undefined;
  const points = [{ date: startDate, equityPaise: start }, ...other];
  const ownReturns = dailyReturns([start, ...own.map((point) => point.equityPaise)]);
  const returns = dailyReturns(points.map((point) => point.equityPaise));
  const returnPct = (otherEnd.equityPaise / start - 1) * 100;
  const ownReturnPct = (ownEnd.equityPaise / start - 1) * 100;
  return {
    returnPct,
    cagrPct: cagrPct(start, otherEnd.equityPaise, daysBetween(startDate, otherEnd.date)),
    volatilityPct: volatilityPct(returns),
    maxDrawdownPct: maxDrawdown(points)?.pct ?? 0,
    ownReturnPct,
    ownMaxDrawdownPct: maxDrawdown([{ date: startDate, equityPaise: start }, ...own])?.pct ?? 0,
    aheadByPct: ownReturnPct - returnPct,
    ...together(ownReturns, returns),
  };
}

function together(own: readonly number[], other: readonly number[]): Pick<Comparison, 'correlation' | 'beta'> {
  const ownDeviation = sampleDeviation(own);
  const otherDeviation = sampleDeviation(other);
  // After ruin there are no returns, so the two lists may differ in length.
  if (own.length !== other.length || ownDeviation === undefined || !otherDeviation) return {};
  const ownMean = mean(own);
  const otherMean = mean(other);
  const products = own.reduce((sum, value, i) => sum + (value - ownMean) * ((other[i] ?? 0) - otherMean), 0);
  const covariance = products / (own.length - 1);
  return {
    correlation: ownDeviation > 0 ? finite(covariance / (ownDeviation * otherDeviation)) : undefined,
    beta: finite(covariance / otherDeviation ** 2),
  };
}

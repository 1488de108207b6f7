import { daysBetween, type IndiaDate } from '@trickdesk/domain';

export interface DatedFlow {
  readonly date: IndiaDate;
  /** Whole paise. Negative: put in; positive: taken out, or what it is worth on the last day. */
  readonly amountPaise: number;
}

const DAYS_PER_YEAR = 365;
const LOWEST = -0.9999;
const HIGHEST = 10;
const FIRST_GUESS = 0.1;
const NEWTON_STEPS = 50;
const CLOSE_ENOUGH = 1e-12;

/**
 * The yearly rate at which flows cancel out: Σ amount ÷ (1 + rate)^(days ÷ 365) = 0, as spreadsheets define XIRR.
 * Newton from 10 %, and halving of (−0.9999, 10] where that leads out of it or nowhere. Flows that change their sign more
 * than once may cancel out at several rates; then it is one of them, as in spreadsheets.
 *
 * @param flows in any order
 * @returns a fraction a year, 0.1 is 10 %; `undefined` without a flow of each sign, where all are of one day, where no rate
 *   of the range fits, or where an even number of them does and Newton leads to none
 */
export function xirr(flows: readonly DatedFlow[]): number | undefined {
  const hasBothSigns =
    flows.some(({ amountPaise }) => amountPaise > 0) && flows.some(({ amountPaise }) => amountPaise < 0);
  const last =
    flows
      .map(({ date }) => date)
      .toSorted()
      .at(-1) ?? '';
  if (!hasBothSigns || flows.every(({ date }) => date === last)) return undefined;
  // Taken to the last day instead of the first: the same rate, and near −100 % nothing grows beyond a double.
  const terms = flows.map(({ date, amountPaise }) => {
    return { amount: amountPaise, years: daysBetween(date, last) / DAYS_PER_YEAR };
  });
  return newton(terms) ?? halving(terms);
}

interface Term {
  readonly amount: number;
  /** Until the last day. */
  readonly years: number;
}

function valueAt(terms: readonly Term[], rate: number): number {
  return terms.reduce((sum, { amount, years }) => sum + amount * (1 + rate) ** years, 0);
}

function slopeAt(terms: readonly Term[], rate: number): number {
  return terms.reduce((sum, { amount, years }) => sum + amount * years * (1 + rate) ** (years - 1), 0);
}

function newton(terms: readonly Term[]): number | undefined {
  let rate = FIRST_GUESS;
  for (let i = 0; i < NEWTON_STEPS; i += 1) {
    const step = valueAt(terms, rate) / slopeAt(terms, rate);
    rate -= step;
    if (!(rate > LOWEST && rate <= HIGHEST)) return undefined;
    if (Math.abs(step) <= CLOSE_ENOUGH) return rate;
  }
  return undefined;
}

function halving(terms: readonly Term[]): number | undefined {
  let low = LOWEST;
  let high = HIGHEST;
  const atLowest = valueAt(terms, low);
  if (atLowest * valueAt(terms, high) > 0) return undefined;
  while (high - low > CLOSE_ENOUGH) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (valueAt(terms, middle) * atLowest > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

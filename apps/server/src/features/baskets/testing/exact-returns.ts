import { daysBetween, type IndiaDate } from '@trickdesk/domain';

/** A second opinion on returns, in whole numbers alone: it shares no arithmetic with the product's. */

/** Parts of one: 30 decimals. */
const ONE = 10n ** 30n;
const STEPS = 90;
const YEAR_DAYS = 365;

export interface ExactFlow {
  readonly date: IndiaDate;
  /** Negative: put in. Whole paise. */
  readonly amountPaise: bigint;
}

/**
 * The yearly rate at which the flows cancel out, by halving. What is looked for is the growth of a day, g, for which
 * Σ amount × g^(days to the last) is nothing: its exponents are whole.
 *
 * @param flows in order, the last of another day than the first
 */
export function exactYearlyRate(flows: readonly ExactFlow[]): number {
  // A hundredth of a percent lost in a day, and as much won: −97 % to +3,700 % a year.
  let low = ONE - ONE / 100n;
  let high = ONE + ONE / 100n;
  const signAtLow = worthAt(flows, low) > 0n;
  for (let i = 0; i < STEPS; i += 1) {
    const middle = (low + high) / 2n;
    if (worthAt(flows, middle) > 0n === signAtLow) low = middle;
    else high = middle;
  }
  const year = powerOf(low, YEAR_DAYS);
  return Number((year - ONE) / 10n ** 12n) / 1e18;
}

/** By Horner: what has come so far grows until the next flow. */
function worthAt(flows: readonly ExactFlow[], growth: bigint): bigint {
  let sum = 0n;
  let before = flows[0]?.date ?? '';
  for (const { date, amountPaise } of flows) {
    const days = daysBetween(before, date);
    if (days > 0) sum = (sum * powerOf(growth, days)) / ONE;
    sum += amountPaise * ONE;
    before = date;
  }
  return sum;
}

function powerOf(base: bigint, exponent: number): bigint {
  let result = ONE;
  let square = base;
  for (let left = exponent; left > 0; left >>= 1) {
    if (left & 1) result = (result * square) / ONE;
    square = (square * square) / ONE;
  }
  return result;
}

/**
 * What one rupee became: the product of (value − flow) ÷ value of before as one exact fraction.
 *
 * @param days each with its value at the close and the money that came in before it, whole paise; the first is when
 *   there was nothing before its flow
 */
export function exactGrowth(days: readonly { readonly valuePaise: bigint; readonly flowPaise: bigint }[]): number {
  let above = 1n;
  let below = 1n;
  let before = 0n;
  for (const { valuePaise, flowPaise } of days) {
    const [end, start] = before === 0n ? [valuePaise, flowPaise] : [valuePaise - flowPaise, before];
    if (start !== end) {
      above *= end;
      below *= start;
    }
    before = valuePaise;
  }
  return Number(((above - below) * 10n ** 18n) / below) / 1e18;
}

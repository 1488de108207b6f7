import { mulDiv } from '@trickdesk/domain';

const WHOLE_BPS = 10_000n;
const FEW = 5;

/**
 * What part of their sum each value is, in basis points that add up to exactly 10,000: rounded down, and what is left goes
 * to those that were rounded the most.
 *
 * @param values whole paise, none below zero; of two that were rounded alike, the earlier one comes first
 * @returns zeros where there is nothing to share
 */
export function sharesOf(values: readonly number[]): number[] {
  const whole = sumOf(values);
  if (whole === 0n) return values.map(() => 0);
  const parts = values.map((value) => BigInt(value) * WHOLE_BPS);
  const shares = parts.map((part) => Number(part / whole));
  const left = Number(WHOLE_BPS) - shares.reduce((sum, share) => sum + share, 0);
  const rests = parts.map((part, i) => ({ i, rest: part % whole }));
  for (const { i } of rests.toSorted((a, b) => (a.rest === b.rest ? 0 : a.rest < b.rest ? 1 : -1)).slice(0, left)) {
    shares[i] = (shares[i] ?? 0) + 1;
  }
  return shares;
}

export interface Concentration {
  readonly positions: number;
  /** As `sharesOf` shares them out. */
  readonly largestBps: number;
  readonly fiveLargestBps: number;
  /** Sum of the squared shares, of 10,000: so much is everything in one name. */
  readonly herfindahl: number;
  /** One over the sum of the squared shares, in tenths: so many names of one weight would be spread alike. */
  readonly effectiveTenths: number;
}

/** How much hangs on few names; `undefined` where nothing is worth anything. */
export function concentrationOf(values: readonly number[]): Concentration | undefined {
  const sorted = values.filter((value) => value > 0).toSorted((a, b) => b - a);
  const whole = sumOf(sorted);
  if (whole === 0n) return undefined;
  const squares = sorted.reduce((sum, value) => sum + BigInt(value) ** 2n, 0n);
  const shares = sharesOf(sorted);
  return {
    positions: sorted.length,
    largestBps: shares[0] ?? 0,
    fiveLargestBps: shares.slice(0, FEW).reduce((sum, share) => sum + share, 0),
    herfindahl: Number(mulDiv(squares, WHOLE_BPS, whole * whole, 'half_up')),
    effectiveTenths: Number(mulDiv(whole * whole, 10n, squares, 'half_up')),
  };
}

const sumOf = (values: readonly number[]): bigint => values.reduce((sum, value) => sum + BigInt(value), 0n);

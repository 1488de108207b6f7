import type { IndiaDate } from './india-time.ts';

/** What changes the unit of a share's price. A split and a bonus of one day are one action with the ratio of both. */
export const CORPORATE_ACTION_KINDS = ['split', 'bonus', 'split_and_bonus', 'demerger'] as const;
export type CorporateActionKind = (typeof CORPORATE_ACTION_KINDS)[number];

/**
 * From the ex-date on, `newUnits` cost what `oldUnits` cost before: 1 and 5 for a split of one share into five, 2 and 3
 * for a bonus of one share on two. Of a demerger the number of shares stays, and the price falls by that ratio.
 */
export interface CorporateAction {
  readonly exDate: IndiaDate;
  readonly kind: CorporateActionKind;
  /** Whole numbers without a common divisor. */
  readonly oldUnits: number;
  readonly newUnits: number;
}

/** Largest number in a ratio: ITC's 1:15 of 2005 and GOLDBEES' 1:100 of 2019 are the far ends that were seen. */
const MOST_UNITS = 1_000;
const EXACT_DECIMALS = 2;

/**
 * The ratio of small whole numbers that a decimal price factor stands for: `0.2` is 1:5, `0.06666667` is 1:15.
 *
 * @param text as it is written; the more digits, the surer
 * @returns `undefined` where no ratio of numbers up to 1000 is within the digits that are given
 */
export function ratioOfFactor(text: string): Pick<CorporateAction, 'oldUnits' | 'newUnits'> | undefined {
  if (!/^\d+(\.\d+)?$/.test(text.trim())) return undefined;
  const factor = Number(text);
  const decimals = text.trim().split('.')[1]?.length ?? 0;
  if (!(factor > 0) || factor === 1) return undefined;
  // Few digits are meant as they stand; of many the last is rounded. A little more for what floats cannot hold.
  const tolerance = decimals <= EXACT_DECIMALS ? 1e-9 : 0.5001 * 10 ** -decimals;
  for (let newUnits = 1; newUnits <= MOST_UNITS; newUnits += 1) {
    const oldUnits = Math.round(factor * newUnits);
    if (oldUnits >= 1 && oldUnits <= MOST_UNITS && Math.abs(oldUnits / newUnits - factor) <= tolerance) {
      return { oldUnits, newUnits };
    }
  }
  return undefined;
}

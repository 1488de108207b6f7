import { type EpochMs, type IndiaDate, indiaDateOf, indiaMoment, mulDiv, type Paise } from '@trickdesk/domain';

/** What a year of rewards may come to before tax is deducted: section 393(1), table serial 1(ii), since April 2025. */
const TDS_THRESHOLD: Paise = 20_000_00n;
const TDS_PERCENT = 2n;
/** Of whoever has no valid PAN: section 397(2). */
const TDS_PERCENT_WITHOUT_PAN = 20n;
const RUPEE: Paise = 100n;

export interface YearOfRewards {
  /** Rewards of the tax year so far, before tax; those taken back are none. */
  readonly grossPaise: Paise;
  readonly tdsPaise: Paise;
}

/**
 * Tax to deduct from a reward. Once the year's rewards come to more than ₹20,000 all of them are taxed, the earlier ones
 * too; in whole rupees over the year, half up. What a reward does not hold is deducted from the next.
 */
export function tdsOf(reward: Paise, year: YearOfRewards, hasPan: boolean): Paise {
  const gross = year.grossPaise + reward;
  if (gross <= TDS_THRESHOLD) return 0n;
  const percent = hasPan ? TDS_PERCENT : TDS_PERCENT_WITHOUT_PAN;
  const due = mulDiv(gross, percent, 100n * RUPEE, 'half_up') * RUPEE - year.tdsPaise;
  if (due <= 0n) return 0n;
  return due < reward ? due : reward;
}

/** What of a sum can be taken from what is there. */
export function collectable(owedPaise: Paise, freePaise: Paise): Paise {
  return owedPaise < freePaise ? owedPaise : freePaise;
}

/** Why a reward is withheld, as the one who would get it and an operator read it. */
export const DOUBTS = {
  same_bank_account: 'The account that you invited gave the same bank account as yours.',
  same_browser: 'The account that you invited was signed in to in the same browser as yours.',
} as const;
export type Doubt = keyof typeof DOUBTS;

/** A calendar month of India, `YYYY-MM`: its first moment and that of the next one. */
export function monthOf(at: EpochMs): { readonly month: string; readonly from: Date; readonly before: Date } {
  const date = indiaDateOf(at);
  const [year = 0, number = 1] = date.split('-').map(Number);
  const next: IndiaDate = number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`;
  const month = date.slice(0, 7);
  return { month, from: new Date(indiaMoment(`${month}-01`)), before: new Date(indiaMoment(next)) };
}

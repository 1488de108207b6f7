import { z } from 'zod';
import { call } from './call.ts';
import { pagingInput, pagingOutput, zBadge, zDate, zId, zPaise } from './fields.ts';
import { portfoliooverview } from './portfolio-overview.ts';

/** April to March: `2025-26`. Before 2018-19 gains were taxed by other rules. */
export const zFinancialYear = z
  .string()
  .regex(/^20\d\d-\d\d$/, 'Write a financial year like 2025-26.')
  .refine(
    (year) => year >= '2018-19' && (Number(year.slice(0, 4)) + 1) % 100 === Number(year.slice(5)),
    'Choose a financial year from 2018-19 on.',
  );

/** How long shares were held; `unknown` where they were bought before anything that is on record here. */
export const zTaxTerm = z.enum(['short', 'long', 'intraday', 'unknown']);

const zDisposal = z.strictObject({
  brokerId: zId,
  clientCode: z.string(),
  symbol: z.string(),
  /** Gold, silver, liquid and bond funds are taxed by other rules than shares. */
  isOtherFund: z.boolean(),
  term: zTaxTerm,
  /** Absent where the purchase is not on record. */
  boughtOn: zDate.optional(),
  soldOn: zDate,
  quantity: z.int(),
  /** With the charges that a return takes off; absent where the purchase is not on record. */
  costPaise: zPaise.optional(),
  /** Less the charges that a return takes off. */
  proceedsPaise: zPaise,
  gainPaise: zPaise.optional(),
});
export type TaxDisposal = z.output<typeof zDisposal>;

const zTax = z.strictObject({
  /** Gains less losses of each kind, before anything is set off. */
  stcgPaise: zPaise,
  ltcgPaise: zPaise,
  /** Bought and sold on one day: speculative business income, taxed with other income. */
  intradayPaise: zPaise,
  taxableStcgPaise: zPaise,
  taxableLtcgPaise: zPaise,
  /** What of the year's exemption was used. */
  exemptPaise: zPaise,
  stcgTaxPaise: zPaise,
  ltcgTaxPaise: zPaise,
  cessPaise: zPaise,
  totalPaise: zPaise,
  unusedShortLossPaise: zPaise,
  unusedLongLossPaise: zPaise,
  /** Gains of gold, silver, liquid and bond funds: in no figure above. */
  otherFundsPaise: zPaise,
  /** What was received for units whose purchase is not on record: in no figure above. */
  unknownProceedsPaise: zPaise,
});
export type TaxFigures = z.output<typeof zTax>;

export const portfoliotax = call('portfoliotax', {
  summary: 'What was sold live in a financial year, matched to its purchases first in, first out, and the tax on it.',
  input: z.strictObject({ ...pagingInput(50), year: zFinancialYear.optional() }),
  output: z.strictObject({
    badge: zBadge,
    /** Newest first: those with a sale, and the one that runs. */
    years: z.array(zFinancialYear),
    year: zFinancialYear,
    tax: zTax,
    disposal_list: z.array(zDisposal),
    /** Accounts whose holdings could not be read: older shares than those on record may have been sold first. */
    unread: z.array(z.strictObject({ brokerId: zId, clientCode: z.string() })),
    ...pagingOutput,
  }),
});

export const portfolioCalls = { portfoliotax, portfoliooverview };

import { z } from 'zod';
import { call } from './call.ts';
import { dateRangeInput, zBadge, zDate, zIdOrAll, zMode, zPaise, zPercent } from './fields.ts';

/** One exchange day of one mode. Realised after charges; the charges are those of what was realised. */
const zProfitDay = z.strictObject({
  date: zDate,
  realisedPaise: zPaise,
  /** Of what is open, on the newest day alone: earlier days are valued by what was realised. */
  unrealisedPaise: zPaise,
  chargesPaise: zPaise,
});
export type ProfitDay = z.output<typeof zProfitDay>;

export const mytrickprofit = call('mytrickprofit', {
  summary: 'Profit by exchange day over my tricks of one mode, with totals and the deepest fall.',
  input: z.strictObject({
    type: zMode.default('Live'),
    brokerId: zIdOrAll.default(0),
    /** Only tricks that are in Robo Pro, or (with `false`) only those that are not. */
    roboPro: z.boolean().optional(),
    ...dateRangeInput,
  }),
  output: z.strictObject({
    badge: zBadge,
    /** A trick of the mode is in Robo Pro, whatever was asked for: only then `roboPro` narrows anything. */
    hasRoboPro: z.boolean(),
    profit: z.array(zProfitDay),
    totals: z.strictObject({
      /** Net of charges. */
      realisedPaise: zPaise,
      unrealisedPaise: zPaise,
      chargesPaise: zPaise,
      netPaise: zPaise,
      capitalPaise: zPaise,
      /** Of what was realised, that of tricks that are in the other mode now: the list of this one lacks them. */
      movedPaise: zPaise,
    }),
    /** The deepest fall of the running sum from its highest, at or below zero, and in percent of the capital. */
    drawdown: z.strictObject({ paise: zPaise, percent: zPercent }),
  }),
});

export const profitCalls = { mytrickprofit };

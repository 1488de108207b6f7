import { z } from 'zod';
import { zBasketChange, zBasketTheme, zHeldBack } from './basket-shapes.ts';
import { call } from './call.ts';
import { pagingInput, pagingOutput, zDate, zFilledText, zId, zSort } from './fields.ts';
import { may } from './operations.ts';
import { STEP_UP_REFUSALS } from './security.ts';
import { zRisk } from './strategies.ts';
import { proofInput } from './withdrawals.ts';

/** The calls of operators about baskets of the catalogue and their reviews. */

export const OPS_BASKET_STATES = ['offered', 'held_back', 'late'] as const;
export type OpsBasketState = (typeof OPS_BASKET_STATES)[number];

const opsShape = {
  basketId: zId,
  name: z.string(),
  theme: zBasketTheme,
  risk: zRisk,
  /** How its weights come about; absent where the product has no rule for it any more. */
  rule: z
    .strictObject({
      kind: z.enum(['fixed', 'equal', 'calm_weighted', 'calmest', 'momentum']),
      /** How many names it holds. */
      count: z.int(),
      /** Out of how many. */
      of: z.int(),
    })
    .optional(),
  /** From one review of the rule to the next. */
  reviewMonths: z.int().optional(),
  constituentCount: z.int(),
  /** People who hold it, in either mode, and running SIPs. Nobody is named. */
  holders: z.int(),
  sips: z.int(),
  /** By its rule, also where nothing changed, or by an operator. */
  lastReviewedOn: zDate.optional(),
  nextReviewOn: zDate.optional(),
  /** `late`: offered, and its review day has passed without a review. */
  state: z.enum(OPS_BASKET_STATES),
  /** The review that could not be made, and the names that lack prices. None: too few closes for its rule. */
  missed: z.strictObject({ on: zDate, symbols: z.array(z.string()) }).optional(),
  heldBack: zHeldBack.optional(),
};
const zOpsBasket = z.strictObject(opsShape);
export type OpsBasket = z.output<typeof zOpsBasket>;

export const opsbaskets = call('opsbaskets', {
  needs: may('read', 'Basket'),
  summary: 'Baskets of the catalogue with their rules, how many people hold them, and how their reviews stand.',
  input: z.strictObject({
    ...pagingInput(),
    state: z.enum([...OPS_BASKET_STATES, 'all']).default('all'),
    sort: zSort('name', 'holders', 'sips', 'lastReview', 'nextReview').default('name'),
  }),
  output: z.strictObject({ basket_list: z.array(zOpsBasket), ...pagingOutput }),
});

const zOpsBasketDetails = z.strictObject({
  ...opsShape,
  summary: z.string(),
  description: z.string(),
  benchmark: z.string(),
  /** The newest; absent before the first review. */
  version: z.int().optional(),
  /** Heaviest first. */
  constituents: z.array(z.strictObject({ symbol: z.string(), name: z.string(), weightBps: z.int() })),
  /** Every version, newest first, with the weights before and after it. */
  change_list: z.array(zBasketChange),
});
export type OpsBasketDetails = z.output<typeof zOpsBasketDetails>;

export const opsbasket = call('opsbasket', {
  needs: may('read', 'Basket'),
  summary: 'One basket of the catalogue with all its versions: since when, why, and the weights before and after.',
  input: z.strictObject({ basketId: zId }),
  output: z.strictObject({ basket: zOpsBasketDetails }),
  refusals: ['NOT_FOUND'],
});

const changed = z.strictObject({ basket: zOpsBasketDetails });

export const opsholdbasket = call('opsholdbasket', {
  needs: may('decide', 'Basket'),
  summary:
    'Holds a basket of the catalogue back: nothing new goes into it, instalments of SIPs are left out and told. Who holds it keeps it, and may rebalance and close.',
  input: z.strictObject({ basketId: zId, reason: zFilledText(200), ...proofInput }),
  output: changed,
  refusals: ['NOT_FOUND', 'BASKET_HELD_ALREADY', 'WRONG_PASSWORD', ...STEP_UP_REFUSALS],
});

export const opsofferbasket = call('opsofferbasket', {
  needs: may('decide', 'Basket'),
  summary: 'Offers a basket again that was held back. Instalments of before are not made up for.',
  input: z.strictObject({ basketId: zId, reason: zFilledText(200), ...proofInput }),
  output: changed,
  refusals: ['NOT_FOUND', 'BASKET_OFFERED_ALREADY', 'WRONG_PASSWORD', ...STEP_UP_REFUSALS],
});

export const basketCaseCalls = { opsbaskets, opsbasket, opsholdbasket, opsofferbasket };

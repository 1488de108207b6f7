import { z } from 'zod';
import {
  zBasketDetails,
  zBasketItem,
  zBasketPlan,
  zBasketRun,
  zBasketTheme,
  zHolding,
  zMyBasket,
  zMyBasketStatus,
  zSipFrequency,
  zSipState,
} from './basket-shapes.ts';
import { call } from './call.ts';
import {
  pagingInput,
  pagingOutput,
  zBadge,
  zDate,
  zFilledText,
  zFlag,
  zId,
  zKey,
  zMoment,
  zPaise,
  zPercent,
  zPositivePaise,
  zSort,
  zSymbol,
} from './fields.ts';
import { zRisk } from './strategies.ts';

/** Most names in one basket. */
export const MOST_CONSTITUENTS = 30;

export const listBasket = call('listBasket', {
  summary: 'The catalogue of baskets and the caller’s own, with what they came to against their benchmarks.',
  input: z.strictObject({
    ...pagingInput(),
    theme: zBasketTheme.optional(),
    risk: zRisk.optional(),
    sort: zSort('name', 'minInvestment', 'return1y', 'return3y', 'volatility').optional(),
  }),
  output: z.strictObject({ basket_list: z.array(zBasketItem), ...pagingOutput }),
});

export const detailsBasket = call('detailsBasket', {
  summary: 'One basket: names with weights and reasons, growth against its benchmark, and its past reviews.',
  input: z.strictObject({ basketId: zId }),
  output: z.strictObject({ basket_details: zBasketDetails }),
  refusals: ['NOT_FOUND'],
});

export const addBasket = call('addBasket', {
  summary: 'Makes a basket of one’s own, from nothing or from another basket. Weights add up to 100.',
  input: z.strictObject({
    name: zFilledText(60),
    constituents: z
      .array(z.strictObject({ symbol: zSymbol, weightPercent: z.number().positive().max(100) }))
      .max(MOST_CONSTITUENTS)
      .optional(),
    benchmark: zSymbol.optional(),
    fromBasketId: zId.optional(),
  }),
  output: z.strictObject({ basketId: zId }),
  refusals: ['NOT_FOUND', 'BASKET_NAME_IN_USE', 'TOO_MANY_BASKETS'],
});

export const deleteBasket = call('deleteBasket', {
  summary: 'Takes a basket of one’s own out of the list. What was invested in it stays as it is.',
  input: z.strictObject({ basketId: zId }),
  output: z.strictObject({ basketId: zId }),
  refusals: ['NOT_FOUND'],
});

export const previewBasketFetch = call('previewBasketFetch', {
  summary:
    'What an amount would buy, of a basket or for one that is held, or with `closing` what selling a held one would bring: whole shares, charges, the cash left. Places nothing.',
  input: z.union([
    z.strictObject({ basketId: zId, amountPaise: zPositivePaise }),
    z.strictObject({ myBasketId: zId, amountPaise: zPositivePaise }),
    z.strictObject({ myBasketId: zId, closing: z.literal(true) }),
  ]),
  output: z.strictObject({ preview: zBasketPlan }),
  refusals: ['NOT_FOUND', 'BASKET_CLOSED'],
});

/** What keeps an order from being placed live. */
const LIVE_REFUSALS = [
  'KILL_SWITCH_ON',
  'BROKER_NOT_LINKED',
  'BROKER_SESSION_CLOSED',
  'LIVE_READ_ONLY',
  'KYC_NOT_VERIFIED',
  'TRADE_NOT_ACTIVATED',
  'KYC_AND_ACTIVATION_MISSING',
] as const;

export const openBasket = call('openBasket', {
  summary:
    'Invests an amount in a basket. Orders go while the market is open; what could not be bought today is bought at the next session. The same key invests once.',
  input: z.strictObject({
    basketId: zId,
    amountPaise: zPositivePaise,
    is_live: zFlag.default(1),
    brokerId: zId.optional(),
    idempotencyKey: zKey,
  }),
  output: z.strictObject({ myBasketId: zId, status: zMyBasketStatus }),
  refusals: [
    ...(['NOT_FOUND', 'BASKET_HELD_BACK', 'BASKET_AMOUNT_TOO_SMALL', 'PRICE_UNKNOWN'] as const),
    ...(['IDEMPOTENCY_KEY_REUSED'] as const),
    ...LIVE_REFUSALS,
  ],
});

export const addtobasket = call('addtobasket', {
  summary: 'Puts more into a basket that is held, once. It buys what is short of its weight first and sells nothing.',
  input: z.strictObject({ myBasketId: zId, amountPaise: zPositivePaise, idempotencyKey: zKey }),
  output: z.strictObject({ myBasketId: zId, runId: zId }),
  refusals: [
    'NOT_FOUND',
    'BASKET_HELD_BACK',
    'BASKET_CLOSED',
    'BASKET_BUSY',
    'IDEMPOTENCY_KEY_REUSED',
    ...LIVE_REFUSALS,
  ],
});

export const getMyBaskets = call('getMyBaskets', {
  summary: 'Baskets that the caller holds, with result after charges, drift, SIP, and what is under way.',
  input: z.strictObject({
    ...pagingInput(),
    is_live: zFlag.default(1),
    status: z.enum(['held', 'closed']).default('held'),
  }),
  output: z.strictObject({
    my_basket_list: z.array(zMyBasket),
    /** Over all that fit, not the page alone. */
    investedPaise: zPaise,
    valuePaise: zPaise,
    pnlPaise: zPaise,
    badge: zBadge,
    ...pagingOutput,
  }),
});

export const mybasketdetails = call('mybasketdetails', {
  summary:
    'One basket that the caller holds: holdings with tax lots, money in and out, runs with their orders, growth.',
  input: z.strictObject({ myBasketId: zId }),
  output: z.strictObject({
    my_basket: zMyBasket,
    holdings: z.array(zHolding),
    flow_list: z.array(
      z.strictObject({
        date: zDate,
        amountPaise: zPaise,
        cause: z.enum(['opening', 'sip', 'top_up', 'closing', 'returned']),
      }),
    ),
    /** Newest first. */
    run_list: z.array(zBasketRun),
    growth: z.array(z.strictObject({ date: zDate, valuePaise: zPaise, investedPaise: zPaise })),
    /** Where a year's rate and the growth tell different stories, why. */
    returnsExplained: z.string(),
    disposals: z.array(
      z.strictObject({
        symbol: z.string(),
        quantity: z.int(),
        boughtOn: zDate,
        soldOn: zDate,
        costPaise: zPaise,
        proceedsPaise: zPaise,
        gainPaise: zPaise,
        term: z.enum(['short', 'long', 'intraday']),
      }),
    ),
  }),
  refusals: ['NOT_FOUND'],
});

export const rebalanceFetchbasket = call('rebalanceFetchbasket', {
  summary:
    'The orders that bring a held basket back to its weights, sales first: shown, or with `apply` placed. What cannot be done today is done at the next session.',
  input: z.union([
    z.strictObject({ myBasketId: zId, apply: z.literal(false) }),
    z.strictObject({ myBasketId: zId, apply: z.literal(true), idempotencyKey: zKey }),
  ]),
  output: z.strictObject({ plan: zBasketPlan, runId: zId.optional() }),
  refusals: [
    'NOT_FOUND',
    'BASKET_CLOSED',
    'BASKET_BUSY',
    'BASKET_IN_BALANCE',
    'PRICE_UNKNOWN',
    'IDEMPOTENCY_KEY_REUSED',
    ...LIVE_REFUSALS,
  ],
});

export const closeBasket = call('closeBasket', {
  summary: 'Sells everything of a held basket and ends its SIP. What cannot be sold today is sold at the next session.',
  input: z.strictObject({ myBasketId: zId, idempotencyKey: zKey }),
  output: z.strictObject({ myBasketId: zId, status: zMyBasketStatus }),
  refusals: ['NOT_FOUND', 'BASKET_CLOSED', 'BASKET_BUSY', 'IDEMPOTENCY_KEY_REUSED', ...LIVE_REFUSALS],
});

export const repairbasket = call('repairbasket', {
  summary:
    'Of orders that ended halfway: `complete` tries the rest now, `reverse` sells what an opening has bought, `stop` leaves it as it is.',
  input: z.strictObject({ myBasketId: zId, verb: z.enum(['complete', 'reverse', 'stop']), idempotencyKey: zKey }),
  output: z.strictObject({ myBasketId: zId, status: zMyBasketStatus }),
  refusals: ['NOT_FOUND', 'BASKET_CLOSED', 'BASKET_NOTHING_TO_REPAIR', 'IDEMPOTENCY_KEY_REUSED', ...LIVE_REFUSALS],
});

export const fetchListHoldings = call('fetchListHoldings', {
  summary: 'Holdings of a basket, or without one those of the linked broker account.',
  input: z.strictObject({ myBasketId: zId.optional(), brokerId: zId.optional() }),
  output: z.strictObject({
    holdings: z.array(zHolding),
    /** False: no broker account is linked, so there is nothing that could be read. */
    linked: z.boolean(),
    badge: zBadge,
    valuePaise: zPaise,
    costPaise: zPaise,
    pnlPaise: zPaise,
    /** When the broker was asked. */
    asOf: zMoment.optional(),
    /** Share of the largest, and of the five largest. */
    largestPercent: zPercent,
    fiveLargestPercent: zPercent,
  }),
  refusals: ['NOT_FOUND', 'BROKER_SESSION_CLOSED', 'BROKER_UNAVAILABLE'],
});

export const fetchSetSipStatus = call('fetchSetSipStatus', {
  summary: 'Sets up, changes, pauses or stops the SIP of a held basket, or skips its next instalment.',
  input: z.strictObject({
    myBasketId: zId,
    status: z.enum(['active', 'paused', 'stopped']),
    amountPaise: zPositivePaise.optional(),
    frequency: zSipFrequency.optional(),
    day: z.int().min(1).max(31).optional(),
    /** The next instalment is left out, or is not left out any more. */
    skipNext: z.boolean().optional(),
  }),
  output: z.strictObject({ sip: zSipState }),
  refusals: ['NOT_FOUND', 'BASKET_HELD_BACK', 'BASKET_CLOSED', 'SIP_INCOMPLETE', 'SIP_NOT_SET'],
});

export const basketCalls = {
  listBasket,
  detailsBasket,
  addBasket,
  deleteBasket,
  previewBasketFetch,
  openBasket,
  addtobasket,
  getMyBaskets,
  mybasketdetails,
  rebalanceFetchbasket,
  closeBasket,
  repairbasket,
  fetchListHoldings,
  fetchSetSipStatus,
};

import { z } from 'zod';
import { zBadge, zDate, zId, zMoment, zPaise, zPercent, zRupees } from './fields.ts';
import { zChargesByKind } from './own-orders.ts';
import { zRisk } from './strategies.ts';

/** What the calls of baskets answer with. */

export const BASKET_THEMES = ['index', 'sector', 'factor', 'all_weather', 'own'] as const;
export const zBasketTheme = z.enum(BASKET_THEMES);
export const zSipFrequency = z.enum(['weekly', 'fortnightly', 'monthly', 'quarterly']);
export const zMyBasketStatus = z.enum(['opening', 'open', 'closing', 'closed']);

/** Growth over daily closes of a world, reviews included, before charges. */
const zBasketFigures = z.strictObject({
  return1yPercent: zPercent.optional(),
  return3yPercent: zPercent.optional(),
  volatilityPercent: zPercent.optional(),
  benchmarkReturn1yPercent: zPercent.optional(),
  benchmarkReturn3yPercent: zPercent.optional(),
  benchmarkVolatilityPercent: zPercent.optional(),
  /** The data in words: `Simulated market, seed 1`. */
  data: z.string(),
  simulated: z.boolean(),
  from_date: zDate,
  to_date: zDate,
  beforeCharges: z.literal(true),
});

/** Since when nothing new goes into a basket of the catalogue, and why. */
export const zHeldBack = z.strictObject({ since: zMoment, reason: z.string() });

export const zBasketItem = z.strictObject({
  basketId: zId,
  name: z.string(),
  summary: z.string(),
  theme: zBasketTheme,
  risk: zRisk,
  benchmark: z.string(),
  constituentCount: z.int(),
  /** At the last prices; absent where one of them is not known. */
  minInvestmentPaise: zPaise.optional(),
  figures: zBasketFigures.optional(),
  /** In compliance mode, for everybody but verified clients. */
  returnsHidden: z.literal(true).optional(),
  nextReviewOn: zDate.optional(),
  heldBack: zHeldBack.optional(),
  /** Made by the caller. */
  own: z.boolean(),
});
export type BasketItem = z.output<typeof zBasketItem>;

export const zBasketConstituent = z.strictObject({
  symbol: z.string(),
  name: z.string(),
  weightPercent: zPercent,
  reason: z.string(),
  lastPrice: zRupees.optional(),
});

/** A review of the past: what came in, what went, and whose weight moved. */
export const zBasketChange = z.strictObject({
  version: z.int(),
  since: zDate,
  reason: z.string(),
  changes: z.array(
    z.strictObject({ symbol: z.string(), beforePercent: zPercent, afterPercent: zPercent, reason: z.string() }),
  ),
});

export const zBasketDetails = z.strictObject({
  ...zBasketItem.shape,
  description: z.string(),
  since: zDate,
  constituents: z.array(zBasketConstituent),
  /** Growth of 100; empty where returns are hidden. */
  performance: z.array(z.strictObject({ date: zDate, value: z.number(), benchmark: z.number().optional() })),
  change_list: z.array(zBasketChange),
});
export type BasketDetails = z.output<typeof zBasketDetails>;

/** One order of a plan, at the last price, with what it would cost. */
export const zBasketPlanOrder = z.strictObject({
  symbol: z.string(),
  side: z.enum(['buy', 'sell']),
  quantity: z.int(),
  price: zRupees,
  valuePaise: zPaise,
  charges: zChargesByKind,
});

/** One name of a plan: now, wanted, and what leads from one to the other. */
export const zBasketPlanRow = z.strictObject({
  symbol: z.string(),
  name: z.string(),
  price: zRupees.optional(),
  nowQuantity: z.int(),
  nowPercent: zPercent,
  targetPercent: zPercent,
  afterQuantity: z.int(),
  afterPercent: zPercent,
  order: zBasketPlanOrder.optional(),
  /** What a sale would realise after charges, by how long its shares were held. */
  shortTermGainPaise: zPaise.optional(),
  longTermGainPaise: zPaise.optional(),
});

export const zBasketPlan = z.strictObject({
  rows: z.array(zBasketPlanRow),
  orderCount: z.int(),
  sellPaise: zPaise,
  buyPaise: zPaise,
  chargesPaise: zPaise,
  cashBeforePaise: zPaise,
  cashAfterPaise: zPaise,
  driftBeforePercent: zPercent,
  driftAfterPercent: zPercent,
  /** The smallest amount with a share of each; absent where a price is not known. */
  minInvestmentPaise: zPaise.optional(),
  pricesAt: zMoment.optional(),
  simulatedPrices: z.boolean(),
  marketOpen: z.boolean(),
  /** What stands in the way, in sentences. Empty: it can be done. */
  problems: z.array(z.string()),
  /** What is worth knowing and stands in nobody's way. */
  notes: z.array(z.string()),
});
export type BasketPlan = z.output<typeof zBasketPlan>;

export const zSipState = z.strictObject({
  status: z.enum(['active', 'paused', 'stopped']),
  amountPaise: zPaise,
  frequency: zSipFrequency,
  /** Of the month, or of the week from 1 Monday to 5 Friday. */
  day: z.int(),
  /** The next three, rolled over holidays. `rolled`: the day itself is none of trading. */
  nextDates: z.array(
    z.strictObject({ key: z.string(), nominalOn: zDate, dueOn: zDate.optional(), skipped: z.boolean() }),
  ),
});
export type SipState = z.output<typeof zSipState>;

export const zBasketOrder = z.strictObject({
  basketOrderId: zId,
  /** Of a live one: `ownorderdetails` has its time line. */
  orderId: zId.optional(),
  symbol: z.string(),
  side: z.enum(['buy', 'sell']),
  quantity: z.int(),
  limitPrice: zRupees,
  filledQuantity: z.int(),
  averagePrice: zRupees.optional(),
  chargesPaise: zPaise,
  status: z.enum(['intended', 'sent', 'filled', 'partly_filled', 'unfilled', 'rejected']),
  reason: z.string().optional(),
  placedAt: zMoment,
});

/** What a run of a basket is for. */
export const zRunKind = z.enum(['open', 'top_up', 'sip', 'rebalance', 'close', 'reverse']);

export const zBasketRun = z.strictObject({
  runId: zId,
  kind: zRunKind,
  /** `waiting`: the rest is done at the next session, without its owner. */
  state: z.enum(['working', 'waiting', 'done', 'given_up', 'stopped']),
  amountPaise: zPaise.optional(),
  note: z.string().optional(),
  sessions: z.int(),
  startedAt: zMoment,
  endedAt: zMoment.optional(),
  orders: z.array(zBasketOrder),
});
export type BasketRun = z.output<typeof zBasketRun>;

/** After charges, at the last prices. */
export const zMyBasket = z.strictObject({
  myBasketId: zId,
  basketId: zId,
  name: z.string(),
  badge: zBadge,
  brokerId: zId.optional(),
  status: zMyBasketStatus,
  /** What was put in less what was taken out. */
  investedPaise: zPaise,
  valuePaise: zPaise,
  cashPaise: zPaise,
  chargesPaise: zPaise,
  /** What was realised and what was not, less the transaction tax: it is no part of what a tax return counts. */
  pnlPaise: zPaise,
  /** Of what was sold: the sum of `disposals`. */
  realisedPaise: zPaise,
  /** Of what is held: the sum over `holdings`. */
  unrealisedPaise: zPaise,
  sttPaise: zPaise,
  /** A year's rate; absent in the first year, when a rate of a year says nothing. */
  xirrPercent: zPercent.optional(),
  /** Over the whole time. */
  returnPercent: zPercent.optional(),
  driftPercent: zPercent,
  /** Names without a price today are counted at their last one. */
  stalePrices: z.array(z.string()),
  rebalanceDue: z.boolean(),
  /** Why it is due, in a sentence. */
  rebalanceReason: z.string().optional(),
  sip: zSipState.optional(),
  /** The basket is held back: nothing can be added, and its instalments are left out. */
  heldBack: zHeldBack.optional(),
  /** What is under way. */
  run: zBasketRun.optional(),
  openedAt: zMoment,
  closedAt: zMoment.optional(),
});
export type MyBasket = z.output<typeof zMyBasket>;

export const zHolding = z.strictObject({
  symbol: z.string(),
  name: z.string(),
  quantity: z.int(),
  averagePrice: zRupees,
  /** What its shares cost with charges. */
  costPaise: zPaise,
  lastPrice: zRupees.optional(),
  lastPriceAt: zMoment.optional(),
  valuePaise: zPaise,
  weightPercent: zPercent,
  targetPercent: zPercent.optional(),
  pnlPaise: zPaise,
  lots: z.array(
    z.strictObject({ boughtOn: zDate, quantity: z.int(), costPaise: zPaise, term: z.enum(['short', 'long']) }),
  ),
});
export type Holding = z.output<typeof zHolding>;

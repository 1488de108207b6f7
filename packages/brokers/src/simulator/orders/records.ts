import { z } from 'zod';

// What the desk keeps over a restart. One record is one row of the simulator's database, so that a change writes little.

const zVariety = z.enum(['NORMAL', 'STOPLOSS', 'AMO']);
const zSide = z.enum(['BUY', 'SELL']);
const zOrderType = z.enum(['MARKET', 'LIMIT', 'STOPLOSS_LIMIT', 'STOPLOSS_MARKET']);
const zProduct = z.enum(['DELIVERY', 'INTRADAY', 'MARGIN']);
const zDuration = z.enum(['DAY', 'IOC']);
const zStatus = z.enum([
  'open pending',
  'open',
  'trigger pending',
  'modify pending',
  'complete',
  'rejected',
  'cancelled',
  'after market order req received',
  'modify after market order req received',
  'cancelled after market order',
]);

const zTerms = z.object({
  orderType: zOrderType,
  duration: zDuration,
  quantity: z.number(),
  pricePaise: z.number(),
  triggerPaise: z.number(),
  disclosedQuantity: z.number(),
});
/** What a modification may change. */
export type OrderTerms = z.infer<typeof zTerms>;

/** Something on its way to the exchange; `dueAt` is the wall moment of its arrival. */
const zFlight = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('place'), dueAt: z.number() }),
  z.object({ kind: z.literal('modify'), dueAt: z.number(), terms: zTerms }),
  z.object({ kind: z.literal('cancel'), dueAt: z.number() }),
]);
export type Flight = z.infer<typeof zFlight>;

const zOrderRecord = zTerms.extend({
  orderId: z.string(),
  uniqueOrderId: z.string(),
  exchangeOrderId: z.string(),
  clientCode: z.string(),
  variety: zVariety,
  exchange: z.string(),
  token: z.string(),
  tradingSymbol: z.string(),
  side: zSide,
  product: zProduct,
  lotSize: z.number(),
  filledQuantity: z.number(),
  cancelledQuantity: z.number(),
  filledValuePaise: z.number(),
  status: zStatus,
  text: z.string(),
  tag: z.string().nullable(),
  placedAt: z.number(),
  updatedAt: z.number(),
  exchangeAt: z.number().optional(),
  fillId: z.string(),
  filledAt: z.number().optional(),
  /** Order of acceptance; never changes. */
  number: z.number(),
  /** Place in time at its price; taken anew when price or quantity changes. 0: not at the exchange. */
  priority: z.number(),
  /** A stop whose trigger has not been reached. */
  armed: z.boolean(),
  /** Shares of the market that stand before it at its price. */
  queueAhead: z.number(),
  /** Without frictions: it was at the exchange during a tick and not filled, so it now waits at its own price. */
  rests: z.boolean(),
  flights: z.array(zFlight),
  /** Charges estimated when it was accepted, and those already taken. */
  chargesEstimatePaise: z.number(),
  chargedPaise: z.number(),
  takesDpCharge: z.boolean(),
});
export type OrderRecord = z.infer<typeof zOrderRecord>;

const zTradeRecord = z.object({
  fillId: z.string(),
  orderId: z.string(),
  clientCode: z.string(),
  exchange: z.string(),
  token: z.string(),
  tradingSymbol: z.string(),
  side: zSide,
  product: zProduct,
  quantity: z.number(),
  pricePaise: z.number(),
  filledAt: z.number(),
});
export type TradeRecord = z.infer<typeof zTradeRecord>;

const zStake = z.object({
  token: z.string(),
  product: zProduct,
  buyQuantity: z.number(),
  sellQuantity: z.number(),
  buyValuePaise: z.number(),
  sellValuePaise: z.number(),
  /** Intraday: signed. Delivery: what is left of today's purchases. Margin trading: of all days' purchases. */
  netQuantity: z.number(),
  /** What the net quantity cost (or, short, was sold for). */
  costPaise: z.number(),
  realisedPaise: z.number(),
  /** Margin trading: what the day began with, and what that had cost. */
  carriedQuantity: z.number().default(0),
  carriedValuePaise: z.number().default(0),
});
/** One instrument and product of one client today. */
export type Stake = z.infer<typeof zStake>;

const zHoldingRecord = z.object({
  token: z.string(),
  settledQuantity: z.number(),
  t1Quantity: z.number(),
  costPaise: z.number(),
  /** Released through eDIS today and not sold yet. */
  releasedQuantity: z.number(),
});
export type HoldingRecord = z.infer<typeof zHoldingRecord>;

const zAccountRecord = z.object({
  clientCode: z.string(),
  cashPaise: z.number(),
  chargesTodayPaise: z.number(),
  /** Since the account began: for the balance of the books. */
  chargesPaise: z.number(),
  realisedPaise: z.number(),
  stakes: z.array(zStake),
  holdings: z.array(zHoldingRecord),
  /** Shares whose depository charge was taken today. */
  dpChargedTokens: z.array(z.string()),
});
export type AccountRecord = z.infer<typeof zAccountRecord>;

const zBookRecord = z.object({
  token: z.string(),
  date: z.string(),
  sequence: z.number(),
  /** Shares of the shown levels, best first, that this tick's orders have taken. */
  takenBuy: z.array(z.number()),
  takenSell: z.array(z.number()),
});
export type BookRecord = z.infer<typeof zBookRecord>;

const zDayRecord = z.object({
  date: z.string(),
  /** How far the day has come; each step happens once. */
  stage: z.enum(['before', 'trading', 'squaring', 'closed']),
  orderNumber: z.number(),
  priority: z.number(),
  fillNumber: z.number(),
});
export type DayRecord = z.infer<typeof zDayRecord>;

export const recordSchemas = {
  order: zOrderRecord,
  trade: zTradeRecord,
  account: zAccountRecord,
  book: zBookRecord,
  day: zDayRecord,
} as const;
export type RecordKind = keyof typeof recordSchemas;

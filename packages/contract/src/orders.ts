import { ORDER_STATES } from '@trickdesk/domain';
import { z } from 'zod';
import { call } from './call.ts';
import {
  dateRangeInput,
  pagingInput,
  pagingOutput,
  zBadge,
  zExchange,
  zFlag,
  zId,
  zIdOrAll,
  zMode,
  zMoment,
  zPaise,
  zRupees,
  zSort,
} from './fields.ts';

/** What every row about an order, a trade or a position says of the trick behind it. */
const ofTrick = {
  TricksId: zId,
  trickName: z.string(),
  brokerId: zIdOrAll,
  is_live: zFlag,
  badge: zBadge,
  symbol: z.string(),
  exchange: zExchange,
};
const zStates = z.array(z.strictObject({ state: z.enum(ORDER_STATES), at: zMoment, note: z.string().optional() }));

export const zPosition = z.strictObject({
  positionId: zId,
  ...ofTrick,
  side: z.enum(['buy', 'sell']),
  quantity: z.int(),
  averagePrice: zRupees,
  lastPrice: zRupees.optional(),
  lastPriceAt: zMoment.optional(),
  status: z.enum(['open', 'closed']),
  states: z.array(z.strictObject({ state: z.string(), at: zMoment })),
  reason: z.string(),
  stopLoss: zRupees.optional(),
  /** Live: where its stop rests at the broker, if that is another level. The exchange takes no price beyond its band. */
  stopAtBroker: zRupees.optional(),
  target: zRupees.optional(),
  trailing: z.boolean(),
  /** Paid so far (entry), and for a closed one both ways. */
  chargesPaise: zPaise,
  /** Open: unrealised, after the charges paid and those that selling now would cost. Closed: realised. */
  pnlPaise: zPaise.optional(),
  openedAt: zMoment,
  closedAt: zMoment.optional(),
  exitPrice: zRupees.optional(),
  exitReason: z.string().optional(),
});
export type PositionRow = z.output<typeof zPosition>;

/**
 * What an account's owner opened by hand here on the exchange's day, or took over from tricks, and has not closed: one
 * for each broker account, share and product, as at the broker. What was opened elsewhere is not in it.
 */
export const zHandPosition = z.strictObject({
  placedBy: z.literal('hand'),
  /** Some of it was opened by an order by hand; otherwise all of it was handed over. */
  isByHand: z.boolean(),
  /** Tricks that handed units of it over. */
  handedOverBy: z.array(z.strictObject({ TricksId: zId, trickName: z.string() })),
  brokerId: zId,
  is_live: z.literal(1),
  badge: zBadge,
  symbol: z.string(),
  exchange: zExchange,
  side: z.enum(['buy', 'sell']),
  product: z.enum(['DELIVERY', 'INTRADAY']),
  quantity: z.int(),
  averagePrice: zRupees,
  lastPrice: zRupees.optional(),
  lastPriceAt: zMoment.optional(),
  status: z.literal('open'),
  states: z.array(z.strictObject({ state: z.string(), at: zMoment })),
  reason: z.string(),
  pnlBeforeChargesPaise: zPaise.optional(),
  /** Units that orders by hand on the other side, stops among them, may still trade. */
  restingQuantity: z.int(),
  /** Of stops among them: the price that is reached first, and the units of all. */
  stop: z.strictObject({ triggerPrice: zRupees, quantity: z.int() }).optional(),
  openedAt: zMoment,
});
export type HandPositionRow = z.output<typeof zHandPosition>;

const zHeldPosition = z.discriminatedUnion('placedBy', [
  zPosition.extend({ placedBy: z.literal('trick') }),
  zHandPosition,
]);
export type HeldPositionRow = z.output<typeof zHeldPosition>;

export const zOrder = z.strictObject({
  orderId: zId,
  ...ofTrick,
  side: z.enum(['buy', 'sell']),
  purpose: z.enum(['entry', 'exit']),
  quantity: z.int(),
  filledQuantity: z.int(),
  price: zRupees.optional(),
  status: z.enum(ORDER_STATES),
  /** Of one that was decided while the market was closed: the opening that it waits for, until then. */
  goesOutAt: zMoment.optional(),
  states: zStates,
  reason: z.string(),
  chargesPaise: zPaise,
  createdAt: zMoment,
});
export type OrderRow = z.output<typeof zOrder>;

export const zTrade = z.strictObject({
  tradeId: zId,
  ...ofTrick,
  side: z.enum(['buy', 'sell']),
  quantity: z.int(),
  averagePrice: zRupees,
  exitPrice: zRupees,
  status: z.literal('closed'),
  states: z.array(z.strictObject({ state: z.string(), at: zMoment })),
  reason: z.string(),
  exitReason: z.string(),
  grossPnlPaise: zPaise,
  chargesPaise: zPaise,
  pnlPaise: zPaise,
  entryAt: zMoment,
  exitAt: zMoment,
});
export type TradeRow = z.output<typeof zTrade>;

export const openPositions = call('my-openposition', {
  places: { query: ['type', 'page', 'brokerId', 'status'] },
  summary:
    'Positions of one mode, open or closed; live and open also those opened by hand or handed over. The filters stand in the URL.',
  input: z.strictObject({
    type: zMode.default('Live'),
    page: z.coerce.number().pipe(z.int().min(1).max(1_000_000)).default(1),
    brokerId: z.coerce.number().pipe(zIdOrAll).default(0),
    status: z.enum(['open', 'closed']).default('open'),
    pageSize: z.int().min(1).max(100).default(12),
    Search: pagingInput().Search,
    /** `time` is that of the entry, of closed ones that of the exit. */
    sort: zSort('symbol', 'time', 'result').default('-time'),
  }),
  output: z.strictObject({
    open_positions: z.array(zHeldPosition),
    ...pagingOutput,
    totals: z.strictObject({
      /** Of tricks' positions. */
      pnlPaise: zPaise,
      chargesPaise: zPaise,
      /** Of all rows. */
      investedPaise: zPaise,
      /** Rows opened by hand or handed over, and their result before charges. */
      handPositions: z.int(),
      handPnlPaise: zPaise,
    }),
  }),
});

const isLive = { is_live: zFlag.default(1) };
const tradeTotal = z.strictObject({
  grossPaise: zPaise,
  chargesPaise: zPaise,
  netPaise: zPaise,
  trades: z.int(),
  wins: z.int(),
});

export const tradehistory = call('tradehistory', {
  summary: 'Closed trades of one mode, newest first. `tradetotalProfit` is over the whole filtered set, after charges.',
  input: z.strictObject({
    ...pagingInput(),
    ...isLive,
    ...dateRangeInput,
    TricksId: zId.optional(),
    /** `time` is that of the exit, `result` what is left after charges. */
    sort: zSort('symbol', 'time', 'result').default('-time'),
  }),
  output: z.strictObject({
    live_tradehistory: z.array(zTrade).optional(),
    test_tradehistory: z.array(zTrade).optional(),
    tradetotalProfit: zPaise,
    totals: tradeTotal,
    ...pagingOutput,
  }),
});

export const orderhistory = call('orderhistory', {
  summary: 'Orders of one mode with their state changes, newest first.',
  input: z.strictObject({
    ...pagingInput(),
    ...isLive,
    ...dateRangeInput,
    status: z.enum(ORDER_STATES).optional(),
    TricksId: zId.optional(),
    sort: zSort('symbol', 'time').default('-time'),
  }),
  output: z.strictObject({
    live_orderhistory: z.array(zOrder).optional(),
    test_orderhistory: z.array(zOrder).optional(),
    totalOrder: z.int(),
    ...pagingOutput,
  }),
});

export const orderCalls = { 'my-openposition': openPositions, tradehistory, orderhistory };

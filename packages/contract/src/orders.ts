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

export const zOrder = z.strictObject({
  orderId: zId,
  ...ofTrick,
  side: z.enum(['buy', 'sell']),
  purpose: z.enum(['entry', 'exit']),
  quantity: z.int(),
  filledQuantity: z.int(),
  price: zRupees.optional(),
  status: z.enum(ORDER_STATES),
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
  summary: 'Positions of one mode, open or closed. The filters stand in the URL.',
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
    open_positions: z.array(zPosition),
    ...pagingOutput,
    totals: z.strictObject({ pnlPaise: zPaise, chargesPaise: zPaise, investedPaise: zPaise }),
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

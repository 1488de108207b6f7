import { ORDER_STATES } from '@trickdesk/domain';
import { z } from 'zod';
import { call } from './call.ts';
import {
  pagingInput,
  pagingOutput,
  zBadge,
  zExchange,
  zId,
  zKey,
  zMoment,
  zPaise,
  zRupees,
  zSymbol,
} from './fields.ts';

/** Orders that a person places by hand on a linked broker account, and those that were placed elsewhere. */

const zWishedPrice = z.number().positive().max(10_000_000);
/** The exchange freezes larger orders, and those by hand are not sliced. */
const zWishedQuantity = z.int().positive().max(100_000);

/** A share or fund of NSE, as a limit order or, with a trigger, as a stop that becomes one. */
const wish = {
  /** The only linked account where it is absent. */
  brokerId: zId.optional(),
  symbol: zSymbol,
  side: z.enum(['buy', 'sell']),
  product: z.enum(['DELIVERY', 'INTRADAY']),
  quantity: zWishedQuantity,
  price: zWishedPrice,
  triggerPrice: zWishedPrice.optional(),
};

/** Charges of one executed order, each kind by itself. */
export const zChargesByKind = z.strictObject({
  brokeragePaise: zPaise,
  sttPaise: zPaise,
  exchangePaise: zPaise,
  ipftPaise: zPaise,
  sebiPaise: zPaise,
  stampPaise: zPaise,
  gstPaise: zPaise,
  dpPaise: zPaise,
  totalPaise: zPaise,
});
export type ChargesByKind = z.output<typeof zChargesByKind>;

export const zOwnOrder = z.strictObject({
  orderId: zId,
  brokerId: zId,
  badge: zBadge,
  /** `own`: placed here by hand. `elsewhere`: at the broker's own app, for example; it can be changed there only. */
  placedBy: z.enum(['own', 'elsewhere']),
  symbol: z.string(),
  exchange: zExchange,
  side: z.enum(['buy', 'sell']),
  product: z.enum(['DELIVERY', 'INTRADAY', 'OTHER']),
  kind: z.enum(['limit', 'stop_limit', 'other']),
  quantity: z.int(),
  filledQuantity: z.int(),
  price: zRupees,
  triggerPrice: zRupees.optional(),
  /** Of what is filled. */
  averagePrice: zRupees.optional(),
  status: z.enum(ORDER_STATES),
  /** The broker's words. */
  rejectText: z.string().optional(),
  brokerOrderId: z.string().optional(),
  /** A change or cancellation that was asked for, until the broker has refused it or shown that it was carried out. */
  asked: z.enum(['modify', 'cancel']).optional(),
  /** What the order is to become by the change that was asked for; what is in force until then stands above. */
  askedTerms: z.strictObject({ quantity: z.int(), price: zRupees, triggerPrice: zRupees.optional() }).optional(),
  createdAt: zMoment,
});
export type OwnOrderRow = z.output<typeof zOwnOrder>;

export const zOrderPreview = z.strictObject({
  brokerId: zId,
  badge: zBadge,
  kind: z.enum(['limit', 'stop_limit']),
  tickSize: zRupees,
  lotSize: z.int(),
  lastPrice: zRupees.optional(),
  lastPriceAt: zMoment.optional(),
  /** The exchange's price band of the day. */
  lowerBand: zRupees.optional(),
  upperBand: zRupees.optional(),
  valuePaise: zPaise,
  /** What the broker would block; absent where it did not tell. */
  marginPaise: zPaise.optional(),
  charges: zChargesByKind,
  /** What stands in the way, in sentences. Empty: it can be placed. */
  problems: z.array(z.strictObject({ field: z.string().optional(), sentence: z.string() })),
  /** What becomes of it at this hour, in sentences: nothing of that stands in the way. */
  notes: z.array(z.string()),
});
export type OrderPreview = z.output<typeof zOrderPreview>;

const PLACE_REFUSALS = [
  'NOT_FOUND',
  'BROKER_NOT_LINKED',
  'BROKER_SESSION_CLOSED',
  'LIVE_READ_ONLY',
  'KYC_NOT_VERIFIED',
  'TRADE_NOT_ACTIVATED',
  'KYC_AND_ACTIVATION_MISSING',
  'INSTRUMENT_UNKNOWN',
] as const;

export const previeworder = call('previeworder', {
  summary:
    'What an order by hand would block and cost, and what stands in its way: tick, lot, band, session, limits. Places nothing.',
  input: z.strictObject({
    ...wish,
    /**
     * The order by hand that is to be changed: what of it is not filled is weighed in its place. Share, side, product and
     * broker account are its own.
     */
    replaces: zId.optional(),
  }),
  output: z.strictObject({ preview: zOrderPreview }),
  refusals: [...PLACE_REFUSALS, 'ORDER_PLACED_ELSEWHERE', 'ORDER_ENDED'],
});

const zStanding = z.strictObject({
  order: zOwnOrder,
  /** Not answered by the broker within the few seconds that the call waits: look again. */
  onItsWay: z.boolean(),
});

export const placeorder = call('placeorder', {
  summary:
    'Places an order by hand: kept first, then sent by the desk of the account. Answers what has become of it after at most three seconds.',
  input: z.strictObject({ ...wish, idempotencyKey: zKey }),
  output: zStanding,
  refusals: [...PLACE_REFUSALS, 'MARKET_CLOSED', 'RISK_VETOED', 'KILL_SWITCH_ON', 'IDEMPOTENCY_KEY_REUSED'],
});

const CHANGE_REFUSALS = [
  'NOT_FOUND',
  'ORDER_PLACED_ELSEWHERE',
  'ORDER_ENDED',
  'BROKER_NOT_LINKED',
  'BROKER_SESSION_CLOSED',
  'IDEMPOTENCY_KEY_REUSED',
] as const;

export const modifyorder = call('modifyorder', {
  summary: 'Changes price, trigger or quantity of an order by hand that has not ended; the broker confirms it.',
  input: z
    .strictObject({
      orderId: zId,
      /** The new total, what is filled included. */
      quantity: zWishedQuantity.optional(),
      price: zWishedPrice.optional(),
      triggerPrice: zWishedPrice.optional(),
      idempotencyKey: zKey,
    })
    .refine(({ quantity, price, triggerPrice }) => [quantity, price, triggerPrice].some((one) => one !== undefined), {
      path: ['price'],
      message: 'Name at least one change.',
    }),
  output: zStanding,
  refusals: [...CHANGE_REFUSALS, 'ORDER_OF_BASKET', 'MARKET_CLOSED', 'RISK_VETOED', 'KILL_SWITCH_ON'],
});

export const cancelorder = call('cancelorder', {
  summary: 'Cancels what is not filled of an order by hand.',
  input: z.strictObject({ orderId: zId, idempotencyKey: zKey }),
  output: zStanding,
  refusals: CHANGE_REFUSALS,
});

export const ownorders = call('ownorders', {
  summary: 'Orders that were placed by hand, here or elsewhere, newest first.',
  input: z.strictObject(pagingInput()),
  output: z.strictObject({ order_list: z.array(zOwnOrder), ...pagingOutput }),
});

export const ownOrderCalls = { previeworder, placeorder, modifyorder, cancelorder, ownorders };

import { ORDER_STATES } from '@trickdesk/domain';
import { z } from 'zod';
import { zRunKind } from './basket-shapes.ts';
import { call } from './call.ts';
import { zDecision } from './deployments.ts';
import { zId, zMoment, zPaise, zRupees } from './fields.ts';
import { zOrder } from './orders.ts';
import { zChargesByKind, zOwnOrder } from './own-orders.ts';

/** How an order came about and what became of it, from the decision to the charge. */

/** Milliseconds between the moments of one order, by our clock; absent where it did not get so far. */
export const zLatency = z.strictObject({
  decidedToSentMs: z.int().optional(),
  sentToAcknowledgedMs: z.int().optional(),
  acknowledgedToFilledMs: z.int().optional(),
  decidedToFilledMs: z.int().optional(),
});
export type Latency = z.output<typeof zLatency>;

/** One order as the broker has it. */
export const zBrokerOrder = z.strictObject({
  brokerRowId: zId,
  role: z.enum(['entry', 'exit', 'protective', 'own', 'foreign']),
  side: z.enum(['buy', 'sell']),
  product: z.enum(['DELIVERY', 'INTRADAY', 'OTHER']),
  kind: z.string(),
  quantity: z.int(),
  filledQuantity: z.int(),
  price: zRupees,
  triggerPrice: zRupees.optional(),
  averagePrice: zRupees.optional(),
  status: z.enum(ORDER_STATES),
  /** The broker's own word for it. */
  statusText: z.string().optional(),
  rejectText: z.string().optional(),
  brokerOrderId: z.string().optional(),
  tag: z.string().optional(),
  algoId: z.string().optional(),
  versionHash: z.string().optional(),
  latency: zLatency,
});
export type BrokerOrderRow = z.output<typeof zBrokerOrder>;

/** One line of the story. */
export const zTimelineEntry = z.strictObject({
  /** `decided` and `intended` are the trick's, `paper` a state of test mode; the others are of a broker order. */
  what: z.enum([
    'decided',
    'intended',
    'paper',
    'requested',
    'asked',
    'answered',
    'reported',
    'unclear',
    'released',
    'dropped',
    'filled',
    'ended',
  ]),
  /** The exchange's time. */
  at: zMoment,
  /** Ours; absent for what only the exchange's clock knows. */
  wallAt: zMoment.optional(),
  /** Of which broker order, where it is of one. */
  brokerRowId: zId.optional(),
  role: zBrokerOrder.shape.role.optional(),
  state: z.enum(ORDER_STATES).optional(),
  filledQuantity: z.int().optional(),
  price: zRupees.optional(),
  triggerPrice: zRupees.optional(),
  note: z.string().optional(),
});
export type TimelineEntry = z.output<typeof zTimelineEntry>;

const story = {
  timeline: z.array(zTimelineEntry),
  broker_orders: z.array(zBrokerOrder),
  /** By kind, worked out by the tariff of the day; absent while nothing is filled. */
  charges: zChargesByKind.optional(),
  /** Of the first order that was sent for it. */
  latency: zLatency.optional(),
};

export const orderdetails = call('orderdetails', {
  summary: 'One order of a trick: its decision with the values, what was sent to the broker, fills, charges, its stop.',
  input: z.strictObject({ orderId: zId }),
  output: z.strictObject({
    order: zOrder,
    decision: zDecision.optional(),
    ...story,
    /** The stops that stood at the broker while the position was open, oldest first. */
    protective_stops: z.array(zBrokerOrder),
    chargesPaise: zPaise,
  }),
  refusals: ['NOT_FOUND'],
});
export type OrderDetails = z.output<typeof orderdetails.output>;

export const ownorderdetails = call('ownorderdetails', {
  summary: 'The same of an order that was placed by hand, or by a basket for its owner.',
  input: z.strictObject({ orderId: zId }),
  output: z.strictObject({
    order: zOwnOrder,
    ...story,
    /** The basket that placed it for its owner, and at which of its runs. */
    basket: z.strictObject({ myBasketId: zId, name: z.string(), kind: zRunKind }).optional(),
  }),
  refusals: ['NOT_FOUND'],
});

export const orderDetailCalls = { orderdetails, ownorderdetails };

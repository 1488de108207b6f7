import type { Database, Queryable } from '@trickdesk/db';
import { Refusal } from '../../http/refusal.ts';
import type { OrderProgressRow, OwnOrdersService } from '../orders/index.ts';
import { noteSent, type OrderRow } from './owned-store.ts';
import type { BasketDesk, OrderReport, SentOrder } from './parts.ts';

export interface LiveDeskParts {
  readonly orders: Pick<OwnOrdersService, 'place' | 'cancel'>;
  readonly database: Pick<Database, 'kysely'>;
  /** The order that was placed with a key before. */
  readonly findPlaced: (db: Queryable, accountId: number, key: string) => Promise<number | undefined>;
  readonly progressOf: (db: Queryable, brokerOrderIds: readonly number[]) => Promise<readonly OrderProgressRow[]>;
}

/** The desk of live mode: an order of a basket is an order of its owner's account, sent and kept like one by hand. */
export function createLiveBasketDesk({ orders, database, findPlaced, progressOf }: LiveDeskParts): BasketDesk {
  return {
    mode: 'live',
    reportsOf: async (tx, open) => {
      const byBrokerId = new Map(
        open.flatMap((order) => (order.broker_order_id === null ? [] : [[order.broker_order_id, order] as const])),
      );
      const rows = await progressOf(tx, [...byBrokerId.keys()]);
      return rows.flatMap((row) => {
        const order = byBrokerId.get(row.id);
        return order ? [liveReport(order, row)] : [];
      });
    },
    send: async (sent) => {
      const key = `basket-order-${sent.order.id}`;
      // Whoever died between placing it and noting its number left it to be asked for: a refusal now would lose it.
      const before = await findPlaced(database.kysely, sent.accountId, key);
      if (before !== undefined) return { kind: 'sent', brokerOrderId: before };
      try {
        const { order } = await orders.place(callerOf(sent), {
          symbol: sent.order.symbol,
          side: sent.order.side,
          product: 'DELIVERY',
          quantity: sent.order.quantity,
          price: sent.order.limit_paise / 100,
          ...(sent.brokerLinkId === null ? {} : { brokerId: sent.brokerLinkId }),
          idempotencyKey: key,
          onBehalfOf: `the basket “${sent.name}”`,
          // Nobody who reads the account's orders may take it for one by hand.
          keptAs: async (tx, brokerOrderId) => {
            if (!(await noteSent(tx, sent.order.id, brokerOrderId))) throw new Refusal('KILL_SWITCH_ON');
          },
        });
        return { kind: 'sent', brokerOrderId: order.orderId };
      } catch (error) {
        if (error instanceof Refusal) return { kind: 'refused', reason: error.message };
        throw error;
      }
    },
    cancel: async (sent) => {
      const { broker_order_id: orderId, id } = sent.order;
      if (orderId === null) return;
      try {
        await orders.cancel(callerOf(sent), { orderId, idempotencyKey: `basket-order-cancel-${id}` });
      } catch (error) {
        // It has ended meanwhile: the next look reads how.
        if (!(error instanceof Refusal)) throw error;
      }
    },
  };
}

function callerOf({ accountId, order }: SentOrder) {
  const origin = { requestId: `basket-order-${order.id}`, address: '', device: 'Trickdesk' };
  return { accountId, sessionId: '', ability: [], origin };
}

/** What the broker's order says of the basket's. */
export function liveReport(order: OrderRow, row: OrderProgressRow): OrderReport {
  const filled = { filledQuantity: row.filledQuantity, filledValuePaise: row.filledValuePaise };
  const reason = row.rejectText === '' ? {} : { reason: row.rejectText };
  if (!row.isOver) return { orderId: order.id, state: 'sent', ...filled };
  if (row.filledQuantity >= order.quantity) return { orderId: order.id, state: 'filled', ...filled };
  if (row.filledQuantity > 0) return { orderId: order.id, state: 'partly_filled', ...filled, ...reason };
  return { orderId: order.id, state: row.isRejected ? 'rejected' : 'unfilled', ...filled, ...reason };
}

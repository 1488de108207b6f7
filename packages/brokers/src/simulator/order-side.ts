import { createEdisDesk } from './edis/desk.ts';
import { createGttDesk, type GttDesk } from './gtt/desk.ts';
import { type OrderDeskParts, openOrderDesk } from './open-order-desk.ts';
import type { OrderDesk } from './orders/desk.ts';
import { type CallCounters, createCallCounters } from './rest/call-counters.ts';
import { createFrontDesk, type FrontDesk } from './rest/front-desk.ts';
import { greetingFrame, postbackBody, updateFrame } from './rest/order-wire.ts';
import type { Sessions } from './sessions.ts';
import { createOrderUpdates, type OrderUpdates } from './stream/order-updates.ts';
import { createPostback, type Postback } from './stream/postback.ts';

export interface OrderSideParts extends OrderDeskParts {
  readonly sessions: Sessions;
}

/** Everything of the broker that has to do with orders, and what callers meet of it: routes, and the socket of orders. */
export interface OrderSide {
  readonly orders: OrderDesk;
  readonly rules: GttDesk;
  readonly frontDesk: FrontDesk;
  readonly updates: OrderUpdates;
  readonly postback: Postback;
  readonly calls: CallCounters;
  /** When every rule that a price has met is dealt with, and everything is on disk. */
  readonly settled: () => Promise<void>;
  readonly close: () => void;
}

export async function openOrderSide(parts: OrderSideParts): Promise<OrderSide> {
  const { exchange, clock, sessions, faults, store, wall, onError } = parts;
  // The desk hears of a tick first: what a rule places then meets the books as they are after it.
  const orders = await openOrderDesk(parts);
  const rules = await createGttDesk({ exchange, orders, store, onError });
  const edis = await createEdisDesk({ orders, store, exchange });
  const calls = createCallCounters();
  const updates = createOrderUpdates({ sessions, faults, wall, greeting: greetingFrame, onCall: clock.touch });
  const postback = await createPostback(store);
  const stopTelling = orders.onUpdate((clientCode, order, code) => {
    updates.publish(clientCode, updateFrame(clientCode, order, code));
    postback.post(postbackBody(clientCode, order, code));
  });
  return {
    orders,
    rules,
    frontDesk: createFrontDesk({ exchange, sessions, faults, calls, orders, rules, edis }, wall),
    updates,
    postback,
    calls,
    settled: async () => {
      await rules.settled();
      await orders.settled();
    },
    close: () => {
      stopTelling();
      rules.close();
      updates.close();
      postback.close();
      orders.close();
    },
  };
}

import type { AcceptedOrder, BrokerOrders, WriteOutcome } from '@trickdesk/brokers';
import type { Log } from '../../platform/log.ts';
import type { DeskSend } from './desk-core.ts';
import type { DeskOrder } from './model.ts';

/**
 * Sends a request about an order; what leaves a position goes before what opens one. Never rejects: a failure that
 * nobody foresaw says nothing of what became of the request.
 */
export async function askBroker(
  orders: BrokerOrders,
  { order, asking }: DeskSend,
  log: Log,
): Promise<WriteOutcome<AcceptedOrder>> {
  try {
    return await ask(orders, order, asking);
  } catch (error) {
    log.error({ error, tag: order.tag }, 'a request to the broker failed in an unforeseen way');
    return { kind: 'unknown', cause: 'unreadable_reply' };
  }
}

function ask(
  orders: BrokerOrders,
  order: DeskOrder,
  { verb, wants }: DeskSend['asking'],
): Promise<WriteOutcome<AcceptedOrder>> {
  const isByHand = order.role === 'own' && order.handExitId === undefined;
  const urgency = order.role === 'entry' || isByHand ? 'entry' : 'exit';
  const { instrument, side, product, placedKind, tag } = order;
  if (verb === 'place') return orders.place({ instrument, side, product, tag, ...order.shape }, urgency);
  const brokerOrderId = order.brokerOrderId ?? '';
  if (verb === 'cancel') return orders.cancel({ brokerOrderId, placedAs: placedKind }, 'exit');
  return orders.modify(
    { brokerOrderId, instrument, product, placedAs: placedKind, ...(wants ?? order.shape) },
    urgency,
  );
}

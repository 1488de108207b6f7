import type { AcceptedOrder, BrokerOrders, OrderUrgency, WriteOutcome } from '@trickdesk/brokers';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { DeskSend } from './desk-core.ts';
import type { DeskOrder } from './model.ts';

type Writes = Pick<BrokerOrders, 'place' | 'modify' | 'cancel'>;

interface AskParts {
  readonly clock: Clock;
  readonly log: Log;
  /** Whether this process may still act for the account: asked once more when the request's turn has come. */
  readonly mayAct: () => boolean;
}

/**
 * Sends a request about an order; what leaves a position goes before what opens one or moves its stop. Never rejects: a
 * failure that nobody foresaw says nothing of what became of the request.
 */
export async function askBroker(
  orders: Writes,
  { order, asking }: DeskSend,
  { clock, log, mayAct }: AskParts,
): Promise<WriteOutcome<AcceptedOrder>> {
  // Its wait for the broker's rate is over by then.
  const mayLeave = (): boolean => {
    if (!mayAct()) return false;
    if (asking.verb === 'place' && order.asking === asking) order.leftAtWall = clock.now();
    return true;
  };
  try {
    return await ask(orders, { order, asking }, mayLeave);
  } catch (error) {
    log.error({ error, tag: order.tag }, 'a request to the broker failed in an unforeseen way');
    return { kind: 'unknown', cause: 'unreadable_reply' };
  }
}

function ask(
  orders: Writes,
  { order, asking }: DeskSend,
  mayLeave: () => boolean,
): Promise<WriteOutcome<AcceptedOrder>> {
  const { verb, wants } = asking;
  const urgency = urgencyOf(order, asking);
  const { instrument, side, product, placedKind, tag } = order;
  if (verb === 'place') return orders.place({ instrument, side, product, tag, ...order.shape }, urgency, mayLeave);
  const brokerOrderId = order.brokerOrderId ?? '';
  if (verb === 'cancel') return orders.cancel({ brokerOrderId, placedAs: placedKind }, 'exit', mayLeave);
  return orders.modify(
    { brokerOrderId, instrument, product, placedAs: placedKind, ...(wants ?? order.shape) },
    urgency,
    mayLeave,
  );
}

function urgencyOf(order: DeskOrder, { isStopMove }: DeskSend['asking']): OrderUrgency {
  if (isStopMove) return 'stop_move';
  const isByHand = order.role === 'own' && order.handExitId === undefined;
  return order.role === 'entry' || isByHand ? 'entry' : 'exit';
}

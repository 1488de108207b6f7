import type { About, AskedOrder, AskedStory } from '@trickdesk/contract';
import { Refusal } from '../../http/refusal.ts';
import type { TicketParts } from './parts.ts';

/**
 * What is asked about as it stands now, with the decision's values and every line of the order's story: read here and for
 * its owner alone, so that nobody can attach what never was, or what is not theirs.
 *
 * @throws Refusal `NOT_FOUND`
 */
export async function readStory(
  { orders, clock }: Pick<TicketParts, 'orders' | 'clock'>,
  accountId: number,
  about: About,
): Promise<AskedStory> {
  const read = (orderId: number) => ofTrick(orders, accountId, orderId);
  const takenAt = new Date(clock.now()).toISOString();
  switch (about.kind) {
    case 'order':
      return { ...about, takenAt, orders: [await read(about.id)] };
    case 'own_order':
      return { ...about, takenAt, orders: [await byHand(orders, accountId, about.id)] };
    case 'trade': {
      const ids = await orders.ordersOfTrade(accountId, about.id);
      if (ids.length === 0) throw new Refusal('NOT_FOUND');
      return { ...about, takenAt, orders: await Promise.all(ids.map(read)) };
    }
  }
}

async function ofTrick(orders: TicketParts['orders'], accountId: number, orderId: number): Promise<AskedOrder> {
  const { order, decision, timeline } = await orders.details(accountId, orderId);
  const { badge, trickName, symbol, side, status, quantity, filledQuantity, price, reason, createdAt } = order;
  return {
    ...{ orderId, isOwn: false, badge, trickName, symbol, side, status, quantity, filledQuantity, reason },
    ...(price === undefined ? {} : { price }),
    at: createdAt,
    ...(decision === undefined ? {} : { decision }),
    timeline,
  };
}

async function byHand(orders: TicketParts['orders'], accountId: number, orderId: number): Promise<AskedOrder> {
  const { order, timeline } = await orders.ownDetails(accountId, orderId);
  const { badge, symbol, side, status, quantity, filledQuantity, averagePrice, createdAt } = order;
  return {
    ...{ orderId, isOwn: true, badge, symbol, side, status, quantity, filledQuantity },
    ...(averagePrice === undefined ? {} : { price: averagePrice }),
    ...{ reason: order.rejectText ?? '', at: createdAt, timeline },
  };
}

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HandWorld, openHandWorld, playDesk } from './testing/hand-world.ts';

let world: HandWorld;
beforeAll(async () => {
  world = await openHandWorld();
});
afterAll(() => world.api.close());

const WISH = { symbol: 'SBIN', side: 'buy', product: 'DELIVERY', quantity: 10, price: 599.95 } as const;

test('an order whose answer was lost is told of again though its account may place none any more', async () => {
  const trader = await world.trader('lost_answer_hand');
  const { accessToken: token, userId } = trader.person;
  const kysely = world.api.database.db.kysely;
  const place = (more: object = {}) =>
    world.api.send('placeorder', { ...WISH, brokerId: trader.brokerId, idempotencyKey: 'lost-1', ...more }, { token });
  const first = place();
  const orderId = await playDesk(world.api, userId, { state: 'open', brokerOrderId: 'L-1' });
  expect((await first).data.order.orderId).toBe(orderId);
  const ends = [
    sql`UPDATE broker_link SET status = 'expired' WHERE id = ${trader.brokerId}`,
    sql`UPDATE account SET trade_activated_at = NULL WHERE id = ${userId}`,
    sql`UPDATE broker_link SET unlinked_at = now() WHERE id = ${trader.brokerId}`,
  ];
  for (const end of ends) {
    await end.execute(kysely);
    const again = await place();
    expect([again.code, again.data?.order.orderId]).toEqual([undefined, orderId]);
    expect((await place({ quantity: 11 })).code).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await place({ idempotencyKey: 'other' })).status).not.toBe(200);
  }
});

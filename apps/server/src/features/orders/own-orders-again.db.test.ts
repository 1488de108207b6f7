import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertOrder } from '../risk/testing/desk-facts.ts';
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

test('the depository is paid once a day for a share: not again by the next sale of it, nor told so', async () => {
  const trader = await world.trader('depository_hand');
  const { accessToken: token, userId } = trader.person;
  const { db } = world.api.database;
  const sold = (more: object) =>
    insertOrder(db, {
      ...{ account_id: userId, broker_link_id: trader.brokerId, role: 'own', side: 'sell', product: 'delivery' },
      ...more,
    });
  const dpOf = async (orderId: number) =>
    (await world.api.send('ownorderdetails', { orderId }, { token })).data.charges?.dpPaise;
  const foreseen = async () => {
    const sale = { ...WISH, side: 'sell', price: 601, brokerId: trader.brokerId } as const;
    return (await world.api.send('previeworder', sale, { token })).data.preview.charges.dpPaise;
  };
  await sold({ state: 'open', filled_quantity: 0, filled_value_paise: 0n });
  await sold({ symbol: 'INFY', trading_symbol: 'INFY-EQ' });
  await sold({ day: '2026-01-02' });
  expect(await foreseen()).toBeGreaterThan(0);
  const [first, second] = [await sold({}), await sold({ role: 'foreign' })];
  expect(await dpOf(first)).toBeGreaterThan(0);
  expect([await dpOf(second), await foreseen()]).toEqual([0, 0]);
});

test('an order at a broker account that was unlinked is not cancelled or changed from here, and that is said', async () => {
  const trader = await world.trader('unlinked_hand');
  const { accessToken: token, userId } = trader.person;
  const { kysely } = world.api.database.db;
  const placing = world.api.send('placeorder', { ...WISH, idempotencyKey: 'unlinked-1' }, { token });
  const orderId = await playDesk(world.api, userId, { state: 'open', brokerOrderId: 'U-1' });
  await placing;
  await sql`UPDATE broker_link SET unlinked_at = now() WHERE id = ${trader.brokerId}`.execute(kysely);
  const cancelled = await world.api.send('cancelorder', { orderId, idempotencyKey: 'unlinked-2' }, { token });
  expect([cancelled.code, cancelled.message]).toEqual([
    'BROKER_NOT_LINKED',
    'This broker account is not linked any more. Change or cancel the order in your broker’s own app, or link it again.',
  ]);
  const changed = await world.api.send('modifyorder', { orderId, price: 598, idempotencyKey: 'unlinked-3' }, { token });
  expect([changed.code, changed.message]).toEqual([cancelled.code, cancelled.message]);
  const asked = await sql`SELECT 1 FROM broker_order_request WHERE broker_order_id = ${orderId}`.execute(kysely);
  expect(asked.rows).toEqual([]);
});

test('an order that is placed while its broker account is being unlinked is not kept for a later link', async () => {
  const trader = await world.trader('unlinking_hand');
  const { accessToken: token, userId } = trader.person;
  const { kysely } = world.api.database.db;
  let placing: ReturnType<typeof place> | undefined;
  const place = () => world.api.send('placeorder', { ...WISH, side: 'sell', idempotencyKey: 'unlinking-1' }, { token });
  await kysely.transaction().execute(async (tx) => {
    await sql`SELECT FROM broker_link WHERE id = ${trader.brokerId} FOR UPDATE`.execute(tx);
    placing = place();
    for (let tries = 0; tries < 100; tries += 1) {
      const { rows } = await sql`SELECT FROM pg_locks WHERE NOT granted`.execute(kysely);
      if (rows.length > 0) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await sql`UPDATE broker_link SET unlinked_at = now() WHERE id = ${trader.brokerId}`.execute(tx);
  });
  expect((await placing)?.code).toBe('BROKER_NOT_LINKED');
  const kept = await sql`SELECT FROM broker_order WHERE account_id = ${userId}`.execute(kysely);
  expect(kept.rows).toEqual([]);
});

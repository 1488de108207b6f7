import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HandWorld, openHandWorld, playDesk, playRequest, type Trader } from './testing/hand-world.ts';

/** Its broker tells a band from 540.00 to 660.00 for SBIN. */
let world: HandWorld;
let asha: Trader;
beforeAll(async () => {
  world = await openHandWorld();
  asha = await world.trader('asha_band');
});
afterAll(() => world.api.close());

const as = ({ person }: Trader) => ({ token: person.accessToken });
const kysely = () => world.api.database.db.kysely;
const WISH = { symbol: 'SBIN', side: 'buy', product: 'DELIVERY', quantity: 10, price: 599.95 } as const;
const message = 'The exchange takes prices from ₹540.00 to ₹660.00 today.';
let keys = 0;
const key = () => `band-${++keys}`;

test('an order by hand at a price that the exchange does not take today is refused with the band, and nothing leaves', async () => {
  const beyond = await world.api.send('placeorder', { ...WISH, price: 660.05, idempotencyKey: key() }, as(asha));
  expect([beyond.status, beyond.errors]).toEqual([422, [{ path: 'price', message }]]);
  const stop = { ...WISH, price: 670, triggerPrice: 665, idempotencyKey: key() };
  expect((await world.api.send('placeorder', stop, as(asha))).errors).toEqual([
    { path: 'price', message },
    { path: 'triggerPrice', message },
  ]);
  const { rows } = await sql`SELECT 1 FROM broker_order WHERE account_id = ${asha.person.userId}`.execute(kysely());
  expect(rows).toEqual([]);
});

test('a change to such a price is refused with the band, and one of units is not', async () => {
  const placing = world.api.send('placeorder', { ...WISH, idempotencyKey: key() }, as(asha));
  const orderId = await playDesk(world.api, asha.person.userId, { state: 'open', brokerOrderId: 'B1' });
  expect((await placing).status).toBe(200);
  await sql`UPDATE broker_order SET price_paise = 53000 WHERE id = ${orderId}`.execute(kysely());
  const change = (wanted: object) =>
    world.api.send('modifyorder', { orderId, ...wanted, idempotencyKey: key() }, as(asha));
  const beyond = await change({ price: 539.95 });
  expect([beyond.status, beyond.errors]).toEqual([422, [{ path: 'price', message }]]);
  const answer = change({ quantity: 12 });
  await playRequest(world.api, orderId, 'open');
  expect((await answer).status).toBe(200);
});

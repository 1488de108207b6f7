import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownOrderPartsOf } from '../../compose/own-orders.ts';
import { createOwnOrdersService, findPlaced, readOwnProgress } from '../orders/index.ts';
import { type HandWorld, openHandWorld } from '../orders/testing/hand-world.ts';
import { createLiveBasketDesk } from './live-desk.ts';
import { openMarketOfFive } from './testing/market-of-five.ts';

let world: HandWorld;
beforeAll(async () => {
  world = await openHandWorld();
});
afterAll(() => world.api.close());

const SBIN = { exchange: 'NSE', token: '3045', tradingSymbol: 'SBIN-EQ', isin: 'INE062A01020' } as const;

test('closing and rebalancing a live basket say what its owner has not authorised at the depository, and are not held up', async () => {
  const market = await openMarketOfFive(world.api);
  const { person } = await world.trader('asha');
  const as = { token: person.accessToken };
  const constituents = [
    { symbol: 'SBIN', weightPercent: 50 },
    { symbol: 'ITC', weightPercent: 50 },
  ];
  const { data: made } = await world.api.send('addBasket', { name: 'Two', constituents }, as);
  const { bus, marketData } = world.api.services;
  const orders = createOwnOrdersService({ ...ownOrderPartsOf(world.api.foundation, { bus, marketData }), waitMs: 0 });
  const { db: database } = world.api.database;
  const desk = createLiveBasketDesk({ orders, database, findPlaced, progressOf: readOwnProgress });
  const open = async (is_live: 0 | 1, idempotencyKey: string) => {
    const asked = { basketId: made.basketId, amountPaise: 50_000_00, is_live, idempotencyKey };
    return (await world.api.send('openBasket', asked, as)).data.myBasketId;
  };
  const live = await open(1, 'live');
  for (let i = 0; i < 8; i += 1) {
    await market.look(desk);
    await sql`UPDATE broker_order SET state = 'filled', filled_quantity = quantity,
      filled_value_paise = quantity::bigint * price_paise WHERE state IN ('intended', 'open')`.execute(database.kysely);
    await market.tick(2);
  }
  const paper = await open(0, 'paper');
  await market.settle();
  const closing = async (myBasketId: number) =>
    (await world.api.send('previewBasketFetch', { myBasketId, closing: true }, as)).data.preview;
  const { rows } = await closing(live);
  const quantity = rows.find(({ symbol }) => symbol === 'SBIN')?.order?.quantity ?? 0;
  expect(quantity).toBeGreaterThan(2);

  const missing = (free: number) =>
    `Your broker may sell ${free} of SBIN today; the rest waits until you authorise its sale at CDSL, on the page of holdings.`;
  const hold = (t1Quantity: number) => {
    const held = { quantity: quantity + t1Quantity, t1Quantity, authorisedQuantity: 0, averagePaise: 500_00 };
    world.holdings = { kind: 'ok', value: [{ ...SBIN, ...held }] };
    return world.api.clock.advance(31_000);
  };
  await hold(2);
  const plan = await closing(live);
  expect([plan.notes[0], plan.problems]).toEqual([missing(2), []]);
  expect((await closing(paper)).notes).not.toContain(missing(2));
  // Twice its price: half of it is sold.
  await market.tick(2, { SBIN: 1_624_00 });
  const { data } = await world.api.send('rebalanceFetchbasket', { myBasketId: live, apply: false }, as);
  expect(data.plan.notes).toContain(missing(2));

  const bought = { ...SBIN, product: 'delivery', netQuantity: quantity } as never;
  world.positions = { kind: 'ok', value: [bought] };
  await hold(2);
  expect((await closing(live)).notes.filter((note) => note.includes('CDSL'))).toEqual([]);
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestCancels } from '../risk/change-store.ts';
import { lockRisk } from '../risk/store.ts';
import { insertOrder } from '../risk/testing/desk-facts.ts';
import { lockOwn } from './own-orders-store.ts';
import { type HandWorld, openHandWorld, playDesk, playRequest, type Trader } from './testing/hand-world.ts';

let world: HandWorld;
beforeAll(async () => {
  world = await openHandWorld();
});
afterAll(() => world.api.close());

const WISH = { symbol: 'SBIN', side: 'buy', product: 'INTRADAY', quantity: 100, price: 600 } as const;
let keys = 0;
const kysely = () => world.api.database.db.kysely;
const as = ({ person }: Trader) => ({ token: person.accessToken });

async function placed(trader: Trader, more: object): Promise<number> {
  const answer = world.api.send('placeorder', { ...WISH, ...more, idempotencyKey: `key-${++keys}` }, as(trader));
  await playDesk(world.api, trader.person.userId, { state: 'open', brokerOrderId: `C${++keys}` });
  return (await answer).data.order.orderId;
}

const modify = (trader: Trader, orderId: number, change: object) =>
  world.api.send('modifyorder', { orderId, ...change, idempotencyKey: `key-${++keys}` }, as(trader));

/** The code that refused it, or what the desk is to make of it. */
async function asked(trader: Trader, orderId: number, change: object): Promise<unknown> {
  const answer = modify(trader, orderId, change);
  const played = playRequest(world.api, orderId, 'open').catch(() => undefined);
  const { code, status } = await Promise.race([answer, played.then(() => answer)]);
  return status === 200 ? 'taken' : code;
}

const limit = ({ person }: Trader, columns: object) =>
  kysely()
    .insertInto('risk_limit')
    .values({ account_id: person.userId, updated_at: new Date(0), ...columns })
    .execute();

test('an order that was parked far away is not brought to the market past a lock or the daily loss', async () => {
  const trader = await world.trader('parking_hand');
  const orderId = await placed(trader, { quantity: 1_000, price: 550 });
  await limit(trader, { locked_until: new Date(world.api.clock.now() + 86_400_000), lock_reason: 'Calm.' });
  expect(await asked(trader, orderId, { price: 600 })).toBe('RISK_VETOED');
  expect(await asked(trader, orderId, { price: 550.05 })).toBe('RISK_VETOED');
  expect(await asked(trader, orderId, { quantity: 999, price: 600 })).toBe('RISK_VETOED');
  await sql`UPDATE risk_limit SET locked_until = NULL, max_loss_per_day_paise = 100, stopped_day = '2026-01-05'
    WHERE account_id = ${trader.person.userId}`.execute(kysely());
  const stopped = await modify(trader, orderId, { price: 600 });
  expect(stopped.code).toBe('RISK_VETOED');
  expect(stopped.message).toContain('daily loss limit');
  expect(await asked(trader, orderId, { quantity: 900, price: 540 })).toBe('taken');
});

test('the trigger of a stop does not come nearer past a lock', async () => {
  const trader = await world.trader('trigger_hand');
  const orderId = await placed(trader, { price: 650, triggerPrice: 640 });
  await limit(trader, { locked_until: new Date(world.api.clock.now() + 86_400_000), lock_reason: 'Calm.' });
  expect(await asked(trader, orderId, { triggerPrice: 605 })).toBe('RISK_VETOED');
  expect(await asked(trader, orderId, { triggerPrice: 645 })).toBe('taken');
});

test('the limit of a stop that waits for its trigger is moved no further from it than the exchange takes', async () => {
  const trader = await world.trader('far_hand');
  const orderId = await placed(trader, { price: 650, triggerPrice: 640 });
  const rests = (state: string) =>
    sql`UPDATE broker_order SET state = ${state} WHERE id = ${orderId}`.execute(kysely());
  await rests('trigger_pending');
  const far = await modify(trader, orderId, { price: 659.25 });
  expect([far.code, far.errors[0]?.path]).toEqual(['INVALID_INPUT', 'price']);
  const shown = await world.api.send('previeworder', { ...WISH, price: 659.25, replaces: orderId }, as(trader));
  expect(shown.data.preview.problems).toEqual([{ field: 'price', sentence: far.errors[0]?.message }]);
  expect(far.errors[0]?.message).toContain('Write ₹659.20 or a price nearer');
  expect(await asked(trader, orderId, { price: 659.2 })).toBe('taken');
  // Once triggered it is a limit order at the exchange: the broker says how far it may go.
  await rests('open');
  expect(await asked(trader, orderId, { price: 659.5 })).toBe('taken');
});

test('the trigger of a stop that waits is not moved to where the market has passed it', async () => {
  const trader = await world.trader('passed_hand');
  const orderId = await placed(trader, { price: 650, triggerPrice: 640 });
  const rests = (state: string) =>
    sql`UPDATE broker_order SET state = ${state} WHERE id = ${orderId}`.execute(kysely());
  await rests('trigger_pending');
  const passed = { price: 605, triggerPrice: 600 };
  const refused = await modify(trader, orderId, passed);
  expect([refused.code, refused.errors[0]?.path]).toEqual(['INVALID_INPUT', 'triggerPrice']);
  expect(refused.errors[0]?.message).toBe('The trigger must lie above the last price, ₹600.00.');
  const shown = await world.api.send('previeworder', { ...WISH, ...passed, replaces: orderId }, as(trader));
  expect(shown.data.preview.problems).toEqual([{ field: 'triggerPrice', sentence: refused.errors[0]?.message }]);
  expect(await asked(trader, orderId, { price: 605, triggerPrice: 600.05 })).toBe('taken');
  // It may have been triggered: what it had for a trigger matters no more.
  await rests('open');
  expect(await asked(trader, orderId, { triggerPrice: 600 })).toBe('taken');
});

test('a change is weighed in the place of the order, and not beside it', async () => {
  const trader = await world.trader('room_hand');
  const orderId = await placed(trader, {});
  const limits = { max_gross_exposure_paise: 62_000_00n, max_trades_per_day: 1, max_margin_percent: 2 };
  await limit(trader, limits);
  await sql`UPDATE broker_link SET funds_available_paise = 98800000, funds_used_paise = 1200000
    WHERE id = ${trader.brokerId}`.execute(kysely());
  expect(await asked(trader, orderId, { price: 620 })).toBe('taken');
  expect(await asked(trader, orderId, { price: 620.05 })).toBe('RISK_VETOED');
  expect(await asked(trader, orderId, { quantity: 104 })).toBe('RISK_VETOED');
});

test('a change is previewed with the margin and the charges of what is not filled, and keeps nothing', async () => {
  const trader = await world.trader('foreseeing_hand');
  const orderId = await placed(trader, { price: 590 });
  await sql`UPDATE broker_order SET state = 'partially_filled', filled_quantity = 40, filled_value_paise = 2360000
    WHERE id = ${orderId}`.execute(kysely());
  await limit(trader, { max_gross_exposure_paise: 60_500_00n });
  const preview = async (change: object) => {
    const wish = { ...WISH, side: 'sell', symbol: 'INFY', price: 590, replaces: orderId, ...change } as const;
    return world.api.send('previeworder', wish, as(trader));
  };
  const { data } = await preview({ price: 601 });
  expect(data.preview).toMatchObject({ valuePaise: 36_060_00, marginPaise: 12_345_67, problems: [] });
  expect(world.legs.at(-1)).toMatchObject({ side: 'buy', quantity: 60, pricePaise: 601_00 });
  expect(data.preview.charges.totalPaise).toBeGreaterThan(0);
  const beyond = (await preview({ quantity: 102 })).data.preview.problems;
  expect(beyond.map(({ sentence }) => sentence).join()).toContain('gross exposure');
  expect((await preview({ price: 601.03 })).data.preview.problems.map(({ field }) => field)).toEqual(['price']);
  const filled = await preview({ quantity: 40 });
  expect([filled.code, filled.message]).toEqual(['INVALID_INPUT', '40 are filled already. Write more, or cancel.']);
  const { rows } = await sql`SELECT 1 FROM broker_order_request WHERE broker_order_id = ${orderId}`.execute(kysely());
  expect(rows).toEqual([]);
});

test('the preview of a change is refused for an order that has ended, was placed elsewhere or is another’s', async () => {
  const [trader, other] = [await world.trader('ended_hand'), await world.trader('peeking_hand')];
  const orderId = await placed(trader, {});
  const ask = async (by: Trader, replaces: number) =>
    (await world.api.send('previeworder', { ...WISH, replaces }, as(by))).code;
  expect(await ask(other, orderId)).toBe('NOT_FOUND');
  await sql`UPDATE broker_order SET state = 'cancelled' WHERE id = ${orderId}`.execute(kysely());
  expect(await ask(trader, orderId)).toBe('ORDER_ENDED');
  const foreign = await insertOrder(world.api.database.db, {
    ...{ account_id: trader.person.userId, broker_link_id: trader.brokerId, role: 'foreign', state: 'open' },
    ...{ broker_order_id: 'E-1', filled_quantity: 0, filled_value_paise: 0n },
  });
  expect(await ask(trader, foreign)).toBe('ORDER_PLACED_ELSEWHERE');
});

test('two orders that are made larger at once do not pass a limit together', async () => {
  const trader = await world.trader('growing_hand');
  const [first, second] = [await placed(trader, {}), await placed(trader, {})];
  await limit(trader, { max_gross_exposure_paise: 200_000_00n });
  const growing = modify(trader, first, { quantity: 200 });
  await expect
    .poll(async () => {
      const { rows } = await sql`SELECT 1 FROM broker_order_request WHERE broker_order_id = ${first}`.execute(kysely());
      return rows.length;
    })
    .toBe(1);
  const refused = await modify(trader, second, { quantity: 200 });
  expect(refused.code).toBe('RISK_VETOED');
  expect(refused.message).toContain('gross exposure');
  await playRequest(world.api, first, 'open');
  expect((await growing).status).toBe(200);
});

test('a sale that only closes what is held is brought to any price, whatever stands', async () => {
  const trader = await world.trader('closing_hand');
  const { userId } = trader.person;
  await insertOrder(world.api.database.db, {
    ...{ account_id: userId, broker_link_id: trader.brokerId, role: 'own', settled: true },
  });
  const orderId = await placed(trader, { side: 'sell', price: 640 });
  await sql`INSERT INTO kill_switch (account_id, set_by, reason, set_at)
    VALUES (${userId}, 'owner', 'Enough.', now())`.execute(kysely());
  expect(await asked(trader, orderId, { price: 595 })).toBe('taken');
  expect(await asked(trader, orderId, { quantity: 101 })).toBe('KILL_SWITCH_ON');
});

test('a trigger for a limit order is refused by the change and by its preview, and nothing is asked of the broker', async () => {
  const trader = await world.trader('turning_hand');
  const orderId = await placed(trader, { price: 590 });
  const error = {
    path: 'triggerPrice',
    message: 'A limit order does not become a stop. Leave the trigger out, or cancel the order and place a stop.',
  };
  for (const change of [{ triggerPrice: 585 }, { price: 592, triggerPrice: 585 }]) {
    const refused = await modify(trader, orderId, change);
    expect([refused.status, refused.code, refused.errors]).toEqual([422, 'INVALID_INPUT', [error]]);
  }
  const wish = { ...WISH, price: 592, triggerPrice: 585, replaces: orderId };
  const preview = await world.api.send('previeworder', wish, as(trader));
  expect([preview.code, preview.errors]).toEqual(['INVALID_INPUT', [error]]);
  const { rows } = await sql`SELECT 1 FROM broker_order_request WHERE broker_order_id = ${orderId}`.execute(kysely());
  expect(rows).toEqual([]);
  expect(await asked(trader, orderId, { price: 592 })).toBe('taken');
});

test('while a change is not confirmed the order shows the terms in force, and those that were asked for beside them', async () => {
  const trader = await world.trader('waiting_hand');
  const orderId = await placed(trader, { price: 650, triggerPrice: 640 });
  const answer = modify(trader, orderId, { quantity: 90, triggerPrice: 645 });
  const shown = async () => {
    const { data } = await world.api.send('ownorders', { pageSize: 10 }, as(trader));
    return data.order_list.map((row) => [row.quantity, row.price, row.triggerPrice, row.asked, row.askedTerms]);
  };
  await expect.poll(shown).toEqual([[100, 650, 640, 'modify', { quantity: 90, price: 650, triggerPrice: 645 }]]);
  const { data } = await answer;
  expect(data).toMatchObject({ onItsWay: true, order: { quantity: 100, askedTerms: { quantity: 90 } } });
  const again = modify(trader, orderId, { price: 651 });
  await expect.poll(async () => (await shown())[0]?.[4]).toEqual({ quantity: 100, price: 651, triggerPrice: 640 });
  await playRequest(world.api, orderId, 'open');
  expect((await again).data.order.askedTerms).toBeUndefined();
});

test('a change and the kill switch that takes the order back do not wait for each other', async () => {
  const trader = await world.trader('crossing_hand');
  const orderId = await placed(trader, {});
  const { userId } = trader.person;
  const { db } = world.api.database;
  const tries = { change: 0, kill: 0 };
  let isHeld = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    isHeld = resolve;
  });
  const change = db.transaction(async (tx) => {
    tries.change += 1;
    await lockOwn(tx, userId, orderId);
    isHeld();
    await new Promise((resolve) => setTimeout(resolve, 200));
    await lockRisk(tx, userId);
  });
  await held;
  const kill = db.transaction(async (tx) => {
    tries.kill += 1;
    await lockRisk(tx, userId);
    await requestCancels(tx, [orderId], new Date(world.api.clock.now()));
  });
  await Promise.all([change, kill]);
  expect(tries).toEqual({ change: 1, kill: 1 });
});

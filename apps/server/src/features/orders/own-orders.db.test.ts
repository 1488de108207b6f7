import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putClock, putLastPrices } from '../market-data/store.ts';
import { insertOrder } from '../risk/testing/desk-facts.ts';
import { type HandWorld, openHandWorld, playDesk, playRequest, type Trader } from './testing/hand-world.ts';

let world: HandWorld;
let asha: Trader;
let other: Trader;

beforeAll(async () => {
  world = await openHandWorld();
  [asha, other] = [await world.trader('asha_hand'), await world.trader('ravi_hand')];
});
afterAll(() => world.api.close());

const as = ({ person }: Trader) => ({ token: person.accessToken });
const WISH = { symbol: 'SBIN', side: 'buy', product: 'DELIVERY', quantity: 10, price: 599.95 } as const;
let keys = 0;
const key = () => `key-${++keys}`;
const kysely = () => world.api.database.db.kysely;

async function placed(trader: Trader, state = 'open', more: object = {}): Promise<number> {
  const answer = world.api.send('placeorder', { ...WISH, ...more, idempotencyKey: key() }, as(trader));
  await playDesk(world.api, trader.person.userId, { state, brokerOrderId: `B${++keys}` });
  const { data, message } = await answer;
  if (!data) throw new Error(message);
  return data.order.orderId;
}

async function countOrders(trader: Trader): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM broker_order
    WHERE account_id = ${trader.person.userId}`.execute(kysely());
  return rows[0]?.n ?? 0;
}

async function whileClosed(act: () => Promise<void>): Promise<void> {
  const { dataset } = world.api.services.marketData;
  const now = world.api.clock.now();
  const at = (exchangeAt: number) => ({ exchangeAt, seenAt: now, speed: 1, feed: 'live' as const });
  await putClock(kysely(), dataset, at(Date.UTC(2026, 0, 5, 12, 0)));
  try {
    await act();
  } finally {
    await putClock(kysely(), dataset, at(now));
  }
}

describe('a preview', () => {
  test('says margin, charges by kind, band and last price, and keeps nothing', async () => {
    const before = await countOrders(asha);
    const { data } = await world.api.send('previeworder', WISH, as(asha));
    expect(data.preview).toMatchObject({
      brokerId: asha.brokerId,
      badge: 'live_simulated',
      kind: 'limit',
      lastPrice: 600,
      lowerBand: 540,
      upperBand: 660,
      tickSize: 0.05,
      valuePaise: 5_999_50,
      marginPaise: 12_345_67,
      problems: [],
    });
    const { totalPaise, ...kinds } = data.preview.charges;
    expect(Object.values(kinds).reduce((sum, paise) => sum + paise, 0)).toBe(totalPaise);
    expect(totalPaise).toBeGreaterThan(0);
    expect(world.legs.at(-1)).toMatchObject({ side: 'buy', product: 'delivery', quantity: 10, pricePaise: 599_95 });
    expect(await countOrders(asha)).toBe(before);
  });

  test('names what stands in the way: tick, band, trigger and the closed market', async () => {
    const ask = async (wish: object) => {
      const { data } = await world.api.send('previeworder', { ...WISH, ...wish }, as(asha));
      return data.preview.problems.map(({ field }) => field);
    };
    expect(await ask({ price: 599.97 })).toEqual(['price']);
    expect(await ask({ price: 700 })).toEqual(['price']);
    expect(await ask({ price: 601, triggerPrice: 599 })).toEqual(['triggerPrice']);
    expect(await ask({ price: 601, triggerPrice: 602 })).toEqual(['price']);
    expect(await ask({ side: 'sell', price: 590, triggerPrice: 595 })).toEqual([]);
    await whileClosed(async () => expect(await ask({})).toEqual([undefined]));
  });

  test('says what a broker refuses in the broker’s words', async () => {
    world.margin = { kind: 'refused', code: 'AB1', message: 'Scrip is in ban.' };
    const { data } = await world.api.send('previeworder', WISH, as(asha));
    world.margin = { kind: 'ok', value: 12_345_67n };
    expect(data.preview.marginPaise).toBeUndefined();
    expect(data.preview.problems[0]?.sentence).toContain('Scrip is in ban.');
  });
});

describe('placing an order by hand', () => {
  test('keeps it as the desk takes it up, and answers what the broker said', async () => {
    const answer = world.api.send('placeorder', { ...WISH, idempotencyKey: key() }, as(asha));
    const id = await playDesk(world.api, asha.person.userId, { state: 'filled', brokerOrderId: 'B-1', filled: 10 });
    const { status, data } = await answer;
    expect(status).toBe(200);
    expect(data).toMatchObject({
      onItsWay: false,
      order: { orderId: id, placedBy: 'own', status: 'filled', averagePrice: 599.95, brokerOrderId: 'B-1' },
    });
    const row = await kysely().selectFrom('broker_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ role: 'own', deployment_id: null, product: 'delivery', kind: 'limit', settled: false });
    expect(row.tag).toMatch(/^[a-zA-Z0-9]{1,19}$/);
    expect(row.trading_symbol).toBe('SBIN-EQ');
  });

  test('answers a rejection in the broker’s words', async () => {
    const answer = world.api.send('placeorder', { ...WISH, idempotencyKey: key() }, as(asha));
    const rejectText = 'RMS: margin exceeds by Rs 120';
    await playDesk(world.api, asha.person.userId, { state: 'rejected', rejectText });
    expect((await answer).data).toMatchObject({ onItsWay: false, order: { status: 'rejected', rejectText } });
  });

  test('with no desk it is still on its way after three seconds, and not lost', async () => {
    const { data } = await world.api.send('placeorder', { ...WISH, idempotencyKey: key() }, as(asha));
    expect(data).toMatchObject({ onItsWay: true, order: { status: 'intended' } });
    await playDesk(world.api, asha.person.userId, { state: 'open', brokerOrderId: 'B-late' });
  });

  test('twice with one key it is one order; with another body it is refused', async () => {
    const idempotencyKey = key();
    const before = await countOrders(asha);
    const twice = [1, 2].map(() => world.api.send('placeorder', { ...WISH, idempotencyKey }, as(asha)));
    await playDesk(world.api, asha.person.userId, { state: 'open', brokerOrderId: 'B-twice' });
    const [first, second] = await Promise.all(twice);
    expect(second?.data.order.orderId).toBe(first?.data.order.orderId);
    expect(await countOrders(asha)).toBe(before + 1);
    const changed = await world.api.send('placeorder', { ...WISH, quantity: 11, idempotencyKey }, as(asha));
    expect(changed.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('a price off the tick is refused at its field and keeps nothing', async () => {
    const before = await countOrders(asha);
    const bad = await world.api.send('placeorder', { ...WISH, price: 599.97, idempotencyKey: key() }, as(asha));
    expect([bad.code, bad.errors.map(({ path }) => path)]).toEqual(['INVALID_INPUT', ['price']]);
    expect(await countOrders(asha)).toBe(before);
  });

  test('outside continuous trading it is refused', async () => {
    await whileClosed(async () => {
      const { code } = await world.api.send('placeorder', { ...WISH, idempotencyKey: key() }, as(asha));
      expect(code).toBe('MARKET_CLOSED');
    });
  });

  test('an instrument that cannot be traded is refused', async () => {
    const { code } = await world.api.send('placeorder', { ...WISH, symbol: 'NOSUCH', idempotencyKey: key() }, as(asha));
    expect(code).toBe('INSTRUMENT_UNKNOWN');
  });

  test('with the kill switch set it is refused, also again with its key, and the veto is kept', async () => {
    const trader = await world.trader('killed_hand');
    await sql`INSERT INTO kill_switch (account_id, set_by, reason, set_at)
      VALUES (${trader.person.userId}, 'owner', 'Enough.', now())`.execute(kysely());
    const idempotencyKey = key();
    const first = await world.api.send('placeorder', { ...WISH, idempotencyKey }, as(trader));
    const again = await world.api.send('placeorder', { ...WISH, idempotencyKey }, as(trader));
    expect([first.code, again.code]).toEqual(['KILL_SWITCH_ON', 'KILL_SWITCH_ON']);
    expect(await countOrders(trader)).toBe(0);
    const vetoes = await kysely()
      .selectFrom('risk_veto')
      .select(['rule', 'deployment_id'])
      .where('account_id', '=', trader.person.userId)
      .execute();
    expect(vetoes).toEqual([{ rule: 'kill_switch', deployment_id: null }]);
    const { data } = await world.api.send('previeworder', WISH, as(trader));
    expect(data.preview.problems.map(({ sentence }) => sentence).join()).toContain('kill switch');
  });

  test('with the kill switch and a lock set, what only closes a position goes out; what goes beyond it is refused', async () => {
    const trader = await world.trader('leaving_hand');
    const { userId } = trader.person;
    await sql`INSERT INTO kill_switch (account_id, set_by, reason, set_at)
      VALUES (${userId}, 'owner', 'Enough.', now())`.execute(kysely());
    await sql`INSERT INTO risk_limit (account_id, locked_until, lock_reason, updated_at)
      VALUES (${userId}, now() + interval '300 days', 'Calm.', now())`.execute(kysely());
    const sale = { ...WISH, side: 'sell', product: 'INTRADAY', price: 599 } as const;
    const sell = (quantity: number) =>
      world.api.send('placeorder', { ...sale, quantity, idempotencyKey: key() }, as(trader));
    expect((await sell(10)).code).toBe('KILL_SWITCH_ON');
    await insertOrder(world.api.database.db, {
      ...{ account_id: userId, broker_link_id: trader.brokerId, role: 'own', settled: true },
      ...{ quantity: 30, filled_quantity: 30, filled_value_paise: 18_000_00n },
    });
    const beyond = await sell(31);
    expect(beyond.code).toBe('KILL_SWITCH_ON');
    expect(beyond.message).toContain('Up to 30 can be sold at any time');
    const leaving = sell(20);
    const orderId = await playDesk(world.api, userId, { state: 'open', brokerOrderId: `B${++keys}` });
    expect((await leaving).status).toBe(200);
    const modify = (quantity: number) =>
      world.api.send('modifyorder', { orderId, quantity, idempotencyKey: key() }, as(trader));
    const grown = modify(30);
    await playRequest(world.api, orderId, 'open');
    expect((await grown).status).toBe(200);
    expect((await modify(31)).code).toBe('KILL_SWITCH_ON');
    const cancel = world.api.send('cancelorder', { orderId, idempotencyKey: key() }, as(trader));
    await playRequest(world.api, orderId, 'cancelled');
    expect((await cancel).status).toBe(200);
  });

  test('a position that only the broker knows of can be closed under the kill switch', async () => {
    const trader = await world.trader('taken_over_hand');
    await sql`INSERT INTO kill_switch (account_id, set_by, reason, set_at)
      VALUES (${trader.person.userId}, 'owner', 'Enough.', now())`.execute(kysely());
    const position = { exchange: 'NSE', token: '3045', tradingSymbol: 'SBIN-EQ', product: 'intraday' } as const;
    const values = { buyQuantity: 10, sellQuantity: 0, buyValuePaise: 6_000_00n, sellValuePaise: 0n };
    world.positions = { kind: 'ok', value: [{ ...position, ...values, netQuantity: 10 }] };
    const sale = { ...WISH, side: 'sell', product: 'INTRADAY', price: 599 } as const;
    expect((await world.api.send('previeworder', sale, as(trader))).data.preview.problems).toEqual([]);
    const answer = world.api.send('placeorder', { ...sale, idempotencyKey: key() }, as(trader));
    await playDesk(world.api, trader.person.userId, { state: 'open', brokerOrderId: `B${++keys}` });
    expect((await answer).status).toBe(200);
    const { code } = await world.api.send('placeorder', { ...sale, idempotencyKey: key() }, as(trader));
    world.positions = { kind: 'ok', value: [] };
    expect(code).toBe('KILL_SWITCH_ON');
  });

  test('beyond a limit of the account it is refused in figures', async () => {
    const trader = await world.trader('limited_hand');
    await sql`INSERT INTO risk_limit (account_id, max_gross_exposure_paise, updated_at)
      VALUES (${trader.person.userId}, 100000, now())`.execute(kysely());
    const { code, message } = await world.api.send('placeorder', { ...WISH, idempotencyKey: key() }, as(trader));
    expect(code).toBe('RISK_VETOED');
    expect(message).toContain('gross exposure');
  });

  test('without KYC, activation, a broker or its session it is refused by name', async () => {
    const trader = await world.trader('newcomer_hand');
    const { userId } = trader.person;
    const ask = async () => (await world.api.send('placeorder', { ...WISH, idempotencyKey: key() }, as(trader))).code;
    const verify = (kyc: boolean, activated: boolean) =>
      sql`UPDATE account SET kyc_verified_at = ${kyc ? new Date() : null}, trade_activated_at = ${activated ? new Date() : null}
        WHERE id = ${userId}`.execute(kysely());
    await verify(false, false);
    expect(await ask()).toBe('KYC_AND_ACTIVATION_MISSING');
    await verify(true, false);
    expect(await ask()).toBe('TRADE_NOT_ACTIVATED');
    await verify(false, true);
    expect(await ask()).toBe('KYC_NOT_VERIFIED');
    await verify(true, true);
    await sql`UPDATE broker_link SET status = 'expired' WHERE account_id = ${userId}`.execute(kysely());
    expect(await ask()).toBe('BROKER_SESSION_CLOSED');
    await sql`UPDATE broker_link SET unlinked_at = now() WHERE account_id = ${userId}`.execute(kysely());
    expect(await ask()).toBe('BROKER_NOT_LINKED');
  });

  test('on another person’s broker account it is refused as if there were none', async () => {
    const wish = { ...WISH, brokerId: asha.brokerId };
    const refused = await world.api.send('placeorder', { ...wish, idempotencyKey: key() }, as(other));
    expect([refused.status, refused.code]).toEqual([404, 'NOT_FOUND']);
    expect((await world.api.send('previeworder', wish, as(other))).code).toBe('NOT_FOUND');
  });

  test('with several accounts it has to name one, and goes to that one', async () => {
    const trader = await world.trader('several_hand');
    const linked = await world.api.send(
      'linkangelone',
      { clientCode: 'H9001', apiKey: 'sim-api-key', pin: '1234', totp: '123456' },
      as(trader),
    );
    const { brokerId } = linked.data.broker_angelone_details;
    expect(brokerId).not.toBe(trader.brokerId);
    const ask = (more: object) => world.api.send('placeorder', { ...WISH, ...more, idempotencyKey: key() }, as(trader));
    const unnamed = [await ask({}), await world.api.send('previeworder', WISH, as(trader))];
    expect(unnamed.map(({ status, errors }) => [status, errors[0]?.path])).toEqual([
      [422, 'brokerId'],
      [422, 'brokerId'],
    ]);
    expect((await ask({ brokerId: asha.brokerId })).code).toBe('NOT_FOUND');
    for (const chosen of [trader.brokerId, brokerId]) {
      const preview = await world.api.send('previeworder', { ...WISH, brokerId: chosen }, as(trader));
      expect(preview.data.preview.brokerId).toBe(chosen);
      const answer = ask({ brokerId: chosen });
      await playDesk(world.api, trader.person.userId, { state: 'open', brokerOrderId: `S-${chosen}` });
      expect((await answer).data.order.brokerId).toBe(chosen);
    }
  });
});

describe('changing and cancelling an order by hand', () => {
  test('a change is asked of the desk with every value, those that stay included', async () => {
    const orderId = await placed(asha);
    const answer = world.api.send('modifyorder', { orderId, price: 598, idempotencyKey: key() }, as(asha));
    const asked = await playRequest(world.api, orderId, 'open');
    expect(asked).toEqual({ verb: 'modify', body: { kind: 'limit', quantity: 10, pricePaise: 598_00 } });
    expect((await answer).data.onItsWay).toBe(false);
  });

  test('a cancellation is asked once, and shows until the broker has answered', async () => {
    const orderId = await placed(asha);
    const idempotencyKey = key();
    const first = world.api.send('cancelorder', { orderId, idempotencyKey }, as(asha));
    expect(await playRequest(world.api, orderId, 'cancelled')).toEqual({ verb: 'cancel', body: null });
    expect((await first).data.order.status).toBe('cancelled');
    await world.api.send('cancelorder', { orderId, idempotencyKey }, as(asha));
    const { rows } = await sql`SELECT 1 FROM broker_order_request WHERE broker_order_id = ${orderId}`.execute(kysely());
    expect(rows).toHaveLength(1);
    const ended = await world.api.send('cancelorder', { orderId, idempotencyKey: key() }, as(asha));
    expect(ended.code).toBe('ORDER_ENDED');
    const changed = await world.api.send('modifyorder', { orderId, price: 598, idempotencyKey: key() }, as(asha));
    expect(changed.code).toBe('ORDER_ENDED');
    const reused = await world.api.send('cancelorder', { orderId: await placed(asha), idempotencyKey }, as(asha));
    expect(reused.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('a change off the tick, below what is filled, beyond a limit or without a session is refused', async () => {
    const trader = await world.trader('changing_hand');
    const { userId } = trader.person;
    const orderId = await placed(trader);
    const ask = async (change: object) =>
      (await world.api.send('modifyorder', { orderId, ...change, idempotencyKey: key() }, as(trader))).code;
    expect(await ask({ price: 598.03 })).toBe('INVALID_INPUT');
    await sql`UPDATE broker_order SET filled_quantity = 4, state = 'partially_filled' WHERE id = ${orderId}`.execute(
      kysely(),
    );
    expect(await ask({ quantity: 4 })).toBe('INVALID_INPUT');
    await sql`INSERT INTO kill_switch (account_id, set_by, reason, set_at)
      VALUES (${userId}, 'owner', 'Enough.', now())`.execute(kysely());
    expect(await ask({ quantity: 20 })).toBe('KILL_SWITCH_ON');
    await sql`DELETE FROM kill_switch WHERE account_id = ${userId}`.execute(kysely());
    await sql`INSERT INTO risk_limit (account_id, max_gross_exposure_paise, updated_at)
      VALUES (${userId}, 100000, now())`.execute(kysely());
    expect(await ask({ quantity: 20 })).toBe('RISK_VETOED');
    await sql`UPDATE broker_link SET status = 'expired' WHERE account_id = ${userId}`.execute(kysely());
    expect(await ask({ price: 598 })).toBe('BROKER_SESSION_CLOSED');
  });

  test('an order that was placed elsewhere is listed as such and cannot be changed here', async () => {
    const orderId = await insertOrder(world.api.database.db, {
      ...{ account_id: asha.person.userId, broker_link_id: asha.brokerId, role: 'foreign', state: 'open' },
      ...{ broker_order_id: 'F-1', filled_quantity: 0, filled_value_paise: 0n },
    });
    const { data } = await world.api.send('ownorders', { pageSize: 100 }, as(asha));
    expect(data.order_list.find((row) => row.orderId === orderId)?.placedBy).toBe('elsewhere');
    expect(data.total).toBe(data.order_list.length);
    const changed = await world.api.send('modifyorder', { orderId, price: 598, idempotencyKey: key() }, as(asha));
    expect(changed.code).toBe('ORDER_PLACED_ELSEWHERE');
    const cancel = await world.api.send('cancelorder', { orderId, idempotencyKey: key() }, as(asha));
    expect(cancel.code).toBe('ORDER_PLACED_ELSEWHERE');
  });

  test('another person’s order is not there, not even in a list', async () => {
    const orderId = await placed(asha);
    const answers = [
      await world.api.send('cancelorder', { orderId, idempotencyKey: key() }, as(other)),
      await world.api.send('modifyorder', { orderId, price: 598, idempotencyKey: key() }, as(other)),
      await world.api.send('ownorderdetails', { orderId }, as(other)),
    ];
    expect(answers.map(({ code }) => code)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']);
    const { data } = await world.api.send('ownorders', {}, as(other));
    expect(data.order_list).toEqual([]);
  });

  test('none of the calls is answered without a sign-in', async () => {
    const { send } = world.api;
    const answers = [
      await send('previeworder', WISH),
      await send('placeorder', { ...WISH, idempotencyKey: key() }),
      await send('modifyorder', { orderId: 1, price: 1, idempotencyKey: key() }),
      await send('cancelorder', { orderId: 1, idempotencyKey: key() }),
      await send('ownorders', {}),
      await send('orderdetails', { orderId: 1 }),
      await send('ownorderdetails', { orderId: 1 }),
    ];
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['TOKEN_MISSING']));
  });
});

test('the details of an order by hand tell its latency, its charges and what was asked of it', async () => {
  const answer = world.api.send('placeorder', { ...WISH, idempotencyKey: key() }, as(asha));
  const orderId = await playDesk(world.api, asha.person.userId, { state: 'filled', brokerOrderId: 'B-d', filled: 10 });
  await answer;
  const { data } = await world.api.send('ownorderdetails', { orderId }, as(asha));
  expect(data.latency).toEqual({
    decidedToSentMs: 20,
    sentToAcknowledgedMs: 45,
    acknowledgedToFilledMs: 235,
    decidedToFilledMs: 300,
  });
  expect(data.timeline[0]).toMatchObject({ what: 'requested', role: 'own', price: 599.95 });
  expect(data.charges?.totalPaise).toBeGreaterThan(0);
});

test('a price that has stood still too long is a veto, not an order', async () => {
  const { dataset } = world.api.services.marketData;
  const instrument = await world.api.services.marketData.instrument('NSE', 'SBIN');
  if (!instrument) throw new Error('no SBIN');
  const price = { pricePaise: 600_00, openPaise: 600_00, highPaise: 600_00, lowPaise: 600_00 };
  const old = { instrumentId: instrument.id, ...price, previousClosePaise: 600_00, volume: 1 };
  const now = world.api.clock.now();
  await putLastPrices(kysely(), dataset, [{ ...old, at: now - 600_000 }]);
  const { code } = await world.api.send('placeorder', { ...WISH, idempotencyKey: key() }, as(asha));
  await putLastPrices(kysely(), dataset, [{ ...old, at: now }]);
  expect(code).toBe('RISK_VETOED');
});

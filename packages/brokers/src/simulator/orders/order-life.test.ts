import { describe, expect, test } from 'vitest';
import { CLIENT, DEAR, type Floor, LIMIT_BUY, NO_DDPI, OTHER, openFloor, SHARE } from './testing/floor.ts';
import type { ModifyRequest, PlaceRequest, SimOrder } from './types.ts';

const codesOf = (floor: Floor, order: SimOrder): string[] =>
  floor.updates.filter((update) => update.order.orderId === order.orderId).map((update) => update.code);

const changeOf = (order: SimOrder, change: Partial<ModifyRequest>): ModifyRequest => ({
  ...LIMIT_BUY,
  ...{ variety: order.variety, orderId: order.orderId, orderType: order.orderType, product: order.product },
  ...{ quantity: order.quantity, pricePaise: order.pricePaise, triggerPaise: order.triggerPaise },
  ...change,
});

describe('what is refused at once', () => {
  test.each<[string, Partial<PlaceRequest>, string]>([
    ['a price off the tick', { ...at(DEAR), pricePaise: 1_234_55 }, 'tick size'],
    ['a trigger off the tick', { ...stop(), triggerPaise: 98_02 }, 'tick size'],
    ['a token that is not listed', { token: '99' }, 'symboltoken'],
    ['another symbol than the token has', { tradingSymbol: 'BETA-EQ' }, 'Symbol Not Found'],
    ['another exchange', { exchange: 'BSE' }, 'symboltoken'],
    ['a quantity of nothing', { quantity: 0 }, 'above zero'],
    ['a number that could not be read', { quantity: Number.NaN }, 'above zero'],
    ['a part of a share', { quantity: 1.5 }, 'whole number'],
    ['a limit order without a price', { pricePaise: 0 }, 'Price must be above zero'],
    ['a price that could not be read', { pricePaise: Number.NaN }, 'Price must be above zero'],
    ['an unknown product', { product: 'CARRYFORWARD' }, 'Invalid Product Type'],
    ['an unknown order type', { orderType: 'ICEBERG' }, 'Invalid Order Type'],
    ['an unknown side', { side: 'SHORT' }, 'Transaction'],
    ['an unknown duration', { duration: 'GTC' }, 'Duration'],
    ['a bracket order', { variety: 'ROBO' }, 'ROBO order is block'],
    ['a stop as an ordinary order', { ...stop(), variety: 'NORMAL' }, 'Variety'],
    ['a tag of twenty letters', { tag: 'x'.repeat(20) }, 'under 20 characters'],
    ['a stop whose limit is on the wrong side', { ...stop(), pricePaise: 100_50 }, 'must not be below'],
  ])('%s', async (_, request, words) => {
    const floor = openFloor();
    expect(await floor.answer(request)).toMatchObject({ kind: 'refused', message: expect.stringContaining(words) });
    expect(floor.desk.orders(CLIENT)).toEqual([]);
    expect(floor.updates).toEqual([]);
  });

  test('the tenth write of a second, whatever it is; the next second takes it', async () => {
    const floor = openFloor({ writesPerSecond: 9 });
    const order = await floor.place({ pricePaise: 99_00, quantity: 1 });
    for (let i = 0; i < 8; i += 1) await floor.place({ pricePaise: 99_00, quantity: 1 });
    expect(await floor.answer({ pricePaise: 99_00 })).toEqual({ kind: 'too_many' });
    const cancel = { variety: 'NORMAL', orderId: order.orderId };
    expect(await floor.desk.cancel(CLIENT, cancel)).toEqual({ kind: 'too_many' });
    expect(await floor.answer({ pricePaise: 99_00 }, OTHER)).toMatchObject({ kind: 'accepted' });
    await floor.wait(1_000);
    expect(await floor.desk.cancel(CLIENT, cancel)).toMatchObject({ kind: 'accepted' });
  });
});

describe('what is taken and then rejected', () => {
  test.each<[string, Partial<PlaceRequest>, string]>([
    ['a price beyond the circuit', { pricePaise: 111_00 }, 'exceeds the circuit limit'],
    ['more than the exchange takes in one order', { quantity: 60_000 }, 'freeze quantity of 50000'],
    ['shares that are not owned', { side: 'SELL', product: 'DELIVERY' }, 'Insufficient Holdings'],
  ])('%s', async (_, request, words) => {
    const floor = openFloor();
    const order = await floor.place(request);
    expect(order).toMatchObject({ status: 'rejected', text: expect.stringContaining(words), exchangeOrderId: '' });
    expect(codesOf(floor, order)).toEqual(['AB09', 'AB03']);
    expect(floor.desk.funds(CLIENT).usedPaise).toBe(0);
  });

  test('an order that the account cannot pay, with what it has and what it needs', async () => {
    const floor = openFloor();
    const order = await floor.place({ product: 'DELIVERY', quantity: 10_100, pricePaise: 100_00 });
    expect(order.text).toMatch(
      /^Your order has been rejected due to Insufficient Funds\. Available funds - Rs\. 1000000\.00 \. You require Rs\. 101\d{4}\.\d\d funds/,
    );
    // A fifth of the value is enough for the day.
    expect((await floor.place({ quantity: 10_100, pricePaise: 100_00 })).status).toBe('open');
  });

  test('an order that opens something intraday in the last quarter of an hour; one that closes is taken', async () => {
    const floor = openFloor();
    await floor.place({ pricePaise: 100_05 });
    await floor.goTo('2025-07-07 15:16');
    expect(await floor.place({ pricePaise: 100_05 })).toMatchObject({ status: 'rejected' });
    expect(await floor.place({ side: 'SELL', pricePaise: 99_95 })).toMatchObject({ status: 'complete' });
    expect(await floor.place({ product: 'DELIVERY', pricePaise: 100_05 })).toMatchObject({ status: 'complete' });
  });

  test('a sale out of settled holdings that eDIS has not released, where there is no standing authorisation', async () => {
    const floor = openFloor();
    await floor.desk.setAccount(NO_DDPI, { holdings: [{ token: SHARE.token, quantity: 100, averagePaise: 90_00 }] });
    const sale = { side: 'SELL', product: 'DELIVERY', quantity: 60, pricePaise: 99_95 } as const;
    expect((await floor.place(sale, NO_DDPI)).text).toContain('not authorised at CDSL');
    expect(await floor.desk.authorise(NO_DDPI, SHARE.token, 60)).toBe('authorised');
    expect((await floor.place(sale, NO_DDPI)).status).toBe('complete');
    expect((await floor.place({ ...sale, quantity: 1 }, NO_DDPI)).text).toContain('not authorised at CDSL');
  });
});

describe('changes', () => {
  test('a changed order keeps its id, loses its place when its price changes, and says both steps', async () => {
    const floor = openFloor();
    const order = await floor.place({ pricePaise: 99_90, quantity: 50 });
    const other = await floor.place({ pricePaise: 99_95, quantity: 50 }, OTHER);
    const answer = await floor.desk.modify(CLIENT, changeOf(order, { pricePaise: 99_95, quantity: 70 }));
    expect(answer).toMatchObject({ kind: 'accepted', orderId: order.orderId, uniqueOrderId: order.uniqueOrderId });
    expect(codesOf(floor, order)).toEqual(['AB09', 'AB01', 'AB11', 'AB04']);
    expect(floor.updates.map((update) => update.order.status)).toContain('modify pending');
    expect(floor.latest(order)).toMatchObject({ status: 'open', quantity: 70, unfilledQuantity: 70 });
    await floor.tick(99_95, 1_060);
    expect([floor.latest(other).filledQuantity, floor.latest(order).filledQuantity]).toEqual([50, 10]);
  });

  test('the new quantity is the total: what is filled counts', async () => {
    const floor = openFloor({ shown: 30 });
    const order = await floor.place({ pricePaise: 100_05, quantity: 100 });
    await floor.desk.modify(CLIENT, changeOf(order, { quantity: 50 }));
    expect(floor.latest(order)).toMatchObject({ filledQuantity: 30, unfilledQuantity: 20 });
    const less = await floor.desk.modify(CLIENT, changeOf(order, { quantity: 30 }));
    expect(less).toMatchObject({ kind: 'refused' });
  });

  test('a stop turned into a limit order meets the book at once, and a limit order can be armed', async () => {
    const floor = openFloor();
    await floor.place({ pricePaise: 100_05 });
    const armed = await floor.place({ ...stop(), side: 'SELL', triggerPaise: 95_00, pricePaise: 94_00 });
    await floor.desk.modify(CLIENT, changeOf(armed, { orderType: 'LIMIT', pricePaise: 101_00, triggerPaise: 0 }));
    expect(floor.latest(armed)).toMatchObject({ status: 'open', orderType: 'LIMIT' });
    await floor.desk.modify(
      CLIENT,
      changeOf(armed, { orderType: 'STOPLOSS_LIMIT', triggerPaise: 99_00, pricePaise: 98_00 }),
    );
    expect(floor.latest(armed)).toMatchObject({ status: 'trigger pending' });
    await floor.tick(99_00);
    expect(floor.latest(armed)).toMatchObject({ status: 'complete', filledValuePaise: 10 * 98_95 });
  });

  test('terms that the exchange does not take leave the order as it was, and the text says why', async () => {
    const floor = openFloor();
    const order = await floor.place({ pricePaise: 99_00 });
    await floor.desk.modify(CLIENT, changeOf(order, { pricePaise: 80_00 }));
    expect(floor.latest(order)).toMatchObject({
      status: 'open',
      pricePaise: 99_00,
      text: expect.stringContaining('circuit limit'),
    });
  });

  test('a cancelled order keeps what is filled and says what is not', async () => {
    const floor = openFloor({ shown: 30 });
    const order = await floor.place({ pricePaise: 100_05, quantity: 100 });
    await floor.desk.cancel(CLIENT, { variety: 'NORMAL', orderId: order.orderId });
    expect(floor.latest(order)).toMatchObject({
      status: 'cancelled',
      filledQuantity: 30,
      cancelledQuantity: 70,
      unfilledQuantity: 0,
    });
    expect(codesOf(floor, order).at(-1)).toBe('AB02');
  });

  test('an order that has ended, or somebody else has, cannot be changed or cancelled', async () => {
    const floor = openFloor();
    const done = await floor.place({ pricePaise: 100_05 });
    const open = await floor.place({ pricePaise: 99_00 });
    const refused = expect.objectContaining({ kind: 'refused' });
    expect(await floor.desk.cancel(CLIENT, { variety: 'NORMAL', orderId: done.orderId })).toEqual(refused);
    expect(await floor.desk.modify(CLIENT, changeOf(done, { quantity: 20 }))).toEqual(refused);
    expect(await floor.desk.cancel(OTHER, { variety: 'NORMAL', orderId: open.orderId })).toEqual(refused);
    expect(floor.desk.order(OTHER, open.uniqueOrderId)).toBeUndefined();
    expect(floor.latest(done)).toMatchObject({ status: 'complete', filledQuantity: 10 });
  });
});

describe('between broker and exchange', () => {
  const SLOW = { latencyMs: { least: 100, most: 100 } };

  test('an order is open pending until it arrives', async () => {
    const floor = openFloor(SLOW);
    const order = await floor.place({ pricePaise: 100_05 });
    expect(order.status).toBe('open pending');
    await floor.wait(99);
    expect(floor.latest(order).status).toBe('open pending');
    await floor.wait(1);
    expect(floor.latest(order).status).toBe('complete');
    expect(codesOf(floor, order)).toEqual(['AB09', 'AB01', 'AB05']);
  });

  test('a fill that comes while a cancellation is on its way wins', async () => {
    const floor = openFloor(SLOW);
    const order = await floor.place({ pricePaise: 99_95 });
    await floor.wait(100);
    expect(await floor.desk.cancel(CLIENT, { variety: 'NORMAL', orderId: order.orderId })).toMatchObject({
      kind: 'accepted',
    });
    await floor.tick(99_90);
    await floor.wait(100);
    expect(floor.latest(order)).toMatchObject({ status: 'complete', filledQuantity: 10, cancelledQuantity: 0 });
    expect(codesOf(floor, order)).toEqual(['AB09', 'AB01', 'AB05']);
  });

  test('orders of one client arrive in the order in which they were sent', async () => {
    const floor = openFloor({ latencyMs: { least: 0, most: 200 }, seed: 5 });
    for (let i = 0; i < 20; i += 1) await floor.place({ pricePaise: 99_00, quantity: 1 });
    for (let i = 0; i < 200; i += 1) await floor.wait(1);
    const arrived = floor.updates.filter((update) => update.code === 'AB01').map((update) => update.order.orderId);
    expect(arrived).toEqual(floor.desk.orders(CLIENT).map((order) => order.orderId));
  });

  test('a cancellation never overtakes the order that it is for', async () => {
    const floor = openFloor({ latencyMs: { least: 0, most: 200 }, seed: 5 });
    for (let i = 0; i < 20; i += 1) {
      const order = await floor.place({ pricePaise: 99_00, quantity: 1 });
      await floor.desk.cancel(CLIENT, { variety: 'NORMAL', orderId: order.orderId });
      await floor.wait(400);
      expect(codesOf(floor, order)).toEqual(['AB09', 'AB01', 'AB02']);
    }
  });
});

function at(instrument: typeof SHARE): Partial<PlaceRequest> {
  return { token: instrument.token, tradingSymbol: instrument.tradingSymbol };
}

function stop(): Partial<PlaceRequest> {
  return { variety: 'STOPLOSS', orderType: 'STOPLOSS_LIMIT', triggerPaise: 101_00, pricePaise: 101_50 };
}

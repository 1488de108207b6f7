import { describe, expect, test } from 'vitest';
import { CLIENT, LIMIT_BUY, openFloor, SHARE } from './testing/floor.ts';

const DELIVERY = { product: 'DELIVERY', pricePaise: 100_05 } as const;

describe('outside the session', () => {
  test('an order waits for the next opening and then goes to the exchange', async () => {
    const floor = openFloor({ startAt: '2025-07-07 15:31' });
    const order = await floor.place(DELIVERY);
    expect(order).toMatchObject({ status: 'after market order req received', variety: 'AMO', exchangeOrderId: '' });
    await floor.goTo('2025-07-08 09:00');
    expect(floor.latest(order).status).toBe('after market order req received');
    await floor.goTo('2025-07-08 09:15');
    expect(floor.latest(order)).toMatchObject({ status: 'complete', orderId: expect.stringMatching(/^250707\d{9}$/) });
    expect(floor.updates.map((update) => update.code)).toEqual(['AB06', 'AB09', 'AB01', 'AB05']);
  });

  test('a waiting order is changed and cancelled on the spot', async () => {
    const floor = openFloor({ startAt: '2025-07-07 09:00' });
    const order = await floor.place(DELIVERY);
    const { orderId } = order;
    await floor.desk.modify(CLIENT, { ...LIMIT_BUY, ...DELIVERY, orderId, quantity: 25 });
    expect(floor.latest(order)).toMatchObject({ status: 'modify after market order req received', quantity: 25 });
    await floor.desk.cancel(CLIENT, { variety: 'AMO', orderId });
    expect(floor.latest(order)).toMatchObject({ status: 'cancelled after market order', cancelledQuantity: 25 });
    await floor.goTo('2025-07-07 09:15');
    expect(floor.updates.map((update) => update.code)).toEqual(['AB06', 'AB08', 'AB07']);
  });
});

describe('the end of the day', () => {
  test('at 15:20 the broker closes what is open intraday and cancels what waits; delivery is left alone', async () => {
    const floor = openFloor();
    await floor.place({ pricePaise: 100_05 });
    const target = await floor.place({ side: 'SELL', pricePaise: 105_00 });
    const resting = await floor.place({ ...DELIVERY, pricePaise: 95_00 });
    await floor.goTo('2025-07-07 15:19');
    expect(floor.latest(target).status).toBe('open');
    await floor.goTo('2025-07-07 15:20');
    expect(floor.latest(target)).toMatchObject({ status: 'cancelled', text: expect.stringContaining('square off') });
    expect(floor.latest(resting).status).toBe('open');
    expect(floor.desk.positions(CLIENT)).toMatchObject([{ product: 'INTRADAY', netQuantity: 0, realisedPaise: -100 }]);
    expect(floor.desk.orders(CLIENT).at(-1)).toMatchObject({ orderType: 'MARKET', side: 'SELL', status: 'complete' });
  });

  test('what could not be closed in the market is closed at the last price, and day orders end', async () => {
    const floor = openFloor({ shown: 4 });
    const bought = await floor.place({ pricePaise: 100_25, quantity: 20 });
    expect(floor.latest(bought).status).toBe('complete');
    const resting = await floor.place({ ...DELIVERY, pricePaise: 95_00 });
    await floor.goTo('2025-07-07 15:25');
    await floor.goTo('2025-07-07 15:30');
    expect(floor.desk.positions(CLIENT)).toMatchObject([{ netQuantity: 0, buyQuantity: 20, sellQuantity: 20 }]);
    expect(floor.latest(resting)).toMatchObject({
      status: 'cancelled',
      text: expect.stringContaining('end of the day'),
    });
    expect(floor.desk.funds(CLIENT).usedPaise).toBe(0);
  });

  test('a clock that jumps over the close leaves nothing open', async () => {
    const floor = openFloor();
    await floor.place({ side: 'SELL', pricePaise: 99_95 });
    await floor.place({ pricePaise: 95_00 });
    await floor.goTo('2025-07-08 09:00');
    expect(floor.desk.orders(CLIENT)).toEqual([]);
    expect(floor.desk.positions(CLIENT)).toEqual([]);
    expect(floor.desk.funds(CLIENT)).toMatchObject({ usedPaise: 0, intradayMarginPaise: 0 });
    // Sold at 99.95 and bought back at the close of 100.00, less charges.
    expect(floor.desk.funds(CLIENT).cashPaise).toBeLessThan(10_00_000_00 - 50);
  });
});

describe('the next day', () => {
  test('purchases are owned but not settled, the day after they are; books and results begin anew', async () => {
    const floor = openFloor();
    await floor.place({ ...DELIVERY, quantity: 40 });
    await floor.place({ ...DELIVERY, side: 'SELL', quantity: 10, pricePaise: 99_95 });
    expect(floor.desk.holdings(CLIENT)).toEqual([]);
    expect(floor.desk.positions(CLIENT)).toMatchObject([{ buyQuantity: 40, sellQuantity: 10, netQuantity: 30 }]);
    await floor.goTo('2025-07-08 09:00');
    expect(floor.desk.holdings(CLIENT)).toMatchObject([
      { quantity: 30, t1Quantity: 30, settledQuantity: 0, authorisedQuantity: 0, costPaise: 30 * 100_05 },
    ]);
    expect([floor.desk.orders(CLIENT), floor.desk.trades(CLIENT), floor.desk.positions(CLIENT)]).toEqual([[], [], []]);
    expect(floor.desk.funds(CLIENT)).toMatchObject({ chargesPaidPaise: 0, m2mRealisedPaise: 0 });
    await floor.goTo('2025-07-09 09:20');
    expect(floor.desk.holdings(CLIENT)).toMatchObject([{ t1Quantity: 0, settledQuantity: 30, authorisedQuantity: 30 }]);
    await floor.place({ ...DELIVERY, side: 'SELL', quantity: 30, pricePaise: 99_95 });
    expect(floor.desk.holdings(CLIENT)).toEqual([]);
    expect(floor.desk.positions(CLIENT)).toMatchObject([{ netQuantity: -30, realisedPaise: 30 * -10 }]);
  });

  test('an order id is never used twice, and begins with the day of the exchange', async () => {
    const floor = openFloor();
    const first = await floor.place(DELIVERY);
    await floor.goTo('2025-07-08 10:00');
    const second = await floor.place(DELIVERY);
    expect([first.orderId, second.orderId]).toEqual(['250707000000001', '250708000000002']);
    expect(second.uniqueOrderId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('what eDIS released is good for its day only', async () => {
    const floor = openFloor({ hasStandingAuthorisation: () => false });
    await floor.desk.setAccount(CLIENT, { holdings: [{ token: SHARE.token, quantity: 50, averagePaise: 90_00 }] });
    await floor.desk.authorise(CLIENT, SHARE.token, 80);
    expect(floor.desk.holdings(CLIENT)).toMatchObject([{ authorisedQuantity: 50 }]);
    await floor.goTo('2025-07-08 09:20');
    expect(floor.desk.holdings(CLIENT)).toMatchObject([{ quantity: 50, authorisedQuantity: 0 }]);
  });
});

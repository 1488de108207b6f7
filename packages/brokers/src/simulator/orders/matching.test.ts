import { describe, expect, test } from 'vitest';
import { CLIENT, DEAR, type Floor, OTHER, openFloor } from './testing/floor.ts';
import type { SimOrder } from './types.ts';

const fillsOf = (floor: Floor, clientCode = CLIENT): number[][] =>
  floor.desk.trades(clientCode).map((trade) => [trade.quantity, trade.pricePaise]);

const codesOf = (floor: Floor, order: SimOrder): string[] =>
  floor.updates.filter((update) => update.order.orderId === order.orderId).map((update) => update.code);

describe('resting orders', () => {
  test('a buy waits while the market stays above it and is filled at its own price when it trades through', async () => {
    const floor = openFloor();
    await floor.tick(100_05);
    const order = await floor.place({ pricePaise: 100_00 });
    await floor.tick(100_00);
    expect(floor.latest(order)).toMatchObject({ status: 'open', filledQuantity: 0 });
    await floor.tick(99_95);
    expect(floor.latest(order)).toMatchObject({ status: 'complete', filledValuePaise: 10 * 100_00 });
  });

  test('at its very price an order is served only after the shares that stood before it have traded', async () => {
    const floor = openFloor({ shown: 300 });
    // 99.95 is the best bid: 300 shares are before us.
    const order = await floor.place({ pricePaise: 99_95, quantity: 50 });
    await floor.tick(99_95, 200);
    expect(floor.latest(order).filledQuantity).toBe(0);
    await floor.tick(99_95, 120);
    expect(floor.latest(order)).toMatchObject({ filledQuantity: 20, status: 'open', unfilledQuantity: 30 });
    await floor.tick(99_95, 30);
    expect(floor.latest(order)).toMatchObject({ filledQuantity: 50, status: 'complete' });
  });

  test('the better price comes first, then the earlier order, whoever placed it', async () => {
    const floor = openFloor({ shown: 100 });
    const early = await floor.place({ pricePaise: 99_90, quantity: 150 }, OTHER);
    const late = await floor.place({ pricePaise: 99_90, quantity: 150 });
    const better = await floor.place({ pricePaise: 99_95, quantity: 150 });
    const filled = (): number[] => [early, late, better].map((order) => floor.latest(order).filledQuantity);
    await floor.tick(99_85, 200);
    // 200 shares traded through all three, and the new book shows 100 at 99.90.
    expect(filled()).toEqual([150, 0, 150]);
    await floor.tick(99_85, 0);
    expect(filled()).toEqual([150, 100, 150]);
  });

  test('whoever came when fewer stood at a price still waits for those who came before', async () => {
    const floor = openFloor({ shown: (sequence) => (sequence === 0 ? 300 : 1) });
    const early = await floor.place({ pricePaise: 99_95, quantity: 50 }, OTHER);
    await floor.tick(100_00);
    const late = await floor.place({ pricePaise: 99_95, quantity: 50 });
    await floor.tick(99_95, 250);
    expect([early, late].map((order) => floor.latest(order).filledQuantity)).toEqual([0, 0]);
    await floor.tick(99_95, 120);
    expect([early, late].map((order) => floor.latest(order).filledQuantity)).toEqual([50, 20]);
  });

  test('a sale is the mirror of a buy', async () => {
    const floor = openFloor();
    const order = await floor.place({ side: 'SELL', pricePaise: 100_10 });
    await floor.tick(100_10);
    expect(floor.latest(order).filledQuantity).toBe(0);
    await floor.tick(100_15);
    expect(floor.latest(order)).toMatchObject({ status: 'complete', filledValuePaise: 10 * 100_10 });
  });
});

describe('orders that meet the book', () => {
  test('walk it level by level, take no more than is shown, and the rest waits at its limit', async () => {
    const floor = openFloor({ shown: 100 });
    const order = await floor.place({ quantity: 250, pricePaise: 100_10 });
    expect(fillsOf(floor)).toEqual([
      [100, 100_05],
      [100, 100_10],
    ]);
    expect(floor.latest(order)).toMatchObject({ status: 'open', filledQuantity: 200, unfilledQuantity: 50 });
    expect(codesOf(floor, order)).toEqual(['AB09', 'AB01', 'AB01', 'AB01']);
    // What was taken does not come back before the next tick, for nobody.
    const late = await floor.place({ quantity: 10, pricePaise: 100_10 }, OTHER);
    expect(floor.latest(late).filledQuantity).toBe(0);
    // New sellers within its price meet an order that was there first: at its price.
    await floor.tick(100_00);
    expect([floor.latest(order).status, floor.latest(late).status]).toEqual(['complete', 'complete']);
    expect(fillsOf(floor).at(-1)).toEqual([50, 100_10]);
  });

  test('an immediate order takes what is there and the rest of it is cancelled', async () => {
    const floor = openFloor({ shown: 100 });
    const order = await floor.place({ quantity: 250, pricePaise: 100_05, duration: 'IOC' });
    expect(floor.latest(order)).toMatchObject({ status: 'cancelled', filledQuantity: 100, cancelledQuantity: 150 });
    expect(codesOf(floor, order)).toEqual(['AB09', 'AB01', 'AB01', 'AB02']);
  });

  test('a market order becomes a limit half a per cent from the price and chases no further', async () => {
    const floor = openFloor({ shown: 100 });
    const order = await floor.place({ orderType: 'MARKET', pricePaise: 0, quantity: 5_000 });
    expect(floor.latest(order)).toMatchObject({ pricePaise: 100_50, filledQuantity: 500, status: 'open' });
    expect(Math.max(...floor.desk.trades(CLIENT).map((trade) => trade.pricePaise))).toBe(100_25);
  });
});

describe('stops', () => {
  const STOP = { variety: 'STOPLOSS', orderType: 'STOPLOSS_MARKET', pricePaise: 0, side: 'SELL' } as const;

  test('a stop that the market jumps over is filled about where the market is', async () => {
    const floor = openFloor();
    await floor.place({ pricePaise: 100_05 });
    const stop = await floor.place({ ...STOP, triggerPaise: 95_00 });
    expect(floor.latest(stop)).toMatchObject({ status: 'trigger pending', filledQuantity: 0 });
    await floor.tick(95_05);
    expect(floor.latest(stop).status).toBe('trigger pending');
    await floor.tick(92_00);
    expect(floor.latest(stop)).toMatchObject({ status: 'complete', filledValuePaise: 10 * 91_95 });
    expect(codesOf(floor, stop)).toEqual(['AB09', 'AB10', 'AB01', 'AB05']);
  });

  test('a stop-limit becomes a limit order that is not filled beyond its price', async () => {
    const floor = openFloor();
    await floor.place({ pricePaise: 100_05 });
    const limit = { ...STOP, orderType: 'STOPLOSS_LIMIT', triggerPaise: 95_00, pricePaise: 94_50 } as const;
    const stop = await floor.place(limit);
    await floor.tick(92_00);
    expect(floor.latest(stop)).toMatchObject({ status: 'open', filledQuantity: 0 });
    await floor.tick(94_55);
    expect(floor.latest(stop)).toMatchObject({ status: 'complete', filledValuePaise: 10 * 94_50 });
  });

  test('a stop on the wrong side of the market is rejected by the exchange', async () => {
    const floor = openFloor();
    const stop = await floor.place({ ...STOP, triggerPaise: 100_00 });
    expect(floor.latest(stop)).toMatchObject({
      status: 'rejected',
      text: expect.stringContaining('less than the last'),
    });
  });
});

describe('without frictions', () => {
  test('an order is filled whole at once, at the price of the last tick exactly', async () => {
    const floor = openFloor({ frictions: 'none', shown: 1 });
    await floor.tick(1_235_00, 0, DEAR);
    await floor.tick(100_35);
    const order = await floor.place({ quantity: 5_000, pricePaise: 100_50 });
    expect(floor.latest(order)).toMatchObject({ status: 'complete', filledValuePaise: 5_000 * 100_35 });
    expect(fillsOf(floor)).toEqual([[5_000, 100_35]]);
  });

  test('an order that has waited is filled at its own price, a stop at the tick that reaches it', async () => {
    const floor = openFloor({ frictions: 'none' });
    const waiting = await floor.place({ pricePaise: 99_50 });
    await floor.tick(100_00);
    await floor.tick(99_40);
    expect(floor.latest(waiting)).toMatchObject({ status: 'complete', filledValuePaise: 10 * 99_50 });
    const stop = await floor.place({
      variety: 'STOPLOSS',
      orderType: 'STOPLOSS_LIMIT',
      side: 'SELL',
      triggerPaise: 99_00,
      pricePaise: 98_00,
    });
    await floor.tick(98_80);
    expect(floor.latest(stop)).toMatchObject({ status: 'complete', filledValuePaise: 10 * 98_80 });
  });
});

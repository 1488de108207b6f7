import { chargesForOrder } from '@trickdesk/engine';
import { describe, expect, test } from 'vitest';
import { CLIENT, openFloor, SHARE } from './testing/floor.ts';

const CASH = 10_00_000_00;
const cost = (product: 'DELIVERY' | 'INTRADAY', side: 'buy' | 'sell', valuePaise: number): number =>
  chargesForOrder({
    ...{ tariff: 'angelone', exchange: 'NSE', product, side, quantity: 1, pricePaise: valuePaise },
    ...{ instrumentKind: 'equity', date: '2025-07-07' },
  }).totalPaise;

describe('what is blocked', () => {
  test('a fifth of an intraday order and its charges, until it ends', async () => {
    const floor = openFloor();
    const order = await floor.place({ quantity: 100, pricePaise: 95_00 });
    const charges = cost('INTRADAY', 'buy', 100 * 95_00);
    expect(floor.desk.funds(CLIENT)).toMatchObject({
      intradayMarginPaise: 100 * 19_00,
      chargesBlockedPaise: charges,
      availablePaise: CASH - 100 * 19_00 - charges,
      cashPaise: CASH,
    });
    await floor.desk.cancel(CLIENT, { variety: 'NORMAL', orderId: order.orderId });
    expect(floor.desk.funds(CLIENT)).toMatchObject({ availablePaise: CASH, usedPaise: 0 });
  });

  test('the whole of a delivery purchase', async () => {
    const floor = openFloor();
    await floor.place({ product: 'DELIVERY', quantity: 100, pricePaise: 95_00 });
    expect(floor.desk.funds(CLIENT)).toMatchObject({ deliveryBlockedPaise: 100 * 95_00, intradayMarginPaise: 0 });
  });

  test('nothing for an order that only closes, even where no money is left', async () => {
    const floor = openFloor();
    await floor.place({ quantity: 100, pricePaise: 100_05 });
    await floor.desk.setAccount(CLIENT, { cashPaise: 0 });
    const before = floor.desk.funds(CLIENT).usedPaise;
    const exit = await floor.place({ side: 'SELL', quantity: 100, pricePaise: 105_00 });
    expect(exit.status).toBe('open');
    expect(floor.desk.funds(CLIENT).usedPaise).toBe(before);
    expect((await floor.place({ side: 'SELL', quantity: 1, pricePaise: 100_00 })).status).toBe('rejected');
  });

  test('for a position and an order to turn it round, the dearer of both outcomes', async () => {
    const floor = openFloor();
    await floor.place({ quantity: 100, pricePaise: 100_05 });
    await floor.place({ side: 'SELL', quantity: 250, pricePaise: 110_00 });
    expect(floor.desk.funds(CLIENT).intradayMarginPaise).toBe((150 * 110_00) / 5);
  });

  test('the margin of legs counts what is open already and blocks nothing', async () => {
    const floor = openFloor();
    await floor.place({ quantity: 100, pricePaise: 100_05 });
    const leg = { exchange: 'NSE', token: SHARE.token, quantity: 100, pricePaise: 100_00 } as const;
    const marginOf = (side: string, product: string) => floor.desk.marginOf(CLIENT, [{ ...leg, side, product }]);
    expect(marginOf('BUY', 'INTRADAY')).toMatchObject({ totalPaise: 100 * 20_00, intradayPaise: 100 * 20_00 });
    expect(marginOf('SELL', 'INTRADAY')).toMatchObject({ totalPaise: 0 });
    expect(marginOf('BUY', 'DELIVERY')).toMatchObject({ totalPaise: 100 * 100_00, deliveryPaise: 100 * 100_00 });
    expect(marginOf('BUY', 'CARRYFORWARD')).toMatchObject({ kind: 'refused' });
    expect(floor.desk.funds(CLIENT).intradayMarginPaise).toBe(100 * 20_01);
  });
});

describe('what is paid', () => {
  test('an intraday round trip moves its result and the charges of both orders', async () => {
    const floor = openFloor();
    await floor.place({ quantity: 100, pricePaise: 100_05 });
    await floor.tick(101_00);
    await floor.place({ side: 'SELL', quantity: 100, pricePaise: 100_95 });
    const charges = cost('INTRADAY', 'buy', 100 * 100_05) + cost('INTRADAY', 'sell', 100 * 100_95);
    expect(floor.desk.funds(CLIENT)).toMatchObject({
      cashPaise: CASH + 100 * 90 - charges,
      chargesPaidPaise: charges,
      m2mRealisedPaise: 100 * 90,
      usedPaise: 0,
    });
  });

  test('an order that is filled in parts pays its brokerage once', async () => {
    const floor = openFloor({ shown: 30 });
    await floor.place({ quantity: 100, pricePaise: 100_15 });
    const value = (): number =>
      floor.desk.trades(CLIENT).reduce((sum, trade) => sum + trade.quantity * trade.pricePaise, 0);
    expect(floor.desk.trades(CLIENT)).toHaveLength(3);
    expect(floor.desk.funds(CLIENT).chargesPaidPaise).toBe(cost('INTRADAY', 'buy', value()));
    await floor.tick(100_00);
    expect(floor.desk.trades(CLIENT)).toHaveLength(4);
    expect(floor.desk.funds(CLIENT).chargesPaidPaise).toBe(cost('INTRADAY', 'buy', value()));
  });

  test('the depository charges a share once a day', async () => {
    const floor = openFloor();
    await floor.desk.setAccount(CLIENT, { holdings: [{ token: SHARE.token, quantity: 100, averagePaise: 90_00 }] });
    const sale = { side: 'SELL', product: 'DELIVERY', quantity: 50, pricePaise: 99_95 } as const;
    await floor.place(sale);
    const first = floor.desk.funds(CLIENT).chargesPaidPaise;
    expect(first).toBe(cost('DELIVERY', 'sell', 50 * 99_95));
    await floor.place(sale);
    // ₹20 and the tax on it are not charged again.
    expect(floor.desk.funds(CLIENT).chargesPaidPaise - first).toBe(first - 23_60);
  });
});

describe('conversion', () => {
  const request = { exchange: 'NSE', token: SHARE.token, from: 'INTRADAY', to: 'DELIVERY', side: 'BUY' } as const;

  test('turns a part of an intraday purchase into delivery, which is paid in full', async () => {
    const floor = openFloor();
    await floor.place({ quantity: 100, pricePaise: 100_05 });
    const { cashPaise } = floor.desk.funds(CLIENT);
    expect(await floor.desk.convert(CLIENT, { ...request, quantity: 40 })).toEqual({ kind: 'converted' });
    expect(floor.desk.positions(CLIENT)).toMatchObject([
      { product: 'INTRADAY', netQuantity: 60 },
      { product: 'DELIVERY', netQuantity: 40, buyValuePaise: 40 * 100_05 },
    ]);
    expect(floor.desk.funds(CLIENT)).toMatchObject({
      cashPaise: cashPaise - 40 * 100_05,
      intradayMarginPaise: 60 * 20_01,
    });
  });

  test('is refused for more than there is, for a short position, for what is being sold and for want of cash', async () => {
    const floor = openFloor();
    const failed = expect.objectContaining({ kind: 'refused', code: 'AB1017' });
    await floor.place({ quantity: 100, pricePaise: 100_05 });
    expect(await floor.desk.convert(CLIENT, { ...request, quantity: 101 })).toEqual(failed);
    expect(await floor.desk.convert(CLIENT, { ...request, side: 'SELL', quantity: 10 })).toEqual(failed);
    await floor.place({ side: 'SELL', quantity: 80, pricePaise: 105_00 });
    expect(await floor.desk.convert(CLIENT, { ...request, quantity: 21 })).toEqual(failed);
    await floor.desk.setAccount(CLIENT, { cashPaise: 100_00 });
    expect(await floor.desk.convert(CLIENT, { ...request, quantity: 10 })).toEqual(failed);
  });
});

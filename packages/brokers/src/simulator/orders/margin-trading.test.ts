import { chargesForOrder } from '@trickdesk/engine';
import { expect, test } from 'vitest';
import { CLIENT, type Floor, NO_DDPI, openFloor, SHARE } from './testing/floor.ts';

const CASH = 10_00_000_00;
const BUY = { product: 'MARGIN', quantity: 100, pricePaise: 100_05 } as const;
const SELL = { ...BUY, side: 'SELL', pricePaise: 99_95 } as const;
const cost = (side: 'buy' | 'sell', valuePaise: number): number =>
  chargesForOrder({
    ...{ tariff: 'angelone', exchange: 'NSE', product: 'DELIVERY', side, quantity: 1, pricePaise: valuePaise },
    ...{ instrumentKind: 'equity', date: '2025-07-07' },
  }).totalPaise;

const position = (floor: Floor): unknown => floor.desk.positions(CLIENT);

test('half of what margin trading buys is the client’s own money, and is blocked, not spent', async () => {
  const floor = openFloor();
  const waiting = await floor.place({ ...BUY, pricePaise: 95_00 });
  expect(floor.desk.funds(CLIENT)).toMatchObject({ marginTradingPaise: 50 * 95_00, deliveryBlockedPaise: 0 });
  await floor.desk.cancel(CLIENT, { variety: 'NORMAL', orderId: waiting.orderId });
  expect(await floor.place(BUY)).toMatchObject({ status: 'complete', product: 'MARGIN' });
  const charges = cost('buy', 100 * 100_05);
  expect(floor.desk.funds(CLIENT)).toMatchObject({
    cashPaise: CASH - charges,
    marginTradingPaise: 50 * 100_05,
    availablePaise: CASH - charges - 50 * 100_05,
    chargesPaidPaise: charges,
  });
});

test('it buys for twice the money that there is, and for no more', async () => {
  const floor = openFloor();
  await floor.desk.setAccount(CLIENT, { cashPaise: 5_100_00 });
  expect(await floor.place({ ...BUY, pricePaise: 100_00 })).toMatchObject({ status: 'open' });
  expect(await floor.place({ ...BUY, quantity: 10, pricePaise: 100_00 })).toMatchObject({
    status: 'rejected',
    text: expect.stringContaining('Insufficient Funds'),
  });
});

test('what it holds is carried over the night as a position, at its cost, and the broker’s half bears interest', async () => {
  const floor = openFloor();
  await floor.place(BUY);
  const { cashPaise } = floor.desk.funds(CLIENT);
  // Saturday and Sunday are nights too: from the Monday to the Friday of the same week there are four.
  await floor.goTo('2025-07-11 09:10');
  const interest = Math.ceil((50 * 100_05 * 0.1499 * 4) / 365);
  expect(floor.desk.holdings(CLIENT)).toEqual([]);
  expect(position(floor)).toMatchObject([
    {
      product: 'MARGIN',
      netQuantity: 100,
      buyQuantity: 0,
      carriedBuyQuantity: 100,
      carriedBuyValuePaise: 100 * 100_05,
    },
  ]);
  expect(floor.desk.funds(CLIENT)).toMatchObject({
    cashPaise: cashPaise - interest,
    chargesPaidPaise: interest,
    marginTradingPaise: 50 * 100_05,
  });
});

test('neither the square-off nor the close touches it', async () => {
  const floor = openFloor();
  await floor.place(BUY);
  await floor.goTo('2025-07-07 15:25');
  await floor.goTo('2025-07-07 15:31');
  expect(position(floor)).toMatchObject([{ product: 'MARGIN', netQuantity: 100, sellQuantity: 0 }]);
});

test('it is sold without eDIS, up to what it holds and not below, and its result alone moves the cash', async () => {
  const floor = openFloor();
  const rejected = { status: 'rejected', text: expect.stringContaining('Insufficient Holdings') };
  expect(await floor.place(SELL, NO_DDPI)).toMatchObject(rejected);
  await floor.place(BUY, NO_DDPI);
  expect(await floor.place({ ...SELL, quantity: 101 }, NO_DDPI)).toMatchObject(rejected);
  await floor.place({ ...SELL, quantity: 60, pricePaise: 105_00 }, NO_DDPI);
  expect(await floor.place({ ...SELL, quantity: 41 }, NO_DDPI)).toMatchObject(rejected);
  expect(await floor.place({ ...SELL, quantity: 40 }, NO_DDPI)).toMatchObject({ status: 'complete' });
  const charges = cost('buy', 100 * 100_05) + cost('sell', 40 * 99_95);
  expect(floor.desk.funds(NO_DDPI)).toMatchObject({ cashPaise: CASH - 40 * 10 - charges, m2mRealisedPaise: -40 * 10 });
});

test('a share that the exchange warns of is not approved for it', async () => {
  const floor = openFloor({ cautionary: [SHARE.token] });
  expect(await floor.place({ ...BUY, hasConsent: true })).toMatchObject({
    status: 'rejected',
    text: expect.stringContaining('approved securities'),
  });
});

test('a purchase of today is converted into it and out of it; one of an earlier day is not', async () => {
  const floor = openFloor();
  await floor.place({ ...BUY, product: 'DELIVERY' });
  const { cashPaise } = floor.desk.funds(CLIENT);
  const request = { exchange: 'NSE', token: SHARE.token, side: 'BUY' } as const;
  const into = { ...request, from: 'DELIVERY', to: 'MARGIN' };
  expect(await floor.desk.convert(CLIENT, { ...into, quantity: 60 })).toEqual({ kind: 'converted' });
  expect(floor.desk.funds(CLIENT)).toMatchObject({
    cashPaise: cashPaise + 60 * 100_05,
    marginTradingPaise: 30 * 100_05,
  });
  const out = { ...request, from: 'MARGIN', to: 'DELIVERY' };
  expect(await floor.desk.convert(CLIENT, { ...out, quantity: 20 })).toEqual({ kind: 'converted' });
  await floor.goTo('2025-07-08 10:00');
  expect(await floor.desk.convert(CLIENT, { ...out, quantity: 20 })).toMatchObject({ code: 'AB1017' });
});

test('the margin of legs counts half of a purchase', () => {
  const { desk } = openFloor();
  const leg = { exchange: 'NSE', token: SHARE.token, quantity: 100, pricePaise: 100_00, product: 'MARGIN' } as const;
  expect(desk.marginOf(CLIENT, [{ ...leg, side: 'BUY' }])).toMatchObject({
    totalPaise: 100 * 50_00,
    deliveryPaise: 100 * 50_00,
  });
});

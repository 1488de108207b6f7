import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import {
  WIRE_HOLDING,
  WIRE_MARGIN,
  WIRE_ORDER,
  WIRE_POSITION,
  WIRE_REJECTED,
  WIRE_RULE,
  WIRE_STOP,
  WIRE_TRADE,
} from '../testing/order-fixtures.ts';
import { zRulePage } from './gtt.ts';
import { zOrder, zOrderBook } from './order-rows.ts';
import { zHoldings, zMargin, zPositions } from './portfolio-rows.ts';
import { tradeBookOf } from './trade-rows.ts';

const at = (time: string): number => Date.parse(`2026-07-28T${time}+05:30`);
const zTrades = tradeBookOf('2026-11-21');

test('an order of the book is read with its identity, its shares and prices in paise', () => {
  expect(zOrder.parse(WIRE_ORDER)).toEqual({
    brokerOrderId: '260728000123456',
    uniqueOrderId: '34reqfachdfih-4a5f-8f0d-91e2c3b4d5e6',
    exchangeOrderId: '1100000012345678',
    tag: 'TD7f3a90c1',
    exchange: 'NSE',
    token: '3045',
    tradingSymbol: 'SBIN-EQ',
    side: 'buy',
    product: 'delivery',
    kind: 'limit',
    state: 'open',
    statusText: 'open',
    quantity: 10,
    filledQuantity: 0,
    cancelledQuantity: 0,
    averagePaise: 0,
    pricePaise: 194_50,
    triggerPaise: undefined,
    text: '',
    updatedAt: at('09:20:12'),
  });
});

test('a stop with texts for prices and without tag, token or exchange number is read', () => {
  expect(zOrder.parse(WIRE_STOP)).toMatchObject({
    tag: undefined,
    token: undefined,
    exchangeOrderId: undefined,
    kind: 'stop_limit',
    state: 'trigger_pending',
    pricePaise: 189_00,
    triggerPaise: 190_05,
    // Nothing from the exchange yet: the broker's own time is the best there is.
    updatedAt: at('09:20:11'),
  });
});

test('a rejected order keeps the words of the broker', () => {
  expect(zOrder.parse(WIRE_REJECTED)).toMatchObject({ state: 'rejected', text: WIRE_REJECTED.text });
});

test('an average keeps its fractions of a paisa, and is nought while nothing is filled', () => {
  const filled = {
    ...WIRE_ORDER,
    status: 'complete',
    orderstatus: 'complete',
    filledshares: '10',
    unfilledshares: '0',
  };
  expect(zOrder.parse({ ...filled, averageprice: 194.4533 }).averagePaise).toBe(19445.33);
  expect(zOrder.parse({ ...filled, averageprice: '194.45' }).averagePaise).toBe(19445);
  expect(zOrder.parse({ ...WIRE_ORDER, averageprice: 194.45 }).averagePaise).toBe(0);
});

test('the fresher of the two status fields counts, and the other where it is empty', () => {
  const change = { status: 'open', orderstatus: 'modify pending' };
  expect(zOrder.parse({ ...WIRE_ORDER, ...change }).state).toBe('modify_pending');
  expect(zOrder.parse({ ...WIRE_ORDER, ...change, orderstatus: '' }).state).toBe('open');
});

test('where the count of filled shares is missing, the other counts tell it', () => {
  const part = { ...WIRE_ORDER, filledshares: '', unfilledshares: '6', cancelsize: '1' };
  expect(zOrder.parse(part)).toMatchObject({ filledQuantity: 3, state: 'partially_filled' });
  const all = { ...WIRE_ORDER, filledshares: null, unfilledshares: null, orderstatus: 'complete' };
  expect(zOrder.parse(all)).toMatchObject({ filledQuantity: 10, state: 'filled' });
});

test('orders placed by hand are read, whatever their kind and product', () => {
  const byHand = { ...WIRE_ORDER, ordertype: 'MARKET', producttype: 'MARGIN', ordertag: '' };
  expect(zOrder.parse(byHand)).toMatchObject({ kind: 'market', product: 'other', tag: undefined });
  expect(zOrder.parse({ ...byHand, ordertype: 'STOPLOSS_MARKET', variety: 'ROBO' }).kind).toBe('other');
});

test('an empty book comes as null, and orders on exchanges without a word of ours are left out of it', () => {
  expect(zOrderBook.parse(null)).toEqual([]);
  const book = zOrderBook.parse([{ ...WIRE_ORDER, exchange: 'NCDEX' }, WIRE_STOP]);
  expect(book.map((order) => order.brokerOrderId)).toEqual(['260728000123457']);
});

test('a book with one row that cannot be read is no book: the row may be the order that is looked for', () => {
  for (const odd of [
    { orderid: '' },
    { orderid: undefined },
    { quantity: 'ten' },
    { quantity: '1.5' },
    { filledshares: '-1' },
    { transactiontype: 'HOLD' },
    { exchange: 'nse_cm' },
    { price: 1e300 },
  ])
    expect(zOrderBook.safeParse([WIRE_STOP, { ...WIRE_ORDER, ...odd }]).success, JSON.stringify(odd)).toBe(false);
});

test('a fill is read with its size, and its time of day is put on the day of its order', () => {
  expect(zTrades.parse([WIRE_TRADE])).toEqual([
    {
      fillId: '50005750',
      brokerOrderId: '260728000123456',
      exchange: 'NSE',
      tradingSymbol: 'SBIN-EQ',
      side: 'buy',
      product: 'delivery',
      quantity: 4,
      pricePaise: 194_55,
      filledAt: at('13:27:53'),
    },
  ]);
});

test.each([
  ['091389e428f2AO', '13:27:53', Date.parse('2026-11-21T13:27:53+05:30')],
  // Fifteen digits that are no date are no date.
  ['261399000123456', '13:27:53', Date.parse('2026-11-21T13:27:53+05:30')],
  ['260728000123456', '', undefined],
  ['260728000123456', '25:00:00', undefined],
])('a fill of order %s at "%s" is dated %s', (orderid, filltime, filledAt) => {
  expect(zTrades.parse([{ ...WIRE_TRADE, orderid, filltime }])[0]?.filledAt).toBe(filledAt);
});

test('a position is signed, and what was carried forward counts as bought', () => {
  expect(zPositions.parse([WIRE_POSITION])).toEqual([
    {
      exchange: 'NSE',
      token: '3045',
      tradingSymbol: 'SBIN-EQ',
      product: 'intraday',
      netQuantity: -8,
      buyQuantity: 7,
      sellQuantity: 15,
      buyValuePaise: 1_352_50n,
      sellValuePaise: 3_208_30n,
    },
  ]);
  expect(zPositions.safeParse([{ ...WIRE_POSITION, netqty: '' }]).success).toBe(false);
});

test('a holding counts what is not settled yet once', () => {
  const [holding] = zHoldings.parse([WIRE_HOLDING]);
  expect(holding).toEqual({
    exchange: 'NSE',
    token: '3499',
    tradingSymbol: 'TATASTEEL-EQ',
    isin: 'INE081A01020',
    quantity: 5,
    t1Quantity: 3,
    authorisedQuantity: 1,
    averagePaise: 11187.33,
  });
  expect(zHoldings.parse([{ ...WIRE_HOLDING, quantity: 5 }])[0]?.quantity).toBe(5);
});

test('the margin is whole paise, and its absence is not nought', () => {
  expect(zMargin.parse(WIRE_MARGIN)).toBe(29_612_35n);
  expect(zMargin.safeParse({ totalMarginRequired: '' }).success).toBe(false);
  expect(zMargin.safeParse({ totalMarginRequired: '1e400' }).success).toBe(false);
});

test('a rule is read from a list, alone, or from null, and its number whatever its type', () => {
  const rule = {
    ruleId: '1000118',
    status: 'waiting',
    statusText: 'new',
    tradingSymbol: 'SBIN-EQ',
    side: 'sell',
    quantity: 10,
    triggerPaise: 190_05,
    pricePaise: 189_00,
  };
  expect(zRulePage.parse([WIRE_RULE])).toEqual([rule]);
  expect(zRulePage.parse({ ...WIRE_RULE, id: '1000118' })).toEqual([rule]);
  expect(zRulePage.parse(null)).toEqual([]);
  const statuses = ['ACTIVE', 'SENTTOEXCHANGE', 'CANCELLED', 'EXPIRED'].map((status) => ({ ...WIRE_RULE, status }));
  expect(zRulePage.parse(statuses).map((one) => one.status)).toEqual(['waiting', 'triggered', 'cancelled', 'other']);
});

const SCHEMAS: readonly [string, z.ZodType<unknown>, Readonly<Record<string, unknown>>][] = [
  ['an order book', zOrderBook, WIRE_ORDER],
  ['a trade book', zTrades, WIRE_TRADE],
  ['positions', zPositions, WIRE_POSITION],
  ['holdings', zHoldings, WIRE_HOLDING],
  ['a margin', zMargin, WIRE_MARGIN],
  ['rules', zRulePage, WIRE_RULE],
];

test.each(SCHEMAS)('garbage instead of %s is unreadable, and never throws', (_name, schema, good) => {
  const anyText = fc.oneof(
    fc.string(),
    fc.constantFrom('', 'NA', '- 12.5', '1e400', '-1', '1e309', '٣', '0x10', '9'.repeat(400)),
  );
  const anyValue = fc.oneof(fc.jsonValue(), anyText, fc.double());
  const anyRow = fc.dictionary(fc.constantFrom(...Object.keys(good)), anyValue).map((odd) => ({ ...good, ...odd }));
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), anyRow, fc.array(anyRow, { maxLength: 3 })), (wire) => {
      const result = schema.safeParse(wire);
      if (result.success) expectSound(result.data);
    }),
    { numRuns: 500 },
  );
});

/** Whatever was understood holds no number that is none, and no count or price below nought. */
function expectSound(value: unknown): void {
  if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, field] of Object.entries(value)) {
    if (/^(quantity|filledQuantity|cancelledQuantity|pricePaise)$/.test(key))
      expect(Number.isSafeInteger(field)).toBe(true);
    if (/^(quantity|filledQuantity|cancelledQuantity|pricePaise)$/.test(key))
      expect(Number(field)).toBeGreaterThanOrEqual(0);
    expectSound(field);
  }
}

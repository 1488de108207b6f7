import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faultOf, firesWhen, type GttRequest, type GttRule, onPrice } from './rules.ts';

const SBIN = { exchange: 'NSE', tradingSymbol: 'SBIN-EQ', tickPaise: 5, lotSize: 1, tradable: true };
const REQUEST: GttRequest = {
  exchange: 'NSE',
  token: '3045',
  tradingSymbol: 'SBIN-EQ',
  side: 'SELL',
  product: 'DELIVERY',
  quantity: 10,
  disclosedQuantity: 0,
  pricePaise: 799_50,
  triggerPaise: 800_00,
  timePeriod: 365,
};

test("a rule on the exchange's grid has no fault", () => {
  expect(faultOf(REQUEST, SBIN)).toBeUndefined();
  expect(faultOf({ ...REQUEST, product: 'MARGIN', disclosedQuantity: 10, timePeriod: 1 }, SBIN)).toBeUndefined();
});

test.each<[string, Partial<GttRequest>]>([
  ['AB9010', { exchange: 'NFO' }],
  ['AB9010', { exchange: '' }],
  ['AB9012', { tradingSymbol: 'SBIN' }],
  ['AB9014', { side: 'HOLD' }],
  ['AB9015', { product: 'INTRADAY' }],
  ['AB9006', { quantity: 0 }],
  ['AB9006', { quantity: 1.5 }],
  ['AB9006', { quantity: Number.NaN }],
  ['AB9007', { disclosedQuantity: 11 }],
  ['AB9007', { disclosedQuantity: Number.NaN }],
  ['AB9008', { pricePaise: 0 }],
  ['AB9008', { pricePaise: 799_51 }],
  ['AB9009', { triggerPaise: Number.NaN }],
  ['AB9009', { triggerPaise: 800_02 }],
  ['AB9016', { timePeriod: 366 }],
  ['AB9016', { timePeriod: 0 }],
])('%s where a request says %o', (code, over) => {
  expect(faultOf({ ...REQUEST, ...over }, SBIN)).toBe(code);
});

test('AB9011 where the instrument is not known, not tradable or of another exchange', () => {
  expect(faultOf(REQUEST, undefined)).toBe('AB9011');
  expect(faultOf(REQUEST, { ...SBIN, tradable: false })).toBe('AB9011');
  expect(faultOf(REQUEST, { ...SBIN, exchange: 'BSE' })).toBe('AB9011');
});

describe('a waiting rule', () => {
  const ruleAt = (triggerPaise: number, lastPaise: number): GttRule => ({
    id: 1,
    clientCode: 'S100001',
    status: 'ACTIVE',
    exchange: 'NSE',
    token: '3045',
    tradingSymbol: 'SBIN-EQ',
    side: 'SELL',
    product: 'DELIVERY',
    quantity: 1,
    disclosedQuantity: 0,
    pricePaise: triggerPaise,
    triggerPaise,
    fires: firesWhen(triggerPaise, lastPaise),
    createdAt: 0,
    updatedAt: 0,
    expiresAt: 1_000,
  });

  test('fires at the first price on the far side of its trigger, from whichever side the market came', () => {
    const price = fc.integer({ min: 1, max: 1_000_00 });
    fc.assert(
      fc.property(price, price, price, (trigger, made, now) => {
        const crossed = trigger > made ? now >= trigger : now <= trigger;
        expect(onPrice(ruleAt(trigger, made), now, 999)).toBe(crossed ? 'fires' : 'waits');
      }),
    );
  });

  test('is over on its last day, even where the price would fire it', () => {
    expect(onPrice(ruleAt(100, 200), 50, 1_000)).toBe('expires');
  });
});

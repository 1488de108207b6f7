import { expect, test } from 'vitest';
import { amountIn, countOf, gainsOf, inOrder, ordersOf, type PlanRow, sumOfCharges } from './plan-view.ts';

const charges = {
  ...{ brokeragePaise: 0, sttPaise: 102, exchangePaise: 30, ipftPaise: 1, sebiPaise: 1 },
  ...{ stampPaise: 15, gstPaise: 6, dpPaise: 0, totalPaise: 155 },
};

const row = (symbol: string, side?: 'buy' | 'sell'): PlanRow => ({
  ...{ symbol, name: symbol, nowQuantity: 1, nowPercent: 10, targetPercent: 10, afterQuantity: 1, afterPercent: 10 },
  ...(side ? { order: { symbol, side, quantity: 1, price: 100, valuePaise: 100_00, charges } } : {}),
});

test('charges of a plan are added up kind by kind, and their sum is the sum of the kinds', () => {
  const sum = sumOfCharges(ordersOf({ rows: [row('A', 'buy'), row('B'), row('C', 'sell')] }));
  expect(sum).toMatchObject({ sttPaise: 204, gstPaise: 12, totalPaise: 310 });
  const { totalPaise, ...kinds } = sum;
  expect(Object.values(kinds).reduce((a, b) => a + b, 0)).toBe(totalPaise);
  expect(sumOfCharges([]).totalPaise).toBe(0);
});

test('sales stand before purchases, as they are placed, and what stays as it is stands last', () => {
  const rows = inOrder([row('A', 'buy'), row('B'), row('C', 'sell')]);
  expect(rows.map(({ symbol }) => symbol)).toEqual(['C', 'A', 'B']);
  expect(countOf(ordersOf({ rows }), 'sell')).toBe(1);
});

test('gains of a plan are told apart by how long the shares were held', () => {
  const rows = [{ shortTermGainPaise: 500 }, { longTermGainPaise: -200, shortTermGainPaise: 100 }, {}];
  expect(gainsOf(rows)).toEqual({ shortPaise: 600, longPaise: -200 });
});

test('an address brings whole rupees along, and nothing else', () => {
  expect(amountIn({ amount: '70000' })).toBe(70_000);
  for (const amount of ['', '0', '-5', '1.5', '1e5', 'all', '12345678901'])
    expect(amountIn({ amount })).toBeUndefined();
  expect(amountIn({})).toBeUndefined();
});

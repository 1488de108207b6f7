import { describe, expect, test } from 'vitest';
import { totalsOf } from './broker-holdings.ts';
import { weightProblems } from './own-baskets.ts';
import { saleGains } from './sale-gains.ts';
import { spendableOn } from './standing.ts';

describe('what a sale would realise', () => {
  const lots = [
    { symbol: 'ITC', boughtOn: '2024-01-10', quantity: 100, costPaise: 500_00 * 100 },
    { symbol: 'ITC', boughtOn: '2025-03-01', quantity: 50, costPaise: 600_00 * 50 },
    { symbol: 'SBIN', boughtOn: '2020-01-01', quantity: 1, costPaise: 1 },
  ];
  const order = { symbol: 'ITC', side: 'sell' as const, quantity: 120, pricePaise: 800_00 };

  test('is split by how long the oldest shares were held', () => {
    const gains = saleGains(order, { lots, charges: undefined, day: '2025-06-15' });
    expect(gains).toEqual({ longTermGainPaise: 30_000_00, shortTermGainPaise: 4_000_00 });
  });

  test('is less the charges that a tax return takes off, not the transaction tax', () => {
    const charges = { totalPaise: 180_00, sttPaise: 60_00 };
    const gains = saleGains(order, { lots, charges, day: '2025-06-15' });
    expect(gains.longTermGainPaise + gains.shortTermGainPaise).toBe(34_000_00 - 120_00);
  });
});

test('weights name what is wrong of them: none, twice the same, nothing, and a sum that is not all', () => {
  const path = (constituents: Parameters<typeof weightProblems>[0]) =>
    weightProblems(constituents).map((one) => one.path);
  expect(path([])).toEqual(['constituents']);
  expect(path([{ symbol: 'A', weightBps: 10_000 }])).toEqual([]);
  expect(
    path([
      { symbol: 'A', weightBps: 5_000 },
      { symbol: 'A', weightBps: 5_000 },
    ]),
  ).toEqual(['constituents.1.symbol']);
  expect(
    path([
      { symbol: 'A', weightBps: 10_000 },
      { symbol: 'B', weightBps: 0 },
    ]),
  ).toEqual(['constituents.1.weightPercent']);
  expect(path([{ symbol: 'A', weightBps: 9_999 }])).toEqual(['constituents']);
});

test('a fifth of what was sold today is kept for the next session', () => {
  const sale = {
    ...{ id: 1, symbol: 'A', side: 'sell' as const, filledQuantity: 1, filledValuePaise: 1_000_00n, day: '2026-01-05' },
    ...{ chargesPaise: 0n, sttPaise: 0n },
  };
  expect(spendableOn('2026-01-05', 1_500_00n, [sale])).toBe(1_300_00n);
  expect(spendableOn('2026-01-06', 1_500_00n, [sale])).toBe(1_500_00n);
  expect(spendableOn('2026-01-05', 100_00n, [sale])).toBe(0n);
});

test('holdings are summed up, with how much of the whole the largest are', () => {
  const one = (symbol: string, valuePaise: number) => {
    return {
      symbol,
      name: symbol,
      quantity: 1,
      averagePrice: 1,
      costPaise: 50,
      valuePaise,
      weightPercent: 0,
      pnlPaise: 0,
      lots: [],
    };
  };
  const rows = [one('A', 100), one('B', 300), one('C', 200), one('D', 200), one('E', 100), one('F', 100)];
  expect(totalsOf(rows)).toMatchObject({
    valuePaise: 1_000,
    costPaise: 300,
    pnlPaise: 700,
    largestPercent: 30,
    fiveLargestPercent: 90,
  });
});

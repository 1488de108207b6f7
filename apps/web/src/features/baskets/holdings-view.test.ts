import type { Holding } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import { brokerIn, filteredHoldings, staleOf } from './holdings-view.ts';

const holding = (symbol: string, changes: Partial<Holding> = {}): Holding => ({
  ...{ symbol, name: `${symbol} Limited`, quantity: 1, averagePrice: 100, costPaise: 100_00, lastPrice: 110 },
  ...{ valuePaise: 110_00, weightPercent: 50, pnlPaise: 10_00, lots: [] },
  ...changes,
});

const withoutPrice = ({ lastPrice: _none, ...others }: Holding): Holding => others;

test('an account that is not linked any more is not asked for', () => {
  const accounts = [{ brokerId: 3 }, { brokerId: 7 }];
  expect(brokerIn({ brokerId: '7' }, accounts)?.brokerId).toBe(7);
  expect(brokerIn({ brokerId: '9' }, accounts)?.brokerId).toBe(3);
  expect(brokerIn({}, [])).toBeUndefined();
});

test('a holding is found by its symbol or its name', () => {
  const all = [holding('SBIN', { name: 'State Bank of India' }), holding('TCS')];
  expect(filteredHoldings(all, 'state').map(({ symbol }) => symbol)).toEqual(['SBIN']);
  expect(filteredHoldings(all, ' tcs ')).toHaveLength(1);
  expect(filteredHoldings(all, '')).toBe(all);
});

test('a price that is a day older than the answer, or missing, is marked', () => {
  const all = [
    holding('A', { lastPriceAt: '2026-11-24T09:00:00Z' }),
    holding('B', { lastPriceAt: '2026-11-20T09:00:00Z' }),
    withoutPrice(holding('C')),
  ];
  expect([...staleOf(all, '2026-11-24T10:00:00Z')]).toEqual(['B', 'C']);
});

import { expect, test } from 'vitest';
import {
  besideWord,
  holderPage,
  isBare,
  oldPrices,
  openedIn,
  overviewInput,
  overviewSums,
  type PortfolioOverview,
} from './overview-view.ts';

const instrument = (symbol: string, valuePaise: number, lastPriceAt: string) => ({
  ...{ symbol, name: symbol, kind: 'share' as const, quantity: 1, lastPrice: 1, lastPriceAt, valuePaise },
  ...{ sharePercent: 50, costPaise: 1, unrealisedPaise: valuePaise - 1, unknownQuantity: 0, lots: [] },
});
const overview: PortfolioOverview = {
  ...{ badge: 'test', asOf: '2026-01-06T10:00:00+05:30', valuePaise: 30, kind_list: [], holder_list: [] },
  instrument_list: [
    instrument('SBIN', 10, '2026-01-06T09:59:00+05:30'),
    instrument('TCS', 20, '2026-01-05T09:59:00+05:30'),
  ],
  ...{ unrealisedPaise: 28, unknownValuePaise: 0, realisedPaise: 0, unknownProceedsPaise: 0, realised_list: [] },
  returns: {
    ...{ since: '2026-01-05', putInPaise: 12, takenOutPaise: 5, valuePaise: 30, gainPaise: 23 },
    flow_list: [
      { date: '2026-01-05', putInPaise: 12, takenOutPaise: 0 },
      { date: '2026-01-06', putInPaise: 0, takenOutPaise: 5 },
    ],
  },
  missing: { unread: [], unlinked: [], unpriced: [], fewer: [], overclaimed: [], benchmark: true },
  ...{ pageNumber: 1, pageSize: 12, total: 0 },
};

test('an address asks for one mode, live where it names none, and for a page of what was sold', () => {
  expect(overviewInput({})).toEqual({ is_live: 1, pageNumber: 1, pageSize: 12 });
  expect(overviewInput({ type: 'Test', page: '3', search: 'sbi' })).toEqual({
    ...{ is_live: 0, pageNumber: 3, pageSize: 12, Search: 'sbi' },
  });
});

test('lists below a figure add up to it', () => {
  expect(overviewSums(overview)).toEqual({ value: 30, unrealised: 28, flows: 7 });
});

test('an address opens a figure or the lots of a share that is held', () => {
  expect(openedIn({ of: 'value' }, overview)).toBe('value');
  expect(openedIn({ lots: 'TCS' }, overview)).toMatchObject({ instrument: { symbol: 'TCS' } });
  expect(openedIn({ of: 'nothing', lots: 'GONE' }, overview)).toBeUndefined();
});

test('a price that is a day older than the answer is named', () => {
  expect(oldPrices(overview)).toEqual(['TCS']);
  const { asOf: _, ...timeless } = overview;
  expect(oldPrices(timeless)).toEqual([]);
});

test('a basket and a trick lead to their pages, what is held by hand to none', () => {
  expect(holderPage({ kind: 'basket', id: 7 })).toBe('/my-baskets/7');
  expect(holderPage({ kind: 'trick', id: 9 })).toBe('/my-tricks/9');
  expect(holderPage({ kind: 'hand' })).toBeUndefined();
});

test('a gain is more, less or the same as the benchmark’s', () => {
  expect([1, -1, 0].map(besideWord)).toEqual(['more', 'less', 'same']);
});

test('there is nothing to show where nothing is held, was sold or is without a price', () => {
  expect(isBare(overview)).toBe(false);
  expect(isBare({ ...overview, instrument_list: [] })).toBe(true);
  expect(isBare({ ...overview, instrument_list: [], missing: { ...overview.missing, unpriced: ['X'] } })).toBe(false);
});

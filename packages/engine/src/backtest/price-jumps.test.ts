import { type Bar, indiaMoment, MINUTE_MS } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { closedTrade } from '../metrics/testing/closed-trade.ts';
import { priceJumps } from './price-jumps.ts';

/** Two minutes of each day, at one price in rupees. */
function days(...prices: readonly (readonly [date: string, rupees: number])[]): Bar[] {
  return prices.flatMap(([date, rupees]) =>
    [0, 1].map((minute) => {
      const price = rupees * 100;
      const openAt = indiaMoment(date, 555) + minute * MINUTE_MS;
      return { openAt, open: price, high: price, low: price, close: price, volume: 10 };
    }),
  );
}

const SERIES = days(['2025-10-10', 660], ['2025-10-13', 660.75], ['2025-10-14', 400], ['2025-10-15', 405]);
const INPUT = { symbol: 'TATAMOTORS', series: SERIES, from: indiaMoment('2025-10-10'), trades: [] };

test('a demerger of which no factor is known is found by its day, with how far the price fell', () => {
  const [jump, ...others] = priceJumps(INPUT);
  expect(others).toEqual([]);
  expect(jump).toMatchObject({ symbol: 'TATAMOTORS', date: '2025-10-14', previousDate: '2025-10-13', trades: 0 });
  expect(jump?.changePct).toBeCloseTo(-39.46, 2);
});

test('trades that were held over it are counted with what they made, those of other days and shares are not', () => {
  const trade = (symbol: string, entry: string, exit: string, netPaise: number) =>
    closedTrade({ symbol, entryAt: indiaMoment(entry, 556), exitAt: indiaMoment(exit, 556), netPaise });
  const trades = [
    trade('TATAMOTORS', '2025-10-10', '2025-10-15', -5_000),
    trade('TATAMOTORS', '2025-10-13', '2025-10-14', -7_000),
    trade('TATAMOTORS', '2025-10-14', '2025-10-15', 100),
    trade('TATAMOTORS', '2025-10-10', '2025-10-13', 100),
    trade('SBIN', '2025-10-10', '2025-10-15', 100),
  ];
  expect(priceJumps({ ...INPUT, trades })).toMatchObject([{ trades: 2, netPaise: -12_000 }]);
});

test('a known factor explains it, also where prices begin again after the day; a wrong one does not', () => {
  const action = { exDate: '2025-10-14', kind: 'demerger' as const, oldUnits: 3, newUnits: 5 };
  expect(priceJumps({ ...INPUT, actions: [action] })).toEqual([]);
  const late = SERIES.filter(({ openAt }) => openAt < indiaMoment('2025-10-14') || openAt >= indiaMoment('2025-10-15'));
  expect(priceJumps({ ...INPUT, series: late, actions: [action] })).toEqual([]);
  expect(priceJumps({ ...INPUT, actions: [{ ...action, oldUnits: 1, newUnits: 5 }] })).toMatchObject([
    { date: '2025-10-14' },
  ]);
});

test.each([
  [80, 0],
  [79.9, 1],
  [125, 0],
  [125.1, 1],
])('from 100 to %d over a night is %d jumps', (price, count) => {
  const series = days(['2025-10-13', 100], ['2025-10-14', price]);
  expect(priceJumps({ ...INPUT, series })).toHaveLength(count);
});

test('what fell within a day, or before the first day, is none', () => {
  const [first, second] = days(['2025-10-13', 100]);
  const series = first && second ? [first, { ...second, open: 5_000, low: 5_000, close: 5_000 }] : [];
  expect(priceJumps({ ...INPUT, series })).toEqual([]);
  expect(priceJumps({ ...INPUT, from: indiaMoment('2025-10-15') })).toEqual([]);
});

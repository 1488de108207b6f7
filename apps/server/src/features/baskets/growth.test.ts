import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeOver, growthOf } from './growth.ts';

const series = (prices: Readonly<Record<string, number>>) =>
  Object.entries(prices).map(([date, close]) => ({ date, close }));

test('weights grow apart until the next review, which is followed from its first trading day', () => {
  const closes = new Map([
    ['A', series({ '2026-01-01': 100, '2026-01-02': 200, '2026-01-05': 200, '2026-01-06': 400 })],
    ['B', series({ '2026-01-01': 100, '2026-01-02': 100, '2026-01-05': 100, '2026-01-06': 100 })],
  ]);
  const halves = [
    { symbol: 'A', weightBps: 5_000 },
    { symbol: 'B', weightBps: 5_000 },
  ];
  const growth = growthOf(
    [
      { since: '2026-01-01', weights: halves },
      { since: '2026-01-04', weights: [{ symbol: 'B', weightBps: 10_000 }] },
    ],
    closes,
  );
  expect(growth.map(({ value }) => value)).toEqual([100, 150, 150, 150]);
});

test('a name without a close on the day it is bought makes no growth at all', () => {
  const closes = new Map([['A', series({ '2026-01-01': 100 })]]);
  expect(growthOf([{ since: '2026-01-01', weights: [{ symbol: 'B', weightBps: 10_000 }] }], closes)).toEqual([]);
});

test('no day of the past changes with what comes after it', () => {
  const anyClose = fc.integer({ min: 1, max: 10_000 });
  fc.assert(
    fc.property(fc.array(fc.tuple(anyClose, anyClose), { minLength: 3, maxLength: 20 }), fc.nat(), (rows, cut) => {
      const date = (i: number) => `2026-01-${String(i + 1).padStart(2, '0')}`;
      const upTo = (end: number) =>
        new Map([
          ['A', rows.slice(0, end).map(([close], i) => ({ date: date(i), close }))],
          ['B', rows.slice(0, end).map(([, close], i) => ({ date: date(i), close }))],
        ]);
      const versions = [
        {
          since: date(0),
          weights: [
            { symbol: 'A', weightBps: 4_000 },
            { symbol: 'B', weightBps: 6_000 },
          ],
        },
        {
          since: date(2),
          weights: [
            { symbol: 'A', weightBps: 9_000 },
            { symbol: 'B', weightBps: 1_000 },
          ],
        },
      ];
      const end = 1 + (cut % rows.length);
      expect(growthOf(versions, upTo(end))).toEqual(growthOf(versions, upTo(rows.length)).slice(0, end));
    }),
  );
});

test('a change over a year is absent where the series is younger', () => {
  const growth = [
    { date: '2025-06-01', value: 100 },
    { date: '2026-01-01', value: 120 },
  ];
  expect(changeOver(growth, '2025-06-01')).toBeCloseTo(20, 10);
  expect(changeOver(growth, '2025-01-01')).toBeUndefined();
});

import { indiaMoment } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { candlesOf } from './range-buttons.tsx';
import type { Candle } from './series.ts';

/** Two candles a session, on these days. */
const on = (days: readonly string[]): Candle[] =>
  days.flatMap((day) => [555, 560].map((minute): Candle => [indiaMoment(day, minute) / 1000, 1, 1, 1, 1, 1]));

test('a range counts sessions, so a weekend or a holiday takes none of it', () => {
  const candles = on(['2026-03-05', '2026-03-06', '2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12']);
  expect(candlesOf(candles, 'day')).toBe(2);
  expect(candlesOf(candles, 'week')).toBe(10);
});

test('a range longer than the data shows all of it', () => {
  expect(candlesOf(on(['2026-03-05']), 'month')).toBeUndefined();
  expect(candlesOf([], 'day')).toBeUndefined();
});

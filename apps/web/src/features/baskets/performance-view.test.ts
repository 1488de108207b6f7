import { expect, test } from 'vitest';
import { performanceCurves } from './performance-view.ts';

const labels = { own: 'Quality', benchmark: 'NIFTY 50' };

test('growth of 100 is read in percent of where it began', () => {
  const curves = performanceCurves(
    [
      { date: '2026-01-01', value: 100, benchmark: 100 },
      { date: '2026-01-02', value: 103, benchmark: 99 },
    ],
    labels,
  );
  expect(curves.map(({ label }) => label)).toEqual(['Quality', 'NIFTY 50']);
  expect(curves.map(({ points }) => points.at(-1)?.value)).toEqual([3, -1]);
});

test('a benchmark that is not known is no curve, and a single day is no growth', () => {
  const days = ['2026-01-01', '2026-01-02'].map((date) => ({ date, value: 100 }));
  expect(performanceCurves(days, labels)).toHaveLength(1);
  expect(performanceCurves(days.slice(0, 1), labels)).toEqual([]);
});

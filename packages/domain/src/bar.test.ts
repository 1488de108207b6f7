import fc from 'fast-check';
import { expect, test } from 'vitest';
import { INTERVAL_MINUTES, INTERVALS, pathOfBar } from './bar.ts';

const anyBar = fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000), fc.nat(1000)).map(([open, close, up, down]) => ({
  open,
  close,
  high: Math.max(open, close) + up,
  low: Math.min(open, close) - down,
}));

test('a bar’s path starts at the open, ends at the close and visits both extremes, the nearer one first', () => {
  fc.assert(
    fc.property(anyBar, (bar) => {
      const [first, second, third, last] = pathOfBar(bar);
      expect([first, last]).toEqual([bar.open, bar.close]);
      expect([second, third].toSorted((a, b) => b - a)).toEqual([bar.high, bar.low]);
      expect(Math.abs(second - bar.open)).toBeLessThanOrEqual(Math.abs(third - bar.open));
    }),
  );
});

test('with both extremes equally near the high comes first', () => {
  expect(pathOfBar({ open: 10, high: 12, low: 8, close: 9 })).toEqual([10, 12, 8, 9]);
});

test('every interval but the day has its minutes', () => {
  expect(INTERVALS.filter((interval) => interval !== '1d').map((interval) => INTERVAL_MINUTES[interval])).toEqual([
    1, 3, 5, 10, 15, 30, 60,
  ]);
});

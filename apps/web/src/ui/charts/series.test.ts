import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Candle, candleAt, fitsShort, flatSpan, summaryOf, withCandle, withDrawdown } from './series.ts';

const candle = (at: number, open: number, close: number): Candle => [
  at,
  open,
  Math.max(open, close) + 1,
  Math.min(open, close) - 1,
  close,
  10,
];
const SERIES = [candle(100, 10, 12), candle(160, 12, 9), candle(220, 9, 11)];

test('drawdown is measured from the highest value before, never above nothing', () => {
  const values = [100, 120, 90, 120, 130].map((valuePaise, i) => ({ date: `2026-11-0${i + 1}`, valuePaise }));
  expect(withDrawdown(values).map((point) => Math.round(point.drawdownPercent))).toEqual([0, 0, -25, 0, 0]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 1e9 })), (list) =>
      withDrawdown(list.map((valuePaise) => ({ date: '2026-11-01', valuePaise }))).every(
        (point) => point.drawdownPercent <= 0 && point.drawdownPercent > -100,
      ),
    ),
  );
});

test('a fill in the middle of a bar belongs to that bar', () => {
  expect(candleAt(SERIES, 219)?.[0]).toBe(160);
  expect(candleAt(SERIES, 220)?.[0]).toBe(220);
  expect(candleAt(SERIES, 9_999)?.[0]).toBe(220);
  expect(candleAt(SERIES, 99)).toBeUndefined();
});

test('a live candle replaces the last one, follows it, or is too late', () => {
  expect(withCandle(SERIES, candle(220, 9, 15)).map((each) => each[4])).toEqual([12, 9, 15]);
  expect(withCandle(SERIES, candle(280, 11, 12))).toHaveLength(4);
  expect(withCandle(SERIES, candle(160, 1, 1))).toBe(SERIES);
});

test('a chart in four figures', () => {
  expect(summaryOf(SERIES)).toEqual({ low: 8, high: 13, last: 11, changePercent: expect.closeTo(10) });
  expect(summaryOf([])).toBeUndefined();
});

test('an axis speaks of lakhs only where its steps differ by more than their second decimal', () => {
  const of = (...rupees: number[]) =>
    rupees.map((value, i) => ({ date: `2026-01-0${i + 1}`, valuePaise: value * 100 }));
  expect(fitsShort(of(3_00_000, 2_99_015))).toBe(false);
  expect(fitsShort(of(3_00_000, 2_80_000))).toBe(true);
  expect(fitsShort(of(3_00_00_000, 2_99_00_000))).toBe(false);
  expect(fitsShort(of(3_00_00_000, 2_00_00_000))).toBe(true);
});

test('a value that never changes has an axis whose marks differ by whole rupees', () => {
  expect(flatSpan(5_00_000_00, 5_00_000_00)).toEqual({ low: 4_95_000_00, high: 5_05_000_00 });
  expect(flatSpan(0, 0)).toEqual({ low: -10_00, high: 10_00 });
  expect(flatSpan(1, 2)).toBeUndefined();
});

import { describe, expect, test } from 'vitest';
import { indicatorSpec } from './index.ts';

type Bar = readonly [open: number, high: number, low: number, close: number, volume: number];

/** Values after each bar; `undefined` where not warm. */
function column(name: string, args: readonly number[], bars: readonly Bar[], output = 'value'): (number | undefined)[] {
  const indicator = indicatorSpec(name)?.create(args);
  return bars.map(([open, high, low, close, volume], i) => {
    indicator?.push({ source: close, open, high, low, close, volume, day: 1, minute: 555 + i, barMinutes: 1 });
    const value = indicator?.value(output) ?? Number.NaN;
    return Number.isNaN(value) ? undefined : value;
  });
}

const closes = (...prices: number[]): Bar[] => prices.map((price) => [price, price, price, price, 100]);
const close = (value: number) => expect.closeTo(value, 10);
const _ = undefined;

describe('tables worked by hand', () => {
  test('EMA 3: half of the way to each price, from the mean of the first three', () => {
    expect(column('ema', [3], closes(2, 4, 6, 8, 10, 4))).toEqual([_, _, 4, 6, 8, 6]);
  });

  test('WMA 3: (3 × newest + 2 × middle + oldest) ÷ 6', () => {
    expect(column('wma', [3], closes(1, 2, 6, 12))).toEqual([_, _, close(23 / 6), close(50 / 6)]);
  });

  test('RSI 2: Wilder’s averages of gains and losses', () => {
    // Changes +2, −1: gains average 1, losses ½. Then +2: gains 1½, losses ¼. Then −1: ¾ and ⅝.
    expect(column('rsi', [2], closes(10, 12, 11, 13, 12))).toEqual([
      _,
      _,
      close(200 / 3),
      close(600 / 7),
      close(600 / 11),
    ]);
  });

  test('ATR 2: the true range counts a gap, and the first bar has none', () => {
    const bars: Bar[] = [
      [10, 12, 9, 11, 1],
      [14, 15, 13, 14, 1],
      [14, 16, 14, 15, 1],
      [10, 11, 10, 10, 1],
    ];
    // True ranges 15 − 11 = 4, 2, 15 − 10 = 5: first mean 3, then (3 + 5) ÷ 2.
    expect(column('atr', [2], bars)).toEqual([_, _, 3, 4]);
  });

  test('MACD 1, 2, 2: the line less its own mean', () => {
    // EMA 1 is the price; EMA 2 is seeded with 3 and moves by two thirds: 3, 5, 5⅔ … lines 1, 1, ⅓.
    const bars = closes(2, 4, 6, 6);
    expect(column('macd', [1, 2, 2], bars, 'line')).toEqual([_, 1, 1, close(1 / 3)]);
    expect(column('macd', [1, 2, 2], bars, 'signal')).toEqual([_, _, 1, close(5 / 9)]);
    expect(column('macd', [1, 2, 2], bars, 'histogram')).toEqual([_, _, 0, close(-2 / 9)]);
  });

  test('Bollinger 2, 1: mean and population deviation', () => {
    expect(column('bollinger', [2, 1], closes(10, 14, 14), 'upper')).toEqual([_, 14, 14]);
    expect(column('bollinger', [2, 1], closes(10, 14, 14), 'lower')).toEqual([_, 10, 14]);
  });

  test('Donchian 2 and the extremes include the current bar', () => {
    const bars: Bar[] = [
      [1, 5, 1, 2, 1],
      [2, 4, 2, 3, 1],
      [3, 3, 3, 3, 1],
    ];
    expect(column('donchian', [2], bars, 'upper')).toEqual([_, 5, 4]);
    expect(column('donchian', [2], bars, 'lower')).toEqual([_, 1, 2]);
    expect(column('donchian', [2], bars, 'middle')).toEqual([_, 3, 3]);
  });

  test('Supertrend 1, 1: the band holds until the close crosses it', () => {
    const bars: Bar[] = [
      [10, 11, 9, 10, 1],
      [10, 11, 9, 10, 1],
      [12, 18, 12, 18, 1],
      [18, 19, 17, 18, 1],
      [18, 18, 4, 4, 1],
    ];
    // Bands of each bar: 10 ± 2, 10 ± 2, 15 ± 8, 18 ± 2, 11 ± 14. The upper one holds at 12 until 18 closes above it, so
    // the next bar may lift it to 20, where it holds again when 4 closes below the lower one, 16.
    expect(column('supertrend', [1, 1], bars, 'direction')).toEqual([-1, -1, 1, 1, -1]);
    expect(column('supertrend', [1, 1], bars)).toEqual([12, 12, 8, 16, 20]);
  });

  test('Heikin-Ashi: the open is the middle of the smoothed bar before', () => {
    const bars: Bar[] = [
      [10, 14, 8, 12, 1],
      [12, 16, 12, 16, 1],
    ];
    expect(column('heikin_ashi', [], bars, 'open')).toEqual([11, 11]);
    expect(column('heikin_ashi', [], bars, 'close')).toEqual([11, 14]);
    expect(column('heikin_ashi', [], bars, 'low')).toEqual([8, 11]);
  });

  test('VWMA 2, OBV, ROC and momentum', () => {
    const bars: Bar[] = [
      [10, 10, 10, 10, 100],
      [20, 20, 20, 20, 300],
      [5, 5, 5, 5, 50],
    ];
    expect(column('vwma', [2], bars)).toEqual([_, 17.5, close((6000 + 250) / 350)]);
    expect(column('obv', [], bars)).toEqual([100, 400, 350]);
    expect(column('roc', [1], bars)).toEqual([_, 100, -75]);
    expect(column('momentum', [2], bars)).toEqual([_, _, -5]);
  });
});

describe('sources that are no prices', () => {
  /** Far finer than a paisa. */
  const values = Array.from({ length: 300 }, (_each, i) => 50 + Math.sin(i) / 1000);

  test.each([
    ['sma', (window: number[]) => window.reduce((sum, value) => sum + value, 0) / 10],
    [
      'stddev',
      (window: number[]) => {
        const mean = window.reduce((sum, value) => sum + value, 0) / 10;
        return Math.sqrt(window.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 10);
      },
    ],
  ] as const)('%s keeps all their digits', (name, fresh) => {
    const ours = column(name, [10], closes(...values));
    for (let i = 9; i < values.length; i += 1) {
      expect(Math.abs((ours[i] ?? Number.NaN) - fresh(values.slice(i - 9, i + 1)))).toBeLessThan(1e-12);
    }
  });
});

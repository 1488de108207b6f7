import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTradable, roundToTick } from './instrument.ts';

describe('prices on the grid', () => {
  const anyTick = fc.constantFrom(1, 5, 10, 50, 100, 500);
  const anyPrice = fc.double({ min: 0, max: 10_000_000, noNaN: true });

  test('a rounded price is on the grid and stays where it is', () => {
    fc.assert(
      fc.property(anyPrice, anyTick, fc.constantFrom('nearest', 'down', 'up'), (price, tick, rounding) => {
        const rounded = roundToTick(price, tick, rounding);
        expect(rounded % tick).toBe(0);
        expect(roundToTick(rounded, tick, rounding)).toBe(rounded);
      }),
    );
  });

  test('down, nearest and up lie in this order, less than a tick apart', () => {
    fc.assert(
      fc.property(anyPrice, anyTick, (price, tick) => {
        const [down, nearest, up] = (['down', 'nearest', 'up'] as const).map((rounding) =>
          roundToTick(price, tick, rounding),
        );
        expect([down, up]).toContain(nearest);
        expect((up ?? 0) - (down ?? 0)).toBeLessThanOrEqual(tick);
        expect(Math.abs((nearest ?? 0) - price)).toBeLessThanOrEqual(tick / 2 + 1e-6);
      }),
    );
  });

  test('halves go up, and a float’s noise does not cost a tick', () => {
    expect(roundToTick(10_002.5, 5, 'nearest')).toBe(10_005);
    expect(roundToTick(10_000.000000002, 5, 'up')).toBe(10_000);
    expect(roundToTick(9_999.999999998, 5, 'down')).toBe(10_000);
    expect(roundToTick(10_001, 5, 'up')).toBe(10_005);
    expect(roundToTick(10_004, 5, 'down')).toBe(10_000);
  });
});

test('shares and funds of NSE are traded; indices, derivatives and other exchanges are not', () => {
  expect(isTradable({ exchange: 'NSE', kind: 'equity' })).toBe(true);
  expect(isTradable({ exchange: 'NSE', kind: 'etf' })).toBe(true);
  expect(isTradable({ exchange: 'NSE', kind: 'index' })).toBe(false);
  expect(isTradable({ exchange: 'NFO', kind: 'option' })).toBe(false);
  expect(isTradable({ exchange: 'BSE', kind: 'equity' })).toBe(false);
});

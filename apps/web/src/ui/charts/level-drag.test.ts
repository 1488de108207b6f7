import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { draggedPrice, isMoved, snappedPrice, steppedPrice, stepsOfKey } from './level-drag.ts';

const anyTick = fc.constantFrom(0.01, 0.05, 0.1, 0.25, 1);
const anyPrice = fc.integer({ min: 100, max: 10_000_000 }).map((paise) => paise / 100);
const paise = (rupees: number) => Math.round(rupees * 100);

describe('a level on the grid', () => {
  test('always lies on a tick, at most half a tick away', () => {
    fc.assert(
      fc.property(anyPrice, anyTick, (price, tick) => {
        const snapped = snappedPrice(price, tick);
        expect(paise(snapped) % paise(tick)).toBe(0);
        expect(snapped).toBeGreaterThan(0);
        expect(Math.abs(paise(snapped) - paise(price)) * 2).toBeLessThanOrEqual(
          Math.max(paise(tick), paise(price) < paise(tick) ? 2 * paise(tick) : 0),
        );
      }),
    );
  });

  test('steps up and down again end where they began', () => {
    fc.assert(
      fc.property(anyPrice, anyTick, fc.integer({ min: 1, max: 50 }), (price, tick, steps) => {
        const from = snappedPrice(price, tick);
        expect(steppedPrice(steppedPrice(from, steps, tick), -steps, tick)).toBe(from);
      }),
    );
  });

  test('one key step is one tick, and never goes to nothing', () => {
    expect(steppedPrice(802.95, stepsOfKey('ArrowUp') ?? 0, 0.05)).toBe(803);
    expect(steppedPrice(802.95, stepsOfKey('ArrowDown') ?? 0, 0.05)).toBe(802.9);
    expect(steppedPrice(0.05, -1, 0.05)).toBe(0.05);
    expect(stepsOfKey('PageUp')).toBe(10);
  });

  test('Home, End and letters move nothing', () => {
    expect(['Home', 'End', 'a', 'Enter', 'Tab'].map(stepsOfKey)).toEqual(Array(5).fill(undefined));
  });
});

describe('dragging', () => {
  // A scale of one rupee for two pixels, 800 at the top.
  const priceAt = (y: number) => 800 - y / 2;

  test('a line grasped beside its middle does not jump', () => {
    expect(draggedPrice(107, 7, { priceAt, tick: 0.05 })).toBe(750);
    expect(draggedPrice(108, 7, { priceAt, tick: 0.05 })).toBe(749.5);
  });

  test('outside the scale it stays where it was', () => {
    expect(draggedPrice(5_000, 0, { priceAt, tick: 0.05 })).toBeUndefined();
    expect(draggedPrice(10, 0, { priceAt: () => null, tick: 0.05 })).toBeUndefined();
  });

  test('a drag that ends where it began is none', () => {
    expect(isMoved(802.95, 802.95)).toBe(false);
    expect(isMoved(0.1 + 0.2, 0.3)).toBe(false);
    expect(isMoved(802.95, 803)).toBe(true);
  });
});

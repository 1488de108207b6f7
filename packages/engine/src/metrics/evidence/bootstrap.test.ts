import { createRandom } from '@trickdesk/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bootstrapIntervals } from './bootstrap.ts';

function noise(seed: number, sessions: number): number[] {
  const random = createRandom('returns', seed);
  return Array.from({ length: sessions }, () => 0.01 * random.gauss());
}

/** An interval that is one value. */
function allOf(value: number, digits: number) {
  const close: unknown = expect.closeTo(value, digits);
  return { low: close, value: close, high: close };
}

describe('the bootstrap interval', () => {
  test('is the same for the same seed, and another for another', () => {
    const returns = noise(1, 250);
    const first = bootstrapIntervals({ returns, seed: 'a', samples: 200 });
    expect(bootstrapIntervals({ returns, seed: 'a', samples: 200 })).toEqual(first);
    expect(bootstrapIntervals({ returns, seed: 'b', samples: 200 })).not.toEqual(first);
  });

  test('of equal days is those days', () => {
    const found = bootstrapIntervals({ returns: new Array(252).fill(0.001), seed: 1, samples: 50 });
    expect(found?.meanDailyPct).toEqual(allOf(0.1, 10));
    // 1.001²⁵² − 1.
    expect(found?.annualReturnPct).toEqual(allOf(28.6434, 3));
    expect(found?.notGainingPct).toBe(0);
  });

  test('of a year does not depend on how many days it is made of; a day of nothing is no gain', () => {
    const found = bootstrapIntervals({ returns: new Array(63).fill(0.001), seed: 1, samples: 20 });
    expect(found?.annualReturnPct).toEqual(allOf(28.6434, 3));
    const flat = bootstrapIntervals({ returns: new Array(63).fill(0), seed: 1, samples: 20 });
    expect(flat).toMatchObject({ notGainingPct: 100, annualReturnPct: { low: 0, value: 0, high: 0 } });
  });

  test('has the width that theory gives for independent days', () => {
    // ±1.645 deviations of the mean, 1 % ÷ √400 = 0.05 %: 0.1645 % from end to end; a single history is some 10 % off.
    const widths = Array.from({ length: 30 }, (_, seed) => {
      const interval = bootstrapIntervals({ returns: noise(seed, 400), seed, samples: 300 })?.meanDailyPct;
      return (interval?.high ?? 0) - (interval?.low ?? 0);
    });
    const mean = widths.reduce((sum, width) => sum + width, 0) / widths.length;
    expect(mean).toBeGreaterThan(0.155);
    expect(mean).toBeLessThan(0.17);
  });

  test('is wider where days go on as they began, which drawing single days would not see', () => {
    const changes = noise(3, 600);
    const returns = changes.map((_, i) => changes.slice(Math.max(0, i - 9), i + 1).reduce((sum, one) => sum + one, 0));
    const width = (blockSessions: number): number => {
      const interval = bootstrapIntervals({ returns, seed: 1, samples: 500, blockSessions })?.meanDailyPct;
      return (interval?.high ?? 0) - (interval?.low ?? 0);
    };
    expect(width(20)).toBeGreaterThan(1.5 * width(1));
  });

  test('holds the truth about as often as it says', () => {
    let held = 0;
    for (let seed = 0; seed < 200; seed += 1) {
      const interval = bootstrapIntervals({ returns: noise(seed, 200), seed, samples: 200 })?.meanDailyPct;
      if (interval && interval.low <= 0 && interval.high >= 0) held += 1;
    }
    // 180 of 200 with a deviation of 4.2, less what a percentile interval of dependent blocks is too narrow by.
    expect(held).toBeGreaterThan(160);
    expect(held).toBeLessThan(195);
  });

  test('says nothing about a few days, nor about a year in which a day lost everything', () => {
    expect(bootstrapIntervals({ returns: noise(1, 19), seed: 1 })).toBeUndefined();
    const ruined = bootstrapIntervals({ returns: [...noise(1, 30), -1], seed: 1, samples: 20 });
    expect(ruined?.annualReturnPct).toBeUndefined();
    expect(ruined?.meanDailyPct.value).toBeLessThan(0);
  });

  test('is in order, and never infinite or not a number', () => {
    const anyReturns = fc.array(fc.double({ min: -1.5, max: 50, noNaN: true }), { minLength: 20, maxLength: 60 });
    fc.assert(
      fc.property(anyReturns, fc.integer({ min: 1, max: 90 }), (returns, blockSessions) => {
        const found = bootstrapIntervals({ returns, seed: 1, samples: 20, blockSessions });
        for (const interval of [found?.meanDailyPct, found?.annualReturnPct]) {
          if (!interval) continue;
          for (const value of Object.values(interval)) expect(Number.isFinite(value)).toBe(true);
          expect(interval.low).toBeLessThanOrEqual(interval.high);
        }
      }),
      { numRuns: 50 },
    );
  });

  test('refuses what makes no sense', () => {
    const returns = noise(1, 30);
    expect(() => bootstrapIntervals({ returns, seed: 1, samples: 0 })).toThrow(RangeError);
    expect(() => bootstrapIntervals({ returns, seed: 1, blockSessions: 0.5 })).toThrow(RangeError);
    expect(() => bootstrapIntervals({ returns, seed: 1, insidePct: 100 })).toThrow(RangeError);
  });
});

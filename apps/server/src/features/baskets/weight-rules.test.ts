import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CATALOGUE } from './catalogue.ts';
import { type ClosesOf, nextReview, reviewDays, weighByRule } from './weight-rules.ts';

/** A year and more of closes that swing by so many percent a day around a trend. */
function closes(symbol: string, { swing, growth = 0 }: { swing: number; growth?: number }): ClosesOf {
  return {
    symbol,
    closes: Array.from(
      { length: 300 },
      (_, i) => 100 * (1 + growth) ** (i / 300) * (1 + (i % 2 === 0 ? swing : -swing)),
    ),
  };
}

describe('weights', () => {
  test('of calm names are higher, by the inverse of their volatility', () => {
    const weighed = weighByRule({ kind: 'calm_weighted' }, [
      closes('WILD', { swing: 0.02 }),
      closes('CALM', { swing: 0.01 }),
    ]);
    expect(weighed?.map(({ symbol }) => symbol)).toEqual(['CALM', 'WILD']);
    expect(weighed?.[0]?.weightBps).toBeGreaterThan(6_600);
    expect(weighed?.[0]?.weightBps).toBeLessThan(6_700);
    expect(weighed?.[0]?.reason).toContain('Volatility of');
  });

  test('of the strongest names are equal parts, those of the last month not seen', () => {
    const late: ClosesOf = {
      symbol: 'LATE',
      closes: [...Array<number>(280).fill(100), ...Array<number>(20).fill(300)],
    };
    const weighed = weighByRule({ kind: 'momentum', count: 1 }, [late, closes('UP', { swing: 0, growth: 0.2 })]);
    expect(weighed).toEqual([expect.objectContaining({ symbol: 'UP', weightBps: 10_000 })]);
  });

  test('need the history that their rule reads', () => {
    const young = { symbol: 'YOUNG', closes: [100, 101, 102] };
    expect(weighByRule({ kind: 'calm_weighted' }, [young])).toBeUndefined();
    expect(weighByRule({ kind: 'momentum', count: 1 }, [young])).toBeUndefined();
    expect(weighByRule({ kind: 'equal' }, [young])?.[0]?.weightBps).toBe(10_000);
  });

  test.each(CATALOGUE)('of $name are whole basis points that add up to all of it', ({ rule, universe }) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 40, maxLength: 40 }), (swings) => {
        const names = universe.map((symbol, i) => closes(symbol, { swing: (swings[i] ?? 1) / 1_000, growth: i / 50 }));
        const weighed = weighByRule(rule, names) ?? [];
        expect(weighed.every(({ weightBps }) => Number.isInteger(weightBps) && weightBps > 0)).toBe(true);
        expect(weighed.reduce((sum, { weightBps }) => sum + weightBps, 0)).toBe(10_000);
        expect(new Set(weighed.map(({ symbol }) => symbol)).size).toBe(weighed.length);
      }),
      { numRuns: 20 },
    );
  });
});

describe('reviews', () => {
  test('fall on the first days of quarters and halves', () => {
    expect(reviewDays('2025-11-20', '2026-07-01', 3)).toEqual(['2026-01-01', '2026-04-01', '2026-07-01']);
    expect(reviewDays('2025-01-01', '2025-12-31', 6)).toEqual(['2025-01-01', '2025-07-01']);
  });

  test('come next after today, also over the end of a year', () => {
    expect(nextReview('2026-07-01', 3)).toBe('2026-10-01');
    expect(nextReview('2026-11-24', 6)).toBe('2027-01-01');
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SessionWindow, walkForward, walkForwardSplits } from './walk-forward.ts';

describe('the windows', () => {
  test('roll: each fit sees as much, and the last trial may be shorter', () => {
    expect(walkForwardSplits({ sessions: 11, inSampleSessions: 4, outOfSampleSessions: 3, mode: 'rolling' })).toEqual([
      { inSample: { from: 0, to: 4 }, outOfSample: { from: 4, to: 7 } },
      { inSample: { from: 3, to: 7 }, outOfSample: { from: 7, to: 10 } },
      { inSample: { from: 6, to: 10 }, outOfSample: { from: 10, to: 11 } },
    ]);
  });

  test('are anchored: each fit sees all from the first session on, and leaves a gap where one is asked for', () => {
    const splits = walkForwardSplits({
      sessions: 10,
      inSampleSessions: 4,
      outOfSampleSessions: 3,
      mode: 'anchored',
      gapSessions: 1,
    });
    expect(splits).toEqual([
      { inSample: { from: 0, to: 4 }, outOfSample: { from: 5, to: 8 } },
      { inSample: { from: 0, to: 7 }, outOfSample: { from: 8, to: 10 } },
    ]);
  });

  test('try on each session after the first fit once, never on one that its fit saw', () => {
    const anyInput = fc.record({
      sessions: fc.integer({ min: 0, max: 200 }),
      inSampleSessions: fc.integer({ min: 1, max: 60 }),
      outOfSampleSessions: fc.integer({ min: 1, max: 40 }),
      gapSessions: fc.integer({ min: 0, max: 5 }),
      mode: fc.constantFrom('rolling' as const, 'anchored' as const),
    });
    fc.assert(
      fc.property(anyInput, (input) => {
        const splits = walkForwardSplits(input);
        const tried = splits.flatMap(({ outOfSample: { from, to } }) =>
          Array.from({ length: to - from }, (_, i) => from + i),
        );
        const first = input.inSampleSessions + input.gapSessions;
        expect(tried).toEqual(Array.from({ length: Math.max(0, input.sessions - first) }, (_, i) => first + i));
        for (const { inSample, outOfSample } of splits) {
          expect(inSample.from).toBeGreaterThanOrEqual(0);
          expect(inSample.to + input.gapSessions).toBe(outOfSample.from);
        }
      }),
    );
  });

  test('refuse a length that is not a whole session', () => {
    const input = { sessions: 10, inSampleSessions: 4, outOfSampleSessions: 0, mode: 'rolling' } as const;
    expect(() => walkForwardSplits(input)).toThrow(RangeError);
  });
});

describe('walking forward', () => {
  /** Two ways to trade: one gains in the first six sessions and loses then, the other the reverse. In 128ths: sums are exact. */
  const early = [2, 1, 2, 1, 2, 1, -2, -1, -2, -1, -2, -1].map((value) => value / 128);
  const late = early.map((value) => -value);
  const input = {
    sessions: 12,
    inSampleSessions: 4,
    outOfSampleSessions: 4,
    mode: 'rolling',
    candidates: [early, late],
    evaluate: (returns: readonly number[], { from, to }: SessionWindow) => returns.slice(from, to),
  } as const;

  test('fits anew on each window and joins what came after', () => {
    const found = walkForward(input);
    // The first fit (0–3) takes the early way, which then brings 2, 1, −2, −1. In 4–7 both bring nothing on the whole:
    // the first of equals is taken, which then brings −2, −1, −2, −1.
    expect(found.windows.map(({ chosen }) => (chosen === early ? 'early' : 'late'))).toEqual(['early', 'early']);
    expect(found.outOfSampleReturns.map((value) => value * 128)).toEqual([2, 1, -2, -1, -2, -1, -2, -1]);
    expect(found.windows.map(({ inSampleDailyPct }) => inSampleDailyPct)).toEqual([150 / 128, 0]);
    expect(found.inSampleDailyPct).toBeCloseTo(75 / 128, 12);
    expect(found.outOfSampleDailyPct).toBeCloseTo(-75 / 128, 12);
    expect(found.efficiency).toBeCloseTo(-1, 12);
    expect(found.gainingWindows).toBe(0);
  });

  test('changes to what the last fit found best', () => {
    const score = (returns: readonly number[]): number => returns.reduce((sum, value) => sum + value, 0);
    const found = walkForward({ ...input, inSampleSessions: 2, outOfSampleSessions: 2, score });
    expect(found.windows.map(({ chosen }) => (chosen === early ? 'early' : 'late'))).toEqual([
      'early',
      'early',
      'early',
      'late',
      'late',
    ]);
    expect(found.gainingWindows).toBe(4);
  });

  test('never shows a fit what comes after it', () => {
    const seen: SessionWindow[] = [];
    const found = walkForward({
      ...input,
      candidates: [early],
      evaluate: (returns, window) => {
        seen.push(window);
        return returns.slice(window.from, window.to);
      },
    });
    expect(seen).toEqual(found.windows.flatMap(({ inSample, outOfSample }) => [inSample, outOfSample]));
  });

  test('does not trade where nothing has a score', () => {
    const found = walkForward({ ...input, score: () => undefined });
    expect(found.outOfSampleReturns).toEqual(new Array(8).fill(0));
    expect(found.windows.every((window) => !('chosen' in window))).toBe(true);
    expect(found.inSampleDailyPct).toBeUndefined();
    expect(found.efficiency).toBeUndefined();
  });

  test('has no efficiency where the fits lost', () => {
    const found = walkForward({ ...input, candidates: [early.map((value) => -Math.abs(value))] });
    expect(found.inSampleDailyPct).toBeLessThan(0);
    expect(found.efficiency).toBeUndefined();
  });

  test('says nothing where the data ends with the first fit', () => {
    expect(walkForward({ ...input, sessions: 4 })).toEqual({
      windows: [],
      outOfSampleReturns: [],
      outOfSampleDailyPct: undefined,
      inSampleDailyPct: undefined,
      efficiency: undefined,
      gainingWindows: 0,
    });
  });

  test('needs a return for each session', () => {
    expect(() => walkForward({ ...input, evaluate: () => [0.01] })).toThrow('4 sessions need as many returns, not 1');
  });
});

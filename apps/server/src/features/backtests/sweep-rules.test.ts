import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { combinationsOf, countCombinations, decideSweep } from './sweep-rules.ts';

const rules = {
  parameters: {
    fast: { default: 5, min: 2, max: 20, step: 1 },
    slow: { default: 20, min: 10, max: 200, step: 5 },
    share: { default: 0.3, min: 0.1, max: 2, step: 0.1 },
  },
  instruments: [{ exchange: 'NSE' as const, symbol: 'SBIN' }],
};

const messageOf = (decision: ReturnType<typeof decideSweep>) => (decision.ok ? [] : decision.errors);

describe('what a sweep may try', () => {
  test('parameters that the trick names, in its order, their values ascending and once', () => {
    expect(decideSweep(rules, { slow: [30, 20, 30], fast: [5, 3] })).toEqual({
      ok: true,
      sweep: { fast: [3, 5], slow: [20, 30] },
    });
    const decided = decideSweep(rules, { slow: [30], fast: [5] });
    expect(decided.ok && Object.keys(decided.sweep)).toEqual(['fast', 'slow']);
  });

  test('another name is refused with the names that there are', () => {
    expect(messageOf(decideSweep(rules, { width: [1], constructor: [1] }))).toEqual([
      { path: 'sweep.width', message: 'This trick has no parameter “width”. It has fast, slow, share.' },
      { path: 'sweep.constructor', message: 'This trick has no parameter “constructor”. It has fast, slow, share.' },
    ]);
  });

  test.each([[[1]], [[21]], [[2.5]], [[3, 300]]])(
    'values %j outside the range or between its steps are refused',
    (values) => {
      expect(messageOf(decideSweep(rules, { fast: values }))).toEqual([
        { path: 'sweep.fast', message: 'Use values from 2 to 20 in steps of 1.' },
      ]);
    },
  );

  test('decimal steps are met although floats only come near', () => {
    const share = Array.from({ length: 20 }, (_, i) => 0.1 + i * 0.1);
    expect(decideSweep(rules, { share }).ok).toBe(true);
  });

  test('a hundred combinations are the most, and five hundred with the instruments', () => {
    const slow = Array.from({ length: 6 }, (_, i) => 10 + i * 5);
    const fast = Array.from({ length: 17 }, (_, i) => 2 + i);
    expect(messageOf(decideSweep(rules, { fast, slow }))[0]?.message).toContain('102 combinations; 100 can be tried');
    const many = {
      ...rules,
      instruments: Array.from({ length: 50 }, (_, i) => ({ exchange: 'NSE' as const, symbol: `S${i}` })),
    };
    expect(decideSweep(many, { fast: fast.slice(0, 10) }).ok).toBe(true);
    expect(messageOf(decideSweep(many, { fast: fast.slice(0, 11) }))[0]?.message).toContain(
      '10 combinations can be tried',
    );
  });
});

test('whatever the order of the values and of the names, the combinations are the same, and as many as are counted', () => {
  const anyValues = fc.uniqueArray(fc.integer({ min: 2, max: 20 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(anyValues, anyValues, (fast, shares) => {
      const share = shares.map((each) => each / 10);
      const one = decideSweep(rules, { fast, share });
      const other = decideSweep(rules, { share: share.toReversed(), fast: [...fast.toReversed(), ...fast] });
      expect(JSON.stringify(other)).toBe(JSON.stringify(one));
      const sets = one.ok ? combinationsOf(one.sweep) : [];
      expect(new Set(sets.map((set) => JSON.stringify(set))).size).toBe(fast.length * share.length);
      expect(one.ok && countCombinations(one.sweep)).toBe(sets.length);
    }),
  );
});

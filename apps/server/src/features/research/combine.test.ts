import { addDays } from '@trickdesk/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { combine, correlationOf, type MemberEquity } from './combine.ts';

const FIRST = '2026-01-05';

/** A strategy from its daily results, from a day on. */
function member(id: number, results: readonly number[], from = 0): MemberEquity {
  let valuePaise = 1_000;
  const equity = results.map((result, i) => {
    valuePaise += result;
    return { date: addDays(FIRST, from + i), valuePaise };
  });
  return { id, capitalPaise: 1_000, equity };
}

const anyResults = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 20 });

test('what a portfolio made is the sum of what its strategies made over the same days, day by day', () => {
  fc.assert(
    fc.property(fc.array(anyResults, { minLength: 1, maxLength: 4 }), fc.array(fc.nat(6)), (results, starts) => {
      const members = results.map((each, i) => member(i, each, starts[i] ?? 0));
      const whole = combine(members);
      if (!whole) return;
      const sum = whole.members.reduce((total, { netPnlPaise }) => total + netPnlPaise, 0);
      expect(whole.netPnlPaise).toBe(sum);
      expect(whole.equity.at(-1)?.valuePaise).toBe(whole.capitalPaise + sum);
    }),
  );
});

test('days that one of them lacks are left out, and nothing before them counts', () => {
  const whole = combine([member(1, [100, 10, 20]), member(2, [5, 5], 1)]);
  expect(whole?.equity.map(({ date }) => date)).toEqual(['2026-01-06', '2026-01-07']);
  expect(whole?.members.map(({ netPnlPaise }) => netPnlPaise)).toEqual([30, 10]);
  expect(combine([member(1, [1]), member(2, [1], 5)])).toBeUndefined();
});

test('losses of one that another makes good are no loss of the whole', () => {
  const whole = combine([member(1, [-100, 100]), member(2, [100, -100])]);
  expect(whole?.maxDrawdownPercent).toBe(0);
  expect(whole?.members.map(({ maxDrawdownPercent }) => Math.round(maxDrawdownPercent))).toEqual([-10, -9]);
});

test('two results are alike, opposite, or nothing can be said', () => {
  const wave = [1, -2, 3, 1, -4, 2, 2, -1, 3, -3];
  const opposite = wave.map((each) => -each);
  expect(correlationOf(wave, wave)).toBeCloseTo(1);
  expect(correlationOf(wave, opposite)).toBeCloseTo(-1);
  expect(
    correlationOf(
      wave,
      wave.map(() => 5),
    ),
  ).toBeUndefined();
  expect(correlationOf(wave.slice(1), wave.slice(1))).toBeUndefined();
});

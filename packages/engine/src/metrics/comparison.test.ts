import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buyAndHold, commonSessions, compareWith, followedDays, indexAsEquity } from './comparison.ts';

const SESSIONS = ['2026-09-01', '2026-09-02', '2026-09-03'];

function account(values: readonly number[]) {
  return values.map((equityPaise, i) => ({ date: SESSIONS[i] ?? '', equityPaise }));
}

function daily(values: Readonly<Record<string, number>>) {
  return Object.entries(values).map(([date, value]) => ({ date, value }));
}

describe('an index as an account', () => {
  test('grows from the value before the first session', () => {
    const series = daily({ '2026-08-31': 20_000, '2026-09-01': 20_200, '2026-09-02': 19_800, '2026-09-03': 21_000 });
    expect(indexAsEquity(series, SESSIONS, 1_00_000_00)).toEqual(account([1_01_000_00, 99_000_00, 1_05_000_00]));
  });

  test('keeps its last value on a session without one, where a later session has one', () => {
    const series = daily({ '2026-08-31': 20_000, '2026-09-01': 20_200, '2026-09-03': 21_000 });
    expect(indexAsEquity(series, SESSIONS, 1_00_000_00)).toEqual(account([1_01_000_00, 1_01_000_00, 1_05_000_00]));
  });

  test('says nothing where it begins or ends within the days', () => {
    const late = daily({ '2026-09-01': 10_000, '2026-09-02': 10_000, '2026-09-03': 11_000 });
    expect(indexAsEquity(late, SESSIONS, 1_000_00)).toEqual([]);
    const early = daily({ '2026-08-31': 10_000, '2026-09-01': 10_000, '2026-09-02': 11_000 });
    expect(indexAsEquity(early, SESSIONS, 1_000_00)).toEqual([]);
    expect(indexAsEquity(daily({ '2026-09-04': 1 }), SESSIONS, 1_000_00)).toEqual([]);
    expect(indexAsEquity([], SESSIONS, 1_000_00)).toEqual([]);
  });
});

describe('common sessions', () => {
  test('of an index begin after its first close, and end with its last', () => {
    const days = (values: Readonly<Record<string, number>>) => commonSessions(SESSIONS, [followedDays(daily(values))]);
    expect(days({ '2026-08-31': 1, '2026-09-03': 2 })).toEqual({ from: 0, to: 3 });
    expect(days({ '2026-09-01': 1, '2026-09-02': 2, '2026-09-03': 0 })).toEqual({ from: 1, to: 2 });
    expect(days({ '2026-09-03': 1 })).toEqual({ from: 0, to: 0 });
    expect(days({ '2026-08-30': 1, '2026-08-31': 1 })).toEqual({ from: 0, to: 0 });
    expect(days({})).toEqual({ from: 0, to: 0 });
  });

  test('of several are those of all', () => {
    const early = { first: '2026-01-01', last: '2026-09-02' };
    const late = { first: '2026-09-02', last: '2026-12-01' };
    expect(commonSessions(SESSIONS, [early, late])).toEqual({ from: 1, to: 2 });
    expect(commonSessions(SESSIONS, [early, undefined])).toEqual({ from: 0, to: 0 });
  });
});

describe('buying and holding', () => {
  test('buys whole units for equal parts, pays charges, and keeps the rest in cash', () => {
    // ₹500 each: 4 units at ₹120 with ₹20 left, 1 unit at ₹300 with ₹200 left; the second purchase costs ₹2.
    const equity = buyAndHold(
      [
        { symbol: 'A', firstOpenPaise: 120_00, closes: daily({ '2026-09-01': 125_00, '2026-09-02': 130_00 }) },
        { symbol: 'B', firstOpenPaise: 300_00, closes: daily({ '2026-09-01': 300_00, '2026-09-03': 250_00 }) },
      ],
      SESSIONS,
      1_000_00,
      (instrument) => instrument * 2_00,
    );
    expect(equity).toEqual(
      account([220_00 + 500_00 + 300_00 - 2_00, 220_00 + 520_00 + 298_00, 220_00 + 520_00 + 248_00]),
    );
  });

  test('of nothing is nothing; what one unit costs too much for stays cash, without charges', () => {
    expect(buyAndHold([], SESSIONS, 1_000_00)).toEqual([]);
    const dear = { symbol: 'A', firstOpenPaise: 2_000_00, closes: daily({ '2026-09-01': 1_00 }) };
    expect(buyAndHold([dear], SESSIONS, 1_000_00, () => 1_00)).toEqual(account([1_000_00, 1_000_00, 1_000_00]));
  });
});

describe('a comparison', () => {
  test('says by how much the strategy was ahead, and how the two moved together', () => {
    // Own days: +1 %, −2 %, +3 %; the other's: +2 %, −4 %, +6 %: half of it each day, so β = ½ and correlation 1.
    const own = account([1_01_000_00, 98_980_00, 1_01_949_40]);
    const other = account([1_02_000_00, 97_920_00, 1_03_795_20]);
    const found = compareWith({ own, other, startCapitalPaise: 1_00_000_00, startDate: '2026-08-31' });
    expect(found?.returnPct).toBeCloseTo(3.7952, 6);
    expect(found?.aheadByPct).toBeCloseTo(1.9494 - 3.7952, 6);
    expect(found?.maxDrawdownPct).toBeCloseTo(4, 6);
    expect(found?.correlation).toBeCloseTo(1, 6);
    expect(found?.beta).toBeCloseTo(0.5, 6);
  });

  test('with what never moved has no correlation and no beta', () => {
    const still = account([1_000_00, 1_000_00, 1_000_00]);
    const found = compareWith({
      own: account([1, 2, 3]),
      other: still,
      startCapitalPaise: 1_000_00,
      startDate: '2026-08-31',
    });
    expect(found).toMatchObject({ returnPct: 0, maxDrawdownPct: 0 });
    expect(found?.beta).toBeUndefined();
    expect(found?.correlation).toBeUndefined();
  });

  test('needs the same sessions', () => {
    const input = { own: account([1, 2]), other: account([1, 2, 3]), startCapitalPaise: 1, startDate: '2026-08-31' };
    expect(() => compareWith(input)).toThrow(RangeError);
  });

  test('has no figure that is infinite or not a number, even through ruin', () => {
    const anyValues = fc.array(fc.integer({ min: -500, max: 4_000 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(anyValues, anyValues, fc.integer({ min: 0, max: 2_000 }), (own, other, startCapitalPaise) => {
        const found = compareWith({
          own: account(own),
          other: account(other),
          startCapitalPaise,
          startDate: '2026-08-31',
        });
        for (const value of Object.values(found ?? {})) {
          if (value !== undefined) expect(Number.isFinite(value)).toBe(true);
        }
      }),
    );
  });
});

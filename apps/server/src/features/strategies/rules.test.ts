import { addDays } from '@trickdesk/domain';
import { summarise } from '@trickdesk/engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawdowns, mayNeedReport, reportNeed, returnOfLast30Days, rounded, thinned } from './rules.ts';

const anyEquity = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 60 }).map((values) =>
  values.map((equityPaise, i) => ({
    date: new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10),
    equityPaise,
  })),
);

test('the return of thirty days is that of the whole where it is no longer', () => {
  fc.assert(
    fc.property(anyEquity, (equity) => {
      const last = equity.at(-1)?.equityPaise ?? 0;
      const base = equity.length > 30 ? (equity.at(-31)?.equityPaise ?? 0) : 500;
      expect(returnOfLast30Days(equity, 500)).toBeCloseTo(((last - base) / base) * 100, 8);
    }),
  );
  expect(returnOfLast30Days([], 500)).toBeUndefined();
});

test('a drawdown is never positive, and none at a new high', () => {
  fc.assert(
    fc.property(anyEquity, (equity) => {
      let peak = 500;
      drawdowns(equity, 500).forEach((fall, i) => {
        const value = equity[i]?.equityPaise ?? 0;
        expect(fall).toBeLessThanOrEqual(0);
        if (value >= peak) expect(fall).toBe(0);
        peak = Math.max(peak, value);
      });
    }),
  );
});

test('a thinned series keeps its ends and its order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer(), { minLength: 1, maxLength: 200 }),
      fc.integer({ min: 2, max: 50 }),
      (all, points) => {
        const few = thinned(all, points);
        expect(few.length).toBe(Math.min(all.length, points));
        expect([few[0], few.at(-1)]).toEqual([all[0], all.at(-1)]);
      },
    ),
  );
  expect(rounded(1.005)).toBe(1);
  expect(rounded(-2.346)).toBe(-2.35);
});

test('the deepest day of a series is told by as much as the drawdown of its report', () => {
  expect([0.125, -0.125].map((each) => rounded(each))).toEqual([0.13, -0.13]);
  expect(rounded(-0.001)).toBe(0);
  const start = 1_00_000_00;
  fc.assert(
    // Steps of half a hundredth of a percent: each second one is a half.
    fc.property(fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 1, maxLength: 20 }), (steps) => {
      const equity = steps.map((step, i) => ({ date: addDays('2026-01-01', i), equityPaise: start + step * 500 }));
      const { maxDrawdown } = summarise({ trades: [], equity, startCapitalPaise: start });
      const deepest = Math.min(...drawdowns(equity, start).map((depth) => rounded(depth)));
      expect(Math.abs(deepest)).toBe(rounded(maxDrawdown?.pct ?? 0));
    }),
  );
});

describe('a report is worked out', () => {
  const DATA = { dataset: 'a', days: 100, newDays: 0, fewestDays: 5 };

  test('first where there is none for this market, or none that is ready; again after five sessions', () => {
    expect(reportNeed(undefined, DATA)).toBe('first');
    expect(reportNeed({ dataset: 'b', status: 'ready' }, DATA)).toBe('first');
    expect(reportNeed({ dataset: 'a', status: 'running' }, DATA)).toBe('first');
    expect(reportNeed({ dataset: 'a', status: 'ready' }, { ...DATA, newDays: 4 })).toBe('none');
    expect(reportNeed({ dataset: 'a', status: 'ready' }, { ...DATA, newDays: 5 })).toBe('renewal');
    expect(reportNeed(undefined, { ...DATA, days: 4 })).toBe('none');
  });

  test('and the data is not looked at before that could be', () => {
    const facts = { dataset: 'a', dataUntil: '2026-09-05', now: 10_000_000 };
    const ready = { dataset: 'a', status: 'ready', toDate: '2026-09-01', storedAt: 0 };
    expect(mayNeedReport(ready, facts)).toBe(false);
    expect(mayNeedReport(ready, { ...facts, dataUntil: '2026-09-06' })).toBe(true);
    expect(mayNeedReport({ ...ready, dataset: 'b' }, facts)).toBe(true);
    expect(mayNeedReport(undefined, facts)).toBe(true);
    const failed = { ...ready, status: 'failed', storedAt: 9_000_000 };
    expect(mayNeedReport(failed, facts)).toBe(false);
    expect(mayNeedReport(failed, { ...facts, now: 20_000_000 })).toBe(true);
  });
});

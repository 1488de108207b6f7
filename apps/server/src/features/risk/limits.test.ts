import { expect, test } from 'vitest';
import {
  decideLimits,
  decideLock,
  type KeptLimits,
  type LimitChange,
  limitsOn,
  momentText,
  NO_LIMITS,
} from './limits.ts';

const TODAY = '2026-01-05';
const NEXT = '2026-01-06';
const WALL = Date.UTC(2026, 0, 5, 5);
const kept = (limits: Partial<KeptLimits['now']>): KeptLimits => ({
  now: { ...NO_LIMITS, ...limits },
  next: undefined,
});

function change(from: KeptLimits, wanted: LimitChange['wanted'], lockedUntil?: number): KeptLimits | undefined {
  const decision = decideLimits({ kept: from, wanted, lockedUntil, wallNow: WALL, today: TODAY, nextDay: NEXT });
  return decision.allowed ? decision.kept : undefined;
}

test('a tighter limit holds at once', () => {
  const after = change(kept({ maxTradesPerDay: 10 }), { maxTradesPerDay: 4, maxLossPerDayPaise: 5_000_00 });
  expect(after?.now).toEqual({ ...NO_LIMITS, maxTradesPerDay: 4, maxLossPerDayPaise: 5_000_00 });
  expect(after?.next).toBeUndefined();
});

test('a looser limit holds from the next exchange day, and the old one until then', () => {
  const after = change(kept({ maxTradesPerDay: 4 }), { maxTradesPerDay: 10 });
  if (!after) throw new Error('it was refused');
  expect(limitsOn(after, TODAY).maxTradesPerDay).toBe(4);
  expect(limitsOn(after, NEXT).maxTradesPerDay).toBe(10);
});

test('taking a limit away is the loosest change of all', () => {
  const after = change(kept({ maxLossPerDayPaise: 5_000_00 }), { maxLossPerDayPaise: null });
  if (!after) throw new Error('it was refused');
  expect(limitsOn(after, TODAY).maxLossPerDayPaise).toBe(5_000_00);
  expect(limitsOn(after, NEXT).maxLossPerDayPaise).toBeUndefined();
});

test('in one change the tighter part holds at once and the looser part waits', () => {
  const after = change(kept({ maxTradesPerDay: 4, maxMarginPercent: 50 }), {
    maxTradesPerDay: 10,
    maxMarginPercent: 30,
  });
  if (!after) throw new Error('it was refused');
  expect(limitsOn(after, TODAY)).toMatchObject({ maxTradesPerDay: 4, maxMarginPercent: 30 });
  expect(limitsOn(after, NEXT)).toMatchObject({ maxTradesPerDay: 10, maxMarginPercent: 30 });
});

test('a limit tightened while a looser one waits takes the looser one back', () => {
  const waiting = change(kept({ maxTradesPerDay: 4 }), { maxTradesPerDay: 10 });
  const after = waiting && change(waiting, { maxTradesPerDay: 3 });
  expect(after).toEqual(kept({ maxTradesPerDay: 3 }));
});

test('while a lock holds nothing can be loosened, not even for later, and tightening is allowed', () => {
  const limits = kept({ maxTradesPerDay: 4, maxMarginPercent: 50 });
  expect(change(limits, { maxTradesPerDay: 5 }, WALL + 1)).toBeUndefined();
  expect(change(limits, { maxTradesPerDay: null }, WALL + 1)).toBeUndefined();
  expect(change(limits, { maxTradesPerDay: 3, maxMarginPercent: 51 }, WALL + 1)).toBeUndefined();
  expect(change(limits, { maxTradesPerDay: 3 }, WALL + 1)?.now.maxTradesPerDay).toBe(3);
  expect(change(limits, { maxGrossExposurePaise: 1_00 }, WALL + 1)?.now.maxGrossExposurePaise).toBe(1_00);
});

test('a change that is refused keeps nothing of it', () => {
  const from = kept({ maxTradesPerDay: 4 });
  const asked = { kept: from, wanted: { maxTradesPerDay: 5 }, lockedUntil: WALL + 1, wallNow: WALL };
  expect(decideLimits({ ...asked, today: TODAY, nextDay: NEXT })).toEqual({ allowed: false });
});

test('a looser limit that waits goes on waiting when another is changed', () => {
  const waiting = change(kept({ maxTradesPerDay: 4, maxMarginPercent: 50 }), { maxTradesPerDay: 10 });
  const after = waiting && change(waiting, { maxMarginPercent: 30 });
  expect(after).toEqual({
    now: { ...NO_LIMITS, maxTradesPerDay: 4, maxMarginPercent: 30 },
    next: { limits: { ...NO_LIMITS, maxTradesPerDay: 10, maxMarginPercent: 30 }, from: NEXT },
  });
});

test('every limit is kept by its own name', () => {
  const all = {
    ...{ maxLossPerDayPaise: 1, maxTradesPerDay: 2, maxGrossExposurePaise: 3 },
    ...{ maxNetExposurePaise: 4, maxMarginPercent: 5, maxOrdersPerMinute: 6 },
  };
  expect(change(kept({}), all)).toEqual(kept(all));
  for (const name of Object.keys(all)) {
    expect(change(kept(all), { [name]: 9 })?.next?.limits, name).toEqual({ ...all, [name]: 9 });
  }
});

test('a moment is told by India’s clock', () => {
  expect(momentText(Date.UTC(2026, 0, 12, 9))).toBe('12 Jan 2026, 14:30');
});

test('a lock that has ended binds nobody', () => {
  expect(change(kept({ maxTradesPerDay: 4 }), { maxTradesPerDay: 5 }, WALL)?.next?.limits.maxTradesPerDay).toBe(5);
});

test('a lock can be made longer and never shorter, and only ahead', () => {
  const decide = (until: number, lockedUntil?: number) => decideLock({ until, lockedUntil, wallNow: WALL });
  expect(decide(WALL + 10)).toEqual({ allowed: true });
  expect(decide(WALL + 20, WALL + 10)).toEqual({ allowed: true });
  expect(decide(WALL + 5, WALL + 10)).toEqual({ allowed: false, code: 'RISK_LOCK_SHORTER' });
  expect(decide(WALL)).toEqual({ allowed: false, code: 'RISK_LOCK_MOMENT' });
  expect(decide(WALL + 367 * 86_400_000)).toEqual({ allowed: false, code: 'RISK_LOCK_MOMENT' });
  // A leap year at most; the same moment again changes nothing; one that has ended binds nobody.
  expect(decide(WALL + 366 * 86_400_000)).toEqual({ allowed: true });
  expect(decide(WALL + 366 * 86_400_000 + 1)).toEqual({ allowed: false, code: 'RISK_LOCK_MOMENT' });
  expect([decide(WALL + 10, WALL + 10), decide(WALL + 5, WALL)]).toEqual([{ allowed: true }, { allowed: true }]);
});

test('looser limits that wait hold on their day and after it, and a change on that day begins from them', () => {
  const waiting = change(kept({ maxTradesPerDay: 4 }), { maxTradesPerDay: 10 });
  if (!waiting) throw new Error('it was refused');
  expect(limitsOn(waiting, '2026-01-07').maxTradesPerDay).toBe(10);
  const onItsDay = decideLimits({
    ...{ kept: waiting, wanted: { maxTradesPerDay: 11 }, lockedUntil: undefined, wallNow: WALL },
    ...{ today: NEXT, nextDay: '2026-01-07' },
  });
  expect(onItsDay).toEqual({
    allowed: true,
    kept: {
      ...kept({ maxTradesPerDay: 10 }),
      next: { limits: { ...NO_LIMITS, maxTradesPerDay: 11 }, from: '2026-01-07' },
    },
  });
});

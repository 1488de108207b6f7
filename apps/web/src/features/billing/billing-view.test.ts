import { PLAN_KINDS, type Plan, type Subscription } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import { dealOf, KINDS, lastDay, runningOf } from './plan-words.ts';

const plan = (planId: number): Plan => ({
  ...{ planId, kind: 'robo_pro', name: 'ROBO Pro', summary: '', period: 'month', pricePaise: 29_900, unlocks: [] },
});
const subscription = (planId: number, state: Subscription['state']): Subscription => ({
  ...{ subscriptionId: 1, planId, kind: 'robo_pro', name: 'ROBO Pro', state, isCancelled: false },
  ...{ startedAt: '2026-01-05T04:00:00.000Z', endsAt: '2026-02-05T18:30:00.000Z', renewsFromWallet: false },
  ...{ renewalPaise: 29_900, unlocks: [] },
});

test('an end is the first moment after the last day, in India', () => {
  expect(lastDay('2026-02-05T18:30:00.000Z', 'en', Date.UTC(2026, 0, 5))).toBe('5 Feb');
  expect(lastDay('2026-02-05T18:30:00.000Z', 'en', Date.UTC(2025, 0, 5))).toBe('5 Feb 2026');
});

test('what runs of a kind is extended by its own plan and changed by another', () => {
  const all = [subscription(2, 'ended'), subscription(1, 'grace')];
  const running = runningOf(all, 'robo_pro');
  expect(running?.planId).toBe(1);
  expect(runningOf(all, 'backtest')).toBeUndefined();
  expect([dealOf(plan(1), running), dealOf(plan(2), running), dealOf(plan(2), undefined)]).toEqual([
    'extend',
    'change',
    'buy',
  ]);
});

test('the kinds are those of the contract', () => {
  expect(KINDS).toEqual(PLAN_KINDS);
});

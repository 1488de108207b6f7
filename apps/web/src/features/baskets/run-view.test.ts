import { expect, test } from 'vitest';
import { isBusy, progressOf, verbsOf } from './run-view.ts';

const order = (symbol: string, status: 'filled' | 'unfilled' | 'sent', placedAt: string) =>
  ({ symbol, side: 'buy', status, placedAt }) as const;

test('an order that is placed anew at the next session counts once, by its last try', () => {
  const orders = [
    order('TCS', 'filled', '2026-11-25T04:00:00Z'),
    order('SBIN', 'filled', '2026-11-24T04:00:00Z'),
    order('TCS', 'unfilled', '2026-11-24T04:00:00Z'),
    order('INFY', 'sent', '2026-11-25T04:00:00Z'),
  ];
  expect(progressOf(orders)).toEqual({ filled: 2, total: 3 });
  expect(progressOf([])).toEqual({ filled: 0, total: 0 });
});

test('only an opening can be reversed, and what has ended by itself offers nothing', () => {
  expect(verbsOf({ kind: 'open', state: 'waiting' })).toEqual(['complete', 'reverse', 'stop']);
  expect(verbsOf({ kind: 'rebalance', state: 'given_up' })).toEqual(['complete', 'stop']);
  expect(verbsOf({ kind: 'sip', state: 'working' })).toEqual(['stop']);
  expect(verbsOf({ kind: 'open', state: 'done' })).toEqual([]);
  expect(verbsOf(undefined)).toEqual([]);
});

test('a run that waits for the next session still keeps the basket busy', () => {
  const run = { runId: 1, kind: 'open' as const, sessions: 1, startedAt: '2026-11-24T04:00:00Z', orders: [] };
  expect(isBusy({ run: { ...run, state: 'waiting' } })).toBe(true);
  expect(isBusy({ run: { ...run, state: 'given_up' } })).toBe(false);
  expect(isBusy({})).toBe(false);
});

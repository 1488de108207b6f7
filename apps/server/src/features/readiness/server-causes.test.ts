import { expect, test } from 'vitest';
import type { ReadinessFacts } from './facts.ts';
import { readinessOf } from './readiness-of.ts';
import { readyFacts, withTrick } from './testing/ready-facts.ts';

const told = (facts: ReadinessFacts): string[] => readinessOf(facts).causes.map(({ code }) => code);

test.each(['paper', 'live'] as const)(
  'before the first price nobody knows what day it is: %s will not trade',
  (mode) => {
    const facts = withTrick({ mode });
    const before = { ...facts, day: { ...facts.day, now: undefined } };
    expect([readinessOf(before).verdict, told(before)]).toEqual(['will_not', ['no_prices']]);
  },
);

const REAL = { environment: 'live', operatingMode: 'self', missingRegistrations: [] } as const;

test('what a server offers to others needs the exchange’s approval of its version; what is one’s own does not', () => {
  const live = readyFacts();
  const on = (operatingMode: 'self' | 'provider', algo: ReadinessFacts['trick']['algo']): string[] =>
    told({
      ...live,
      account: { ...live.account, policy: { ...REAL, operatingMode } },
      // What has begun goes on; its next start is asked.
      trick: { ...live.trick, status: 'stopped', phase: 'idle', algo },
    }).filter((code) => code !== 'stopped' && code !== 'acknowledgement');
  const unapproved = { id: undefined, approvedOn: undefined };
  expect(on('provider', unapproved)).toEqual(['algo']);
  expect(on('provider', { id: 'X1', approvedOn: undefined })).toEqual(['algo']);
  expect(on('provider', { id: 'X1', approvedOn: '2026-01-01' })).toEqual([]);
  expect(on('self', unapproved)).toEqual([]);
});

test('a server that only reads, or lacks a registration, says that of each live trick and of none in test mode', () => {
  const of = (mode: 'paper' | 'live', policy: Partial<ReadinessFacts['account']['policy']>): string[] => {
    const facts = withTrick({ mode });
    return told({ ...facts, account: { ...facts.account, policy: { ...REAL, ...policy } } });
  };
  expect(of('live', { operatingMode: 'read_only' })).toEqual(['operating_mode']);
  const lacking = { operatingMode: 'provider', missingRegistrations: ['ALGO_PROVIDER_ID'] } as const;
  expect(of('live', lacking)).toContain('operating_mode');
  expect(of('paper', { operatingMode: 'read_only' })).toEqual([]);
});

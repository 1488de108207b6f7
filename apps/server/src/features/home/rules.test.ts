import { expect, test } from 'vitest';
import { alertsOf, checklistOf } from './rules.ts';

const kinds = (facts: Parameters<typeof alertsOf>[0]): string[] => alertsOf(facts).map(({ kind }) => kind);

test('what needs a person comes most urgent first, and nothing where all is well', () => {
  expect(kinds({ broker: { status: 'linked', brokerId: 1 }, feed: 'live', hadPrices: true, halted: 0 })).toEqual([]);
  expect(kinds({ broker: { status: 'expired', brokerId: 1 }, feed: 'down', hadPrices: true, halted: 2 })).toEqual([
    'trick_halted',
    'feed_stale',
    'broker_expired',
  ]);
  expect(kinds({ broker: { status: 'none' }, feed: 'live', hadPrices: true, halted: 0 })).toEqual(['broker_missing']);
  expect(kinds({ broker: { status: 'error', brokerId: 1 }, feed: 'live', hadPrices: true, halted: 0 })).toEqual([
    'broker_expired',
  ]);
});

test('before the first price of a fresh start nothing is said to have stopped arriving', () => {
  expect(kinds({ broker: { status: 'linked', brokerId: 1 }, feed: 'down', hadPrices: false, halted: 0 })).toEqual([]);
});

test('one halted trick and several are told in their own words', () => {
  const text = (halted: number): string | undefined =>
    alertsOf({ broker: { status: 'linked' }, feed: 'live', hadPrices: true, halted })[0]?.text;
  expect(text(1)).toContain('A trick is halted.');
  expect(text(3)).toContain('3 tricks are halted.');
});

test('the list of first steps marks what is done and what this release does not have', () => {
  const steps = checklistOf({ broker: { status: 'linked', brokerId: 4 }, hasTrick: false });
  expect(steps.filter((step) => step.done).map(({ step }) => step)).toEqual(['broker']);
  expect(steps.filter((step) => !step.available).map(({ step }) => step)).toEqual(['kyc', 'plan']);
});

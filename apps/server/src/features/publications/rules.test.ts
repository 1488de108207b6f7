import { describe, expect, test } from 'vitest';
import { type ClaimFacts, claimFault, type DecidingFacts, type Deed, deedFault } from './rules.ts';

const VERSION = { versionId: 7, rulesHash: 'a' };
const FIT: ClaimFacts = {
  ...{ status: 'done', versionId: 7, rulesHash: 'a' },
  ...{ hasCosts: true, isSweep: false, trades: 12 },
};

describe('a back-test backs a version', () => {
  test('where it is done, of these very rules, with charges, no sweep, and has traded', () => {
    expect(claimFault(FIT, VERSION)).toBeUndefined();
  });

  test.each<[Partial<ClaimFacts>, string]>([
    [{ status: 'queued', trades: null }, 'not done yet'],
    [{ status: 'running', trades: null }, 'not done yet'],
    [{ status: 'failed', trades: null }, 'not finished'],
    [{ status: 'cancelled', trades: null }, 'not finished'],
    [{ versionId: 6 }, 'another version'],
    [{ versionId: null }, 'another version'],
    [{ rulesHash: 'b' }, 'other instruments or another interval'],
    [{ hasCosts: false }, 'charges'],
    [{ isSweep: true }, 'many values'],
    [{ trades: 0 }, 'no trade'],
    [{ trades: null }, 'no trade'],
  ])('and not where %o, with the reason in words', (change, words) => {
    expect(claimFault({ ...FIT, ...change }, VERSION)).toContain(words);
  });
});

const STATES = ['waiting', 'published', 'refused', 'withdrawn'] as const;
const DEEDS: readonly Deed[] = ['publish', 'refuse', 'retire'];
const EVERY = STATES.flatMap((state) =>
  DEEDS.flatMap((deed) => [true, false].map((isOffered) => ({ state, deed, isOffered }))),
);

describe('an operator decides', () => {
  test.each(EVERY)('$deed of one that is $state, offered: $isOffered', ({ state, deed, isOffered }) => {
    const facts: DecidingFacts = { ownerId: 1, state, isOffered };
    const open = deed === 'retire' ? isOffered : state === 'waiting';
    expect(deedFault(facts, deed, 2)).toBe(open ? undefined : 'CASE_DECIDED');
    expect(deedFault(facts, deed, 1)).toBe('OWN_CASE');
  });
});

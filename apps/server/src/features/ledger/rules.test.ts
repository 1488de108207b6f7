import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  faultOf,
  faultsOf,
  isSame,
  type LedgerAccount,
  type Posting,
  reversed,
  sumOf,
  type Transfer,
  type TrialBalance,
} from './rules.ts';

const anyAccount: fc.Arbitrary<LedgerAccount> = fc.oneof(
  fc.record({
    ownerId: fc.integer({ min: 1, max: 3 }),
    name: fc.constantFrom('main' as const, 'main_held' as const, 'rewards' as const, 'rewards_held' as const),
  }),
  fc.record({ ownerId: fc.constant(null), name: fc.constantFrom('revenue' as const, 'gateway_clearing' as const) }),
);
const anyPostings: fc.Arbitrary<Posting[]> = fc.array(
  fc.record({ account: anyAccount, amountPaise: fc.bigInt({ min: -5n, max: 5n }) }),
  { maxLength: 4 },
);

function transferOf(postings: readonly Posting[]): Transfer {
  return { cause: 'payment', causeId: '1', idempotencyKey: 'k', sentence: 'Paid.', postings };
}

describe('postings', () => {
  test('are a transfer when two or more accounts, each named once, move amounts that add up to zero', () => {
    let allowed = 0;
    fc.assert(
      fc.property(anyPostings, (postings) => {
        const names = new Set(postings.map(({ account }) => JSON.stringify(account)));
        const isTransfer =
          postings.length >= 2 &&
          names.size === postings.length &&
          postings.every(({ amountPaise }) => amountPaise !== 0n) &&
          sumOf(postings) === 0n;
        if (isTransfer) allowed += 1;
        expect(faultOf(postings) === undefined).toBe(isTransfer);
      }),
      { numRuns: 5_000 },
    );
    expect(allowed).toBeGreaterThan(20);
  });

  test('say why they are none', () => {
    const main: LedgerAccount = { ownerId: 1, name: 'main' };
    const revenue: LedgerAccount = { ownerId: null, name: 'revenue' };
    expect(faultOf([{ account: main, amountPaise: 1n }])).toBe('a transfer has two sides or more, not 1');
    const twice = [main, main].map((account) => ({ account, amountPaise: 1n }));
    expect(faultOf(twice)).toBe('an account stands in a transfer twice');
    const off = [
      { account: main, amountPaise: 3n },
      { account: revenue, amountPaise: -2n },
    ];
    expect(faultOf(off)).toBe('the postings add up to 1 paise, not to zero');
  });

  test('reversed, take back what they moved', () => {
    fc.assert(
      fc.property(anyPostings, (postings) => {
        expect(sumOf([...postings, ...reversed(postings)])).toBe(0n);
        expect(reversed(reversed(postings))).toEqual(postings);
      }),
    );
  });

  test('are the same money in whatever order they stand', () => {
    fc.assert(
      fc.property(anyPostings, (postings) => {
        expect(isSame(transferOf(postings), transferOf(postings.toReversed()))).toBe(true);
        const [first, ...rest] = postings;
        if (!first) return;
        const other = [{ ...first, amountPaise: first.amountPaise + 1n }, ...rest];
        expect(isSame(transferOf(postings), transferOf(other))).toBe(false);
      }),
    );
  });
});

describe('a trial balance', () => {
  const sound: Omit<TrialBalance, 'postings'> = {
    totalPaise: 0n,
    wrongAccounts: [],
    unbalancedTransfers: [],
    negativeAccounts: [],
    wronglyHeld: [],
  };
  const held: LedgerAccount = { ownerId: 7, name: 'main_held' };
  const revenue: LedgerAccount = { ownerId: null, name: 'revenue' };

  test('that holds has no fault', () => {
    expect(faultsOf(sound)).toEqual([]);
  });

  test.each<[string, Partial<TrialBalance>]>([
    ['All postings add up to ₹0.01, not to zero.', { totalPaise: 1n }],
    ['All postings add up to −₹0.01, not to zero.', { totalPaise: -1n }],
    [
      'revenue shows ₹2.00; its postings add up to ₹1.00.',
      { wrongAccounts: [{ account: revenue, balancePaise: 200n, sumPaise: 100n }] },
    ],
    ['Transfer 12 does not balance.', { unbalancedTransfers: [12n] }],
    ['main_held of 7 is below zero.', { negativeAccounts: [held] }],
    [
      'main_held of 7 holds ₹3.00; withdrawals under way are ₹0.00.',
      { wronglyHeld: [{ account: held, heldPaise: 300n, underWayPaise: 0n }] },
    ],
  ])('says each fault by itself: %s', (sentence, fault) => {
    expect(faultsOf({ ...sound, ...fault })).toEqual([sentence]);
  });
});

import { DAY_MS } from '@trickdesk/domain';
import { scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  approvalFault,
  askAgainMs,
  decideWithdrawal,
  meaningOf,
  type PayoutWord,
  type WithdrawalFacts,
  type WithdrawalState,
} from './rules.ts';

const LIMITS = { dayLimitPaise: 1_00_000_00n, secondPersonFromPaise: 10_000_00n };
const FACTS: WithdrawalFacts = {
  kycVerified: true,
  bank: { status: 'verified', setAt: 0, isChanged: false },
  freePaise: 50_000_00n,
  askedTodayPaise: 0n,
  now: 10 * DAY_MS,
};

describe('a withdrawal', () => {
  test.each([
    [99_99n, {}, 'WITHDRAWAL_BELOW_MINIMUM'],
    [100_00n, {}, undefined],
    [50_000_00n, {}, undefined],
    [50_000_01n, {}, 'WALLET_BALANCE_TOO_LOW'],
    [100_00n, { kycVerified: false }, 'KYC_NOT_VERIFIED'],
    [100_00n, { bank: undefined }, 'BANK_ACCOUNT_MISSING'],
    [100_00n, { bank: { status: 'pending', setAt: 0, isChanged: false } as const }, 'BANK_ACCOUNT_MISSING'],
    [100_00n, { askedTodayPaise: 99_900_00n }, undefined],
    [100_01n, { askedTodayPaise: 99_900_00n }, 'WITHDRAWAL_ABOVE_DAY'],
  ])('of %d paise, case %#, is refused with %s', (amount, change, code) => {
    const decision = decideWithdrawal(amount, { ...FACTS, ...change }, LIMITS);
    expect(decision.allowed ? undefined : decision.code).toBe(code);
  });

  test('takes two people from the limit on', () => {
    const needed = (amount: bigint) => decideWithdrawal(amount, FACTS, LIMITS);
    expect(needed(9_999_99n)).toMatchObject({ approvalsNeeded: 1 });
    expect(needed(10_000_00n)).toMatchObject({ approvalsNeeded: 2 });
  });

  test('waits a day for a bank account that took another’s place, and not for the first', () => {
    const after = (isChanged: boolean, age: number) =>
      decideWithdrawal(100_00n, { ...FACTS, bank: { status: 'verified', setAt: FACTS.now - age, isChanged } }, LIMITS);
    expect(after(true, 1)).toMatchObject({ notBefore: FACTS.now - 1 + DAY_MS });
    expect(after(true, DAY_MS)).toMatchObject({ notBefore: undefined });
    expect(after(false, 1)).toMatchObject({ notBefore: undefined });
  });
});

/** Where the money of a withdrawal is. */
const PLACES = {
  ...{ requested: 'held', approved: 'held', sent: 'held', paid: 'bank' },
  ...{ failed: 'free', reversed: 'free', rejected: 'free' },
} as const satisfies Record<WithdrawalState, string>;

test('whatever is told, how often and in what order: money that came back never leaves again', () => {
  const words = fc.array(fc.constantFrom<PayoutWord>('under_way', 'paid', 'failed', 'reversed'), { maxLength: 12 });
  const start = fc.constantFrom<WithdrawalState>('requested', 'approved', 'sent', 'rejected');
  fc.assert(
    fc.property(start, words, (first, told) => {
      let state = first;
      const places: string[] = [PLACES[state]];
      for (const word of told) {
        const meaning = meaningOf(state, word);
        if (meaning.kind !== 'move') continue;
        // Whoever was not asked to pay cannot have paid.
        expect(['sent', 'paid']).toContain(state);
        state = meaning.to;
        places.push(PLACES[state]);
        // The same word again moves nothing.
        expect(meaningOf(state, word).kind).not.toBe('move');
      }
      expect(['held', 'held,bank', 'held,free', 'held,bank,free', 'free']).toContain(places.join(','));
    }),
    { numRuns: scaledCount('orders of what is told of a payout', 2_000) },
  );
});

test('nobody approves twice, their own, or what was decided', () => {
  const waiting = { ownerId: 1, state: 'requested', approvedBy: [2] } as const;
  expect(approvalFault(waiting, 3)).toBeUndefined();
  expect(approvalFault(waiting, 2)).toBe('APPROVED_ALREADY');
  expect(approvalFault(waiting, 1)).toBe('OWN_CASE');
  for (const state of ['approved', 'sent', 'paid', 'failed', 'reversed', 'rejected'] as const) {
    expect(approvalFault({ ...waiting, state }, 3)).toBe('WITHDRAWAL_DECIDED');
  }
});

test('pauses between questions grow to an hour', () => {
  expect([0, 1, 2, 50].map(askAgainMs)).toEqual([10_000, 20_000, 40_000, 3_600_000]);
});

import { DAY_MS } from '@trickdesk/domain';
import { scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  approvalFault,
  askAgainMs,
  decideWithdrawal,
  meaningOf,
  type Obstacle,
  obstaclesOf,
  type PayoutWord,
  rejectionFault,
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
    { numRuns: scaledCount('orders of what is told of a payout', 400) },
  );
});

test.each<[WithdrawalState, Record<PayoutWord, string>]>([
  ['requested', { under_way: '!', paid: '!', failed: '!', reversed: '!' }],
  ['approved', { under_way: '!', paid: '!', failed: '!', reversed: '!' }],
  ['rejected', { under_way: '!', paid: '!', failed: '!', reversed: '!' }],
  ['sent', { under_way: '', paid: 'paid', failed: 'failed', reversed: 'reversed' }],
  // The bank has it: it may send it back, and it cannot have failed.
  ['paid', { under_way: '', paid: '', failed: '!', reversed: 'reversed' }],
  ['reversed', { under_way: '', paid: '', failed: '!', reversed: '' }],
  // The money is with its owner again: nobody can have been paid with it.
  ['failed', { under_way: '', paid: '!', failed: '', reversed: '!' }],
])('of a payout that is %s each word is news, known, or a contradiction for a person to look at', (state, expected) => {
  const said = (word: PayoutWord): string => {
    const meaning = meaningOf(state, word);
    return meaning.kind === 'move' ? meaning.to : meaning.kind === 'known' ? '' : '!';
  };
  const words = ['under_way', 'paid', 'failed', 'reversed'] as const;
  expect(Object.fromEntries(words.map((word) => [word, said(word)]))).toEqual(expected);
});

test.each<[string, Partial<WithdrawalFacts>, Obstacle[]]>([
  ['nothing', {}, []],
  ['what is free or left of the day being just enough', { freePaise: 100_00n, askedTodayPaise: 99_900_00n }, []],
  ['KYC', { kycVerified: false }, ['kyc']],
  ['no bank account', { bank: undefined }, ['bank_missing']],
  ['one that was rejected', { bank: { status: 'rejected', setAt: 0, isChanged: false } }, ['bank_missing']],
  ['one that is being checked', { bank: { status: 'pending', setAt: 0, isChanged: false } }, ['bank_pending']],
  ['too little', { freePaise: 99_99n }, ['nothing_free']],
  ['the day', { askedTodayPaise: 99_900_01n }, ['day_used_up']],
  ['all', { kycVerified: false, bank: undefined, freePaise: 0n }, ['kyc', 'bank_missing', 'nothing_free']],
])('before anybody asks, %s stands against a withdrawal', (_, change, obstacles) => {
  expect(obstaclesOf({ ...FACTS, ...change }, LIMITS)).toEqual(obstacles);
});

test('what stands against any withdrawal refuses the smallest one, and nothing else does', () => {
  const bank = fc.constantFrom<WithdrawalFacts['bank']>(
    undefined,
    { status: 'verified', setAt: 0, isChanged: false },
    { status: 'pending', setAt: 0, isChanged: false },
    { status: 'rejected', setAt: 0, isChanged: true },
  );
  const near = (paise: bigint) => fc.bigInt({ min: paise - 2n, max: paise + 2n });
  fc.assert(
    fc.property(fc.boolean(), bank, near(100_00n), near(99_900_00n), (kycVerified, account, freePaise, asked) => {
      const facts = { ...FACTS, kycVerified, bank: account, freePaise, askedTodayPaise: asked };
      const isRefused = !decideWithdrawal(100_00n, facts, LIMITS).allowed;
      expect(obstaclesOf(facts, LIMITS).length > 0).toBe(isRefused);
    }),
  );
});

test('a withdrawal is rejected by another person, and only before anything was sent', () => {
  const fault = (state: WithdrawalState, operatorId = 3) => rejectionFault({ ownerId: 1, state }, operatorId);
  expect([fault('requested'), fault('approved')]).toEqual([undefined, undefined]);
  expect([fault('requested', 1), fault('approved', 1)]).toEqual(['OWN_CASE', 'OWN_CASE']);
  for (const state of ['sent', 'paid', 'failed', 'reversed', 'rejected'] as const) {
    expect(fault(state), state).toBe('WITHDRAWAL_DECIDED');
  }
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

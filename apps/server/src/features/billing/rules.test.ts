import { DAY_MS, indiaMoment } from '@trickdesk/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  endOfPeriod,
  GRACE_MS,
  invoiceNumber,
  offerOf,
  type Running,
  seriesOf,
  shareOfWallets,
  type TurnFacts,
  taxYearOf,
  turnOf,
  unlockWords,
  unusedPaise,
} from './rules.ts';

const NOON = 12 * 3_600_000;
const at = (date: string, time = 0): number => indiaMoment(date) + time;

describe('a period', () => {
  test.each([
    ['2026-01-05', NOON, 'month', '2026-02-06'],
    ['2026-01-05', 0, 'month', '2026-02-05'],
    ['2026-01-31', 0, 'month', '2026-02-28'],
    ['2028-01-31', 0, 'month', '2028-02-29'],
    ['2028-02-29', 0, 'year', '2029-02-28'],
    ['2026-12-15', NOON, 'month', '2027-01-16'],
    ['2026-08-31', 0, 'year', '2027-08-31'],
  ] as const)('from %s %i by a %s ends with the day before %s', (from, time, period, end) => {
    expect(endOfPeriod(at(from, time), period)).toBe(at(end));
  });
});

const month = { planId: 1, period: 'month', pricePaise: 49_900n } as const;
const running: Running = {
  ...{
    subscriptionId: 9,
    planId: 1,
    pricePaise: 49_900n,
    renewalPaise: 49_900n,
    from: at('2026-01-05'),
    endsAt: at('2026-02-05'),
  },
};

describe('an offer', () => {
  const now = at('2026-01-20', NOON);
  test('of the same plan goes on from its end, one period ahead at most', () => {
    expect(offerOf(month, running, now)).toMatchObject({
      ...{ kind: 'extend', subscriptionId: 9, duePaise: 49_900n, from: at('2026-02-05'), to: at('2026-03-05') },
    });
    // What was told of it holds, whatever the plan costs by now.
    const told = { ...running, renewalPaise: 39_900n };
    expect(offerOf(month, told, now)).toMatchObject({ kind: 'extend', listPaise: 39_900n, duePaise: 39_900n });
    const ahead = { ...running, from: at('2026-02-05'), endsAt: at('2026-03-05') };
    expect(offerOf(month, ahead, now)).toEqual({ kind: 'refused', code: 'PLAN_PAID_AHEAD' });
  });

  test('of another plan is less by the days that have not begun', () => {
    const year = { planId: 2, period: 'year', pricePaise: 499_900n } as const;
    // 15 of 31 days are left.
    expect(offerOf(year, running, now)).toMatchObject({
      ...{ kind: 'replace', creditPaise: 24_145n, duePaise: 475_755n, from: now },
    });
  });

  test('that the credit would pay is none: nothing is paid out for it', () => {
    const cheap = { planId: 3, period: 'month', pricePaise: 9_900n } as const;
    expect(offerOf(cheap, running, at('2026-01-06'))).toEqual({ kind: 'refused', code: 'PLAN_BELOW_CREDIT' });
  });

  test('gives no credit for a period that has no day', () => {
    expect(unusedPaise({ ...running, endsAt: running.from }, running.from)).toBe(0n);
  });

  test('never gives more credit than was paid, nor less than nothing, and less each day', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10_000_000n }), fc.integer({ min: -5, max: 400 }), (pricePaise, days) => {
        const one = { ...running, pricePaise };
        const credit = unusedPaise(one, running.from + days * DAY_MS);
        expect(credit >= 0n && credit <= pricePaise).toBe(true);
        expect(unusedPaise(one, running.from + (days + 1) * DAY_MS) <= credit).toBe(true);
      }),
    );
  });
});

describe('time', () => {
  const end = at('2026-02-05');
  const facts: TurnFacts = {
    ...{ state: 'active', endsAt: end, isCancelled: false, renewsFromWallet: false },
    ...{ toldUntil: undefined, walletCovers: true },
  };
  test.each([
    ['three days before', {}, end - 3 * DAY_MS, 'tell'],
    ['earlier', {}, end - 3 * DAY_MS - 1, 'nothing'],
    ['once told', { toldUntil: end }, end - DAY_MS, 'nothing'],
    ['told of an earlier end', { toldUntil: end - 30 * DAY_MS }, end - DAY_MS, 'tell'],
    ['at the end', {}, end, 'grace'],
    ['at the end, with the wallet’s word', { renewsFromWallet: true }, end, 'renew'],
    ['at the end, with an empty wallet', { renewsFromWallet: true, walletCovers: false }, end, 'grace'],
    ['in the grace', { state: 'grace' }, end + DAY_MS, 'nothing'],
    ['in the grace, with a filled wallet', { state: 'grace', renewsFromWallet: true }, end + DAY_MS, 'renew'],
    ['after the grace', { state: 'grace' }, end + GRACE_MS, 'expire'],
    ['at the end, cancelled', { isCancelled: true, renewsFromWallet: true }, end, 'cancel'],
  ] as const)('%s brings what it should', (_name, more, now, turn) => {
    expect(turnOf({ ...facts, ...more }, now)).toBe(turn);
  });
});

test('a series is a tax year’s, and a number has sixteen characters at most', () => {
  expect(taxYearOf(at('2026-03-31', NOON))).toBe('2526');
  expect(taxYearOf(at('2026-04-01'))).toBe('2627');
  expect(taxYearOf(at('2099-04-01'))).toBe('9900');
  expect(invoiceNumber(seriesOf('invoice', at('2026-11-24')), 42)).toBe('TD2627-000042');
  expect(invoiceNumber(seriesOf('credit_note', at('2026-11-24')), 999_999_999)).toHaveLength(16);
});

test('two wallets pay together, refunds before rewards, and never more than they hold', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 0n, max: 1_000_000n }), { minLength: 3, maxLength: 3 }), (sums) => {
      const [duePaise = 0n, mainPaise = 0n, rewardsPaise = 0n] = sums;
      const share = shareOfWallets(duePaise, { mainPaise, rewardsPaise });
      expect(share === undefined).toBe(mainPaise + rewardsPaise < duePaise);
      if (!share) return;
      expect(share.mainPaise + share.rewardsPaise).toBe(duePaise);
      expect(share.mainPaise <= mainPaise && share.rewardsPaise <= rewardsPaise).toBe(true);
      if (share.rewardsPaise > 0n) expect(share.mainPaise).toBe(mainPaise);
    }),
  );
});

test('what a plan unlocks is said in words', () => {
  expect(unlockWords({ liveTrading: true, backtestsAMonth: 500 })).toEqual([
    'Live trading at your broker',
    '500 back-tests a month',
  ]);
  expect(unlockWords({})).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import type { AccountFacts, EntryFacts } from './figures.ts';
import { guardEntry, type MarketFacts } from './guards.ts';
import { NO_LIMITS, type RiskLimits } from './limits.ts';
import { decideEntry, type RiskSwitches } from './rules.ts';

const WALL = Date.UTC(2026, 0, 5, 5);
const SWITCHES: RiskSwitches = {
  ...{ wallNow: WALL, killSwitch: 'none', lockedUntil: undefined, stoppedForDay: false },
  broker: { isLinked: true, tokenExpiresAt: WALL + 1 },
};
const CLOSED = { wallNow: WALL, isOpen: false, clock: undefined, last: undefined, minuteClosePaise: undefined };
const ACCOUNT: AccountFacts = {
  ...{ day: '2026-01-05', realisedPaise: 0, trades: 0, lines: [], ordersLastMinute: 0 },
  funds: { availablePaise: 50_000_00, usedPaise: 0 },
};
const ENTRY: EntryFacts = {
  ...{ symbol: 'SBIN', product: 'intraday', instrumentKind: 'equity', side: 'buy' },
  ...{ quantity: 100, pricePaise: 601_00, lastPaise: 600_00 },
};

interface Against {
  readonly switches?: Partial<RiskSwitches>;
  readonly limits?: Partial<RiskLimits>;
  readonly account?: Partial<AccountFacts>;
}

/** The rule and its words for the owner. */
function said({ switches, limits, account }: Against): [string, string] | undefined {
  const facts = {
    ...{ switches: { ...SWITCHES, ...switches }, limits: { ...NO_LIMITS, ...limits } },
    ...{ market: CLOSED, account: { ...ACCOUNT, ...account } },
  };
  const decision = decideEntry(facts, ENTRY);
  return decision.allowed ? undefined : [decision.veto.rule, decision.veto.sentence];
}

describe('what stands against an entry is said to its owner', () => {
  test.each<[string, Against, string]>([
    [
      'kill_switch',
      { switches: { killSwitch: 'product' } },
      'Trickdesk has stopped all live entries for now. Exits go on.',
    ],
    [
      'kill_switch',
      { switches: { killSwitch: 'desk' } },
      'Trickdesk has stopped the live entries of your account. Exits go on. Write to support.',
    ],
    [
      'kill_switch',
      { switches: { killSwitch: 'account' } },
      'Your kill switch is set. Lift it on the risk page to enter again.',
    ],
    [
      'risk_lock',
      { switches: { lockedUntil: Date.UTC(2026, 0, 12, 9) } },
      'Your risk lock holds until 12 Jan 2026, 14:30. Exits go on.',
    ],
    [
      'broker_session',
      { switches: { broker: undefined } },
      'Your broker session has ended. Sign in at the broker to enter again.',
    ],
    [
      'account_loss',
      { limits: { maxLossPerDayPaise: 5_000_00 }, account: { realisedPaise: -5_000_00 } },
      'The account’s daily loss limit of ₹5,000.00 was reached. Today’s result is −₹5,000.00 after charges now. No entry before the next exchange day.',
    ],
    [
      'account_loss',
      { switches: { stoppedForDay: true } },
      'The account’s daily loss limit was reached. Today’s result is ₹0.00 after charges now. No entry before the next exchange day.',
    ],
    [
      'account_gross',
      { limits: { maxGrossExposurePaise: 60_000_00 } },
      'The account’s gross exposure is ₹0.00; with this order and those that rest it could be ₹60,100.00. Its limit is ₹60,000.00.',
    ],
    [
      'account_net',
      { limits: { maxNetExposurePaise: 60_000_00 } },
      'The account’s net exposure is ₹0.00; with this order and those that rest it could be ₹60,100.00. Its limit is ₹60,000.00.',
    ],
    [
      'account_margin',
      { limits: { maxMarginPercent: 20 } },
      'With this order and those that rest ₹12,020.00 of ₹50,000.00 could be blocked as margin. The account’s limit is 20 %.',
    ],
    [
      'account_margin',
      { limits: { maxMarginPercent: 20 }, account: { funds: undefined } },
      'The account limits its margin, and the broker has not told yet what it has. Open the broker page once.',
    ],
  ])('%s: %o', (rule, against, sentence) => {
    expect(said(against)).toEqual([rule, sentence]);
  });

  test('and nothing where nothing does', () => {
    expect(said({})).toBeUndefined();
  });
});

describe('that prices cannot be trusted is said with what is wrong', () => {
  const market: MarketFacts = {
    ...{ wallNow: WALL, isOpen: true, minuteClosePaise: 598_00 },
    clock: { exchangeAt: WALL, seenAt: WALL, speed: 1, feed: 'live' },
    last: { pricePaise: 600_00, previousClosePaise: 590_00, at: WALL },
  };
  const last = (pricePaise: number, at = WALL) => ({ pricePaise, previousClosePaise: 490_00, at });

  test.each<[string, Partial<MarketFacts>]>([
    ['No price has come from the market yet. Entries wait for it.', { clock: undefined }],
    ['SBIN has no price yet. Entries in it wait for one.', { last: undefined }],
    [
      'The last price of SBIN is 90 seconds old by the exchange’s clock. Entries in it wait for a new one.',
      { last: last(600_00, WALL - 90_000) },
    ],
    [
      'SBIN jumped to ₹600.00 from ₹490.00 at the last close, beyond the daily band. No entry by a price that may be wrong.',
      { last: last(600_00) },
    ],
  ])('%s', (sentence, changes) => {
    expect(guardEntry('SBIN', { ...market, ...changes })?.sentence).toBe(sentence);
  });
});

import { describe, expect, test } from 'vitest';
import type { EntryRequest } from '../desk/index.ts';
import type { AccountRow } from './account-row.ts';
import type { MarketFacts } from './guards.ts';
import { NO_LIMITS, type RiskLimits } from './limits.ts';
import type { LineOrder } from './lines.ts';
import { readingOf } from './read-facts.ts';
import { decideOn } from './weigh.ts';

const DAY = '2026-01-05';
const WALL = Date.UTC(2026, 0, 5, 5);
const ROW: AccountRow = {
  ...{
    kept: { now: NO_LIMITS, next: undefined },
    lockedUntil: undefined,
    lockReason: undefined,
    stoppedDay: undefined,
  },
  ...{ killSwitch: 'none', broker: { isLinked: true, tokenExpiresAt: WALL + 1 } },
  funds: { availablePaise: 1_000_000_00, usedPaise: 0 },
  ...{ realisedPaise: 0, trickTrades: 0, ordersLastMinute: 0, version: 1n },
};
/** 100 SBIN, bought by hand at 600 today. */
const HELD: LineOrder = {
  ...{ id: 1, deployment_id: null, run_number: null, broker_link_id: 1, role: 'own', trade_order_id: null },
  ...{ symbol: 'SBIN', product: 'intraday', side: 'buy', quantity: 100, price_paise: 600_00, trigger_paise: null },
  ...{ state: 'filled', filled_quantity: 100, filled_value_paise: 60_000_00n, told_quantity: 0, settled_quantity: 0 },
  ...{ is_before: false, is_of_basket: false, kind: 'equity', last_paise: 600_00, previous_close_paise: 600_00 },
  ...{ entry_order_id: null, has_news: false, asked_quantity: null, asked_low_paise: null, asked_high_paise: null },
};
/** A purchase by hand of 100 more that rests at 590. */
const RESTS: LineOrder = {
  ...{ ...HELD, id: 2, state: 'open', price_paise: 590_00, filled_quantity: 0, filled_value_paise: 0n },
};
const MARKET: MarketFacts = {
  ...{ wallNow: WALL, isOpen: true, clock: { exchangeAt: WALL, seenAt: WALL, speed: 1, feed: 'live' } },
  ...{ last: { pricePaise: 600_00, previousClosePaise: 600_00, at: WALL }, minuteClosePaise: undefined },
};
const instrument: EntryRequest['instrument'] = {
  ...{ id: 5, exchange: 'NSE', token: '3045', symbol: 'SBIN', tradingSymbol: 'SBIN-EQ', kind: 'equity' },
  ...{ tickPaise: 5, lotSize: 1 },
};
const BY_HAND: EntryRequest = {
  ...{ accountId: 9, brokerLinkId: 1, instrument, side: 'sell', product: 'intraday', quantity: 100 },
  ...{ pricePaise: 600_00, at: WALL },
};
const OF_TRICK: EntryRequest = { ...BY_HAND, deploymentId: 7, runNumber: 1, side: 'buy' };

interface World {
  readonly orders?: readonly LineOrder[];
  readonly row?: Partial<AccountRow>;
  readonly limits?: Partial<RiskLimits>;
  readonly market?: Partial<MarketFacts>;
}

function weighed(request: Partial<EntryRequest>, { orders = [], row, limits, market }: World = {}) {
  const kept = { now: { ...NO_LIMITS, ...limits }, next: undefined };
  const reading = readingOf({ ...ROW, kept, ...row }, orders, DAY);
  return decideOn({ market: { ...MARKET, ...market }, reading, wallNow: WALL }, { ...BY_HAND, ...request });
}

function ruleOf(request: Partial<EntryRequest>, world: World): string | undefined {
  const decision = weighed(request, world);
  return decision.allowed ? undefined : decision.veto.rule;
}

const margin = (availablePaise: number): World => ({
  ...{ limits: { maxMarginPercent: 50 }, row: { funds: { availablePaise, usedPaise: 0 } } },
});

describe('an entry of a trick is weighed by', () => {
  test.each<[string, World, string | undefined]>([
    ['nothing that speaks against it', {}, undefined],
    ['the kill switch', { row: { killSwitch: 'account' } }, 'kill_switch'],
    ['the operators’ kill switch', { row: { killSwitch: 'desk' } }, 'kill_switch'],
    ['the risk lock', { row: { lockedUntil: WALL + 1 } }, 'risk_lock'],
    ['a lock that has ended', { row: { lockedUntil: WALL } }, undefined],
    ['the broker’s session', { row: { broker: { isLinked: true, tokenExpiresAt: WALL } } }, 'broker_session'],
    ['a loss that was reached today', { row: { stoppedDay: DAY } }, 'account_loss'],
    ['a loss that was reached another day', { row: { stoppedDay: '2026-01-02' } }, undefined],
    ['prices that cannot be trusted', { market: { clock: undefined } }, 'feed_silent'],
    ['the account’s limits', { limits: { maxGrossExposurePaise: 59_999_99 } }, 'account_gross'],
    // Of ₹60,000 intraday a fifth is blocked: half of ₹24,000.
    ['a margin that it keeps', margin(24_000_00), undefined],
    ['a margin that it does not keep', margin(23_999_98), 'account_margin'],
    ['a limit that it keeps', { limits: { maxGrossExposurePaise: 60_000_00 } }, undefined],
    [
      'what its owner holds beside it',
      { orders: [HELD], limits: { maxGrossExposurePaise: 60_000_00 } },
      'account_gross',
    ],
  ])('%s', (_, world, rule) => {
    expect(ruleOf(OF_TRICK, world)).toBe(rule);
  });

  test('the last price of the market where its limit is lower, and by its limit where there is none', () => {
    const limits = { maxGrossExposurePaise: 59_500_00 };
    const closed = { isOpen: false };
    const asked = { ...OF_TRICK, pricePaise: 590_00 };
    expect(ruleOf(asked, { limits, market: closed })).toBe('account_gross');
    expect(ruleOf(asked, { limits, market: { ...closed, last: undefined } })).toBeUndefined();
  });

  test('the orders that it leaves as', () => {
    const limits = { maxOrdersPerMinute: 2 };
    expect([1, 2, 3].map((orders) => ruleOf({ ...OF_TRICK, orders }, { limits }))).toEqual([
      ...[undefined, undefined, 'order_rate'],
    ]);
    expect(ruleOf(OF_TRICK, { limits, row: { ordersLastMinute: 1 } })).toBeUndefined();
    expect(ruleOf(OF_TRICK, { limits, row: { ordersLastMinute: 2 } })).toBe('order_rate');
  });
});

/** Everything that can stand against an entry at once. */
const SHUT: World = {
  orders: [HELD],
  row: { killSwitch: 'product', lockedUntil: WALL + 1, broker: undefined, stoppedDay: DAY },
  limits: { maxLossPerDayPaise: 1, maxTradesPerDay: 0, maxOrdersPerMinute: 0 },
  market: { clock: undefined },
};

describe('an order by hand', () => {
  test('that closes what the account holds goes out whatever is set', () => {
    expect(weighed({}, SHUT)).toMatchObject({ allowed: true });
    expect(weighed({ quantity: 1 }, SHUT)).toMatchObject({ allowed: true });
    // One of a trick never closes: a trick’s exits do not ask.
    expect(ruleOf({ ...OF_TRICK, side: 'sell' }, SHUT)).toBe('kill_switch');
  });

  test('that goes beyond it is weighed for the excess alone, and hears how much can always be closed', () => {
    const decision = weighed({ quantity: 101 }, SHUT);
    const closable = 'Up to 100 can be sold at any time: that closes what the account holds.';
    expect(decision).toMatchObject({ allowed: false, veto: { rule: 'kill_switch' } });
    expect(!decision.allowed && decision.veto.sentence).toMatch(new RegExp(`${closable}$`));
    const short = { ...SHUT, orders: [{ ...HELD, side: 'sell' as const }] };
    const back = weighed({ side: 'buy', quantity: 101 }, short);
    expect(!back.allowed && back.veto.sentence).toContain('Up to 100 can be bought at any time');
    // Of 150, 100 are held: the 50 beyond are worth ₹30,000.
    const limits = (gross: number) => ({ orders: [HELD], limits: { maxGrossExposurePaise: gross } });
    expect(ruleOf({ quantity: 150 }, limits(90_000_00))).toBeUndefined();
    expect(ruleOf({ quantity: 150 }, limits(89_999_99))).toBe('account_gross');
  });

  test('that only opens hears nothing of closing', () => {
    const decision = weighed({ side: 'buy' }, SHUT);
    expect(!decision.allowed && decision.veto.sentence).not.toContain('at any time');
  });
});

describe('a change of an order by hand that rests', () => {
  const change = { side: 'buy', replaces: { orderId: 2 } } as const;

  test('goes out whatever is set where it can do nothing that it could not do before', () => {
    const world = { ...SHUT, orders: [HELD, RESTS] };
    expect(weighed({ ...change, pricePaise: 590_00 }, world)).toMatchObject({ allowed: true });
    expect(weighed({ ...change, pricePaise: 580_00, quantity: 50 }, world)).toMatchObject({ allowed: true });
    expect(ruleOf({ ...change, pricePaise: 590_05 }, world)).toBe('kill_switch');
    expect(ruleOf({ ...change, pricePaise: 590_00, quantity: 101 }, world)).toBe('kill_switch');
  });

  test('is weighed in the place of the order, not beside it, and is no further trade', () => {
    const orders = [RESTS];
    const asked = { ...change, pricePaise: 600_00 };
    const limits = { maxGrossExposurePaise: 60_000_00, maxTradesPerDay: 1 };
    expect(ruleOf(asked, { orders, limits })).toBeUndefined();
    expect(ruleOf({ ...asked, quantity: 101 }, { orders, limits })).toBe('account_gross');
    // Another order beside it is one more of each.
    expect(ruleOf({ side: 'buy' }, { orders, limits: { ...NO_LIMITS, maxTradesPerDay: 1 } })).toBe('account_trades');
    expect(ruleOf({ side: 'buy' }, { orders, limits: { maxGrossExposurePaise: 60_000_00 } })).toBe('account_gross');
  });

  test('of a trigger is no smaller risk where it would trade sooner', () => {
    const stop = { ...RESTS, trigger_paise: 610_00, price_paise: 612_00, state: 'trigger_pending' };
    const world = { ...SHUT, orders: [HELD, stop] };
    const moved = (triggerPaise: number) =>
      weighed({ ...change, pricePaise: 612_00, replaces: { orderId: 2, triggerPaise } }, world).allowed;
    expect([609_95, 610_00, 610_05].map(moved)).toEqual([false, true, true]);
  });
});

import { scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_LIMITS } from './limits.ts';
import { decideEntry, type RiskFacts } from './rules.ts';

const WALL = Date.UTC(2026, 0, 5, 5);

/** Whether an entry that leaves as so many orders may go out. */
function weighed(orders: number | undefined, ordersLastMinute: number, maxOrdersPerMinute: number) {
  const facts: RiskFacts = {
    switches: {
      ...{ wallNow: WALL, killSwitch: 'none', lockedUntil: undefined, stoppedForDay: false },
      broker: { isLinked: true, tokenExpiresAt: WALL + 1 },
    },
    market: { wallNow: WALL, isOpen: false, clock: undefined, last: undefined, minuteClosePaise: undefined },
    account: { day: '2026-01-05', realisedPaise: 0, trades: 0, lines: [], funds: undefined, ordersLastMinute },
    limits: { ...NO_LIMITS, maxOrdersPerMinute },
  };
  return decideEntry(facts, {
    ...{ symbol: 'SBIN', product: 'intraday', instrumentKind: 'equity', side: 'buy' },
    ...{ quantity: 250_000, pricePaise: 6_01, lastPaise: 6_00 },
    ...(orders === undefined ? {} : { orders }),
  });
}

test('an entry that leaves in slices weighs as that many orders against those of a minute, and as one trade', () => {
  expect(weighed(3, 2, 5)).toMatchObject({ allowed: true, worst: { ordersLastMinute: 5, trades: 1 } });
  expect(weighed(3, 3, 5)).toMatchObject({
    allowed: false,
    veto: {
      rule: 'order_rate',
      sentence:
        'This would leave as 3 orders, the last of them order 6 within a minute; the account’s limit is 5. Orders placed by hand count.',
    },
  });
  expect(weighed(undefined, 5, 5)).toMatchObject({
    veto: {
      sentence: 'This would be order 6 within a minute; the account’s limit is 5. Orders placed by hand count.',
    },
  });
});

test('orders within a minute are never more than the limit, however entries are cut', () => {
  const count = fc.integer({ min: 0, max: 40 });
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 20 }), count, count, (entries, before, limit) => {
      let sent = before;
      for (const orders of entries) {
        const { allowed } = weighed(orders, sent, limit);
        expect(allowed).toBe(sent + orders <= limit);
        if (allowed) sent += orders;
      }
      expect(sent).toBeLessThanOrEqual(Math.max(before, limit));
    }),
    { numRuns: scaledCount('entries in slices', 40) },
  );
});

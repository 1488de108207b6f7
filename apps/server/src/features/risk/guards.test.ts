import { expect, test } from 'vitest';
import { guardEntry, type MarketFacts } from './guards.ts';

const WALL = 1_000_000;
const AT = Date.UTC(2026, 0, 5, 5);
const calm: MarketFacts = {
  wallNow: WALL,
  isOpen: true,
  clock: { exchangeAt: AT, seenAt: WALL - 500, speed: 1, feed: 'live' },
  last: { pricePaise: 600_00, previousClosePaise: 590_00, at: AT - 1_000 },
  minuteClosePaise: 598_00,
};
const guard = (changes: Partial<MarketFacts>) => guardEntry('SBIN', { ...calm, ...changes });
const clock = (changes: Partial<NonNullable<MarketFacts['clock']>>): MarketFacts['clock'] => ({
  exchangeAt: AT,
  seenAt: WALL - 500,
  speed: 1,
  feed: 'live',
  ...changes,
});
const last = (changes: Partial<NonNullable<MarketFacts['last']>>): MarketFacts['last'] => ({
  pricePaise: 600_00,
  previousClosePaise: 590_00,
  at: AT - 1_000,
  ...changes,
});

test('a calm market lets entries through', () => {
  expect(guard({})).toBeUndefined();
});

test('a feed that says nothing for more than five seconds stops entries, and the sentence says for how long', () => {
  expect(guard({ clock: clock({ seenAt: WALL - 5_000 }) })).toBeUndefined();
  const veto = guard({ clock: clock({ seenAt: WALL - 8_000 }) });
  expect(veto?.rule).toBe('feed_silent');
  expect(veto?.sentence).toContain('for 8 seconds');
});

test('a feed that itself says that it is stale or down stops entries at once', () => {
  expect(guard({ clock: clock({ feed: 'stale' }) })?.rule).toBe('feed_silent');
  expect(guard({ clock: clock({ feed: 'down' }) })?.rule).toBe('feed_silent');
});

test('before the first price nothing is entered', () => {
  expect(guard({ clock: undefined })?.rule).toBe('feed_silent');
  expect(guard({ last: undefined })?.rule).toBe('stale_price');
});

test('an old price of one instrument stops entries in it, by the exchange’s clock', () => {
  expect(guard({ last: last({ at: AT - 59_000 }) })).toBeUndefined();
  expect(guard({ last: last({ at: AT - 61_000 }) })?.rule).toBe('stale_price');
  // Half a second has passed since the exchange's clock was heard of: it is that much later now.
  expect(guard({ last: last({ at: AT - 59_500 }) })).toBeUndefined();
  expect(guard({ last: last({ at: AT - 59_501 }) })?.rule).toBe('stale_price');
});

test('a market that runs sixty times as fast leaves a price three seconds of ours before it is old', () => {
  const fast = clock({ speed: 60 });
  expect(guard({ clock: fast, last: last({ at: AT - 140_000 }) })).toBeUndefined();
  expect(guard({ clock: fast, last: last({ at: AT - 160_000 }) })?.rule).toBe('stale_price');
});

test('a jump of more than five percent within a minute, or beyond the daily band, stops entries with both prices', () => {
  expect(guard({ minuteClosePaise: 572_00 })).toBeUndefined();
  const veto = guard({ minuteClosePaise: 571_00 });
  expect([veto?.rule, veto?.sentence]).toEqual(['price_jump', expect.stringContaining('₹600.00 from ₹571.00')]);
  expect(guard({ last: last({ previousClosePaise: 490_00 }) })?.rule).toBe('price_jump');
  expect(guard({ last: last({ previousClosePaise: 760_00 }), minuteClosePaise: undefined })?.rule).toBe('price_jump');
});

test('a move of exactly five percent, or to exactly the end of the band, is not beyond it', () => {
  const at = (pricePaise: number, fromPaise: number) =>
    guard({ last: last({ pricePaise }), minuteClosePaise: fromPaise });
  expect([at(630_00, 600_00), at(570_00, 600_00)]).toEqual([undefined, undefined]);
  expect([at(630_01, 600_00)?.rule, at(569_99, 600_00)?.rule]).toEqual(['price_jump', 'price_jump']);
  const since = (pricePaise: number) =>
    guard({ last: last({ pricePaise, previousClosePaise: 500_00 }), minuteClosePaise: undefined });
  expect([since(600_00), since(400_00)]).toEqual([undefined, undefined]);
  expect([since(600_01)?.rule, since(399_99)?.rule]).toEqual(['price_jump', 'price_jump']);
});

test('a close that nobody knows is no jump', () => {
  expect(guard({ last: last({ previousClosePaise: 0 }), minuteClosePaise: undefined })).toBeUndefined();
});

test('a feed that says itself that it is down, and not for how long, is not said to be silent for a time', () => {
  expect(guard({ clock: clock({ feed: 'down' }) })?.sentence).toContain('has been silent while trading');
});

test('while the exchange is closed no guard speaks', () => {
  expect(guard({ isOpen: false, clock: undefined, last: undefined })).toBeUndefined();
});

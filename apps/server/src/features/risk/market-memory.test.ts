import { createCalendar, NSE_CALENDAR } from '@trickdesk/domain';
import { describe, expect, test } from 'vitest';
import { MarketMemory } from './market-memory.ts';
import type { MarketRow } from './store.ts';

/** A Monday, ten in India; the session began three quarters of an hour before. */
const AT = Date.UTC(2026, 0, 5, 4, 30);
const OPEN_AT = Date.UTC(2026, 0, 5, 3, 45);
const WALL = 1_000_000;
const SBIN = 7;
const ROW: MarketRow = {
  ...{ exchange_at: new Date(AT), seen_at: new Date(WALL - 500), speed: 1, feed: 'live' },
  ...{ price_paise: 600_00, previous_close_paise: 590_00, at: new Date(AT - 1_000) },
  ...{ minute_close_paise: 598_00, minute_at: new Date(AT - 60_000) },
};
const NOTHING: MarketRow = {
  ...{ exchange_at: null, seen_at: null, speed: null, feed: null, price_paise: null, previous_close_paise: null },
  ...{ at: null, minute_close_paise: null, minute_at: null },
};

function memory(...rows: readonly Partial<MarketRow>[]): MarketMemory {
  const made = new MarketMemory(createCalendar(NSE_CALENDAR));
  for (const row of rows) made.learn(SBIN, { ...ROW, ...row });
  return made;
}
const known = (of: MarketMemory, at = AT) => of.of(SBIN, at, WALL);
const priceIn = (of: MarketMemory) => known(of)?.facts.last?.pricePaise;
const minuteIn = (of: MarketMemory) => [known(of)?.facts.minuteClosePaise, known(of)?.bounds.minuteAt.getTime()];

test('what was read of an instrument is what an entry is weighed by, and the bounds within which that holds', () => {
  expect(known(memory({}))).toEqual({
    facts: {
      ...{ wallNow: WALL, isOpen: true, clock: { exchangeAt: AT, seenAt: WALL - 500, speed: 1, feed: 'live' } },
      ...{ last: { pricePaise: 600_00, previousClosePaise: 590_00, at: AT - 1_000 }, minuteClosePaise: 598_00 },
    },
    bounds: {
      ...{ instrument: SBIN, clockUntil: new Date(AT + 59_000), pricedAt: new Date(AT - 1_000) },
      ...{ previousClosePaise: 590_00, sessionAt: new Date(OPEN_AT), minuteAt: new Date(AT - 60_000) },
    },
  });
});

test('a price holds for a minute of the exchange, and for three seconds of ours where the market is faster', () => {
  const until = (speed: number) => known(memory({ speed }))?.bounds.clockUntil.getTime();
  expect([until(20), until(60)]).toEqual([AT + 59_000, AT + 179_000]);
});

describe('too little is known', () => {
  test.each<[string, Partial<MarketRow>]>([
    ['without a price', { price_paise: null }],
    ['without the moment of it', { at: null }],
    ['without the close of the day before', { previous_close_paise: null }],
    ['before the clock was read', { exchange_at: null }],
    ['where nobody knows when the clock was seen', { seen_at: null }],
    ['where nobody knows how fast the market is', { speed: null }],
    ['where the feed has said nothing of itself', { feed: null }],
    ['where the feed is stale', { feed: 'stale' }],
    ['where the feed is down', { feed: 'down' }],
  ])('%s', (_, row) => {
    expect(known(memory(row))).toBeUndefined();
  });

  test('before anything was read, of another instrument, and while trading is not on', () => {
    expect([known(memory()), memory({}).of(8, AT, WALL), known(memory({}), AT + 12 * 3_600_000)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('is no reason to forget what was known', () => {
    const both = memory({});
    both.learn(SBIN, NOTHING);
    expect(known(both)).toEqual(known(memory({})));
  });

  test('of a minute by half, which is none', () => {
    for (const row of [{ minute_at: null }, { minute_close_paise: null }]) {
      expect(minuteIn(memory(row))).toEqual([undefined, OPEN_AT - 1]);
    }
  });
});

describe('what came later is newer, heard or read', () => {
  test('of prices, and of two at one moment the one that came last', () => {
    const market = memory({});
    market.onPrice(SBIN, { at: AT - 1_001, pricePaise: 1_00 });
    expect(priceIn(market)).toBe(600_00);
    market.onPrice(SBIN, { at: AT - 1_000, pricePaise: 601_00 });
    expect(priceIn(market)).toBe(601_00);
    market.onPrice(SBIN, { at: AT - 999, pricePaise: 602_00 });
    market.learn(SBIN, ROW);
    expect(priceIn(market)).toBe(602_00);
  });

  test('of whole minutes', () => {
    const market = memory({});
    market.onMinute(SBIN, { openAt: AT - 60_001, closePaise: 1_00 });
    expect(minuteIn(market)).toEqual([598_00, AT - 60_000]);
    market.onMinute(SBIN, { openAt: AT - 60_000, closePaise: 599_00 });
    expect(minuteIn(market)).toEqual([599_00, AT - 60_000]);
    market.onMinute(SBIN, { openAt: AT, closePaise: 600_50 });
    market.learn(SBIN, ROW);
    expect(minuteIn(market)).toEqual([600_50, AT]);
  });

  test('of the clock, by when it was seen: so does the word of the feed that it is down', () => {
    const clock = (seenAt: number, feed: 'live' | 'down') => ({ ...ROW, seen_at: new Date(seenAt), feed });
    const market = memory({});
    market.learnClock(clock(WALL - 501, 'down'));
    expect(known(market)?.facts.clock?.seenAt).toBe(WALL - 500);
    market.learnClock(clock(WALL - 500, 'down'));
    expect(known(market)).toBeUndefined();
    market.learnClock(clock(WALL - 499, 'live'));
    expect(known(market)?.facts.clock?.seenAt).toBe(WALL - 499);
  });

  test('of the close before the day, what was read last', () => {
    expect(known(memory({}, { previous_close_paise: 610_00 }))?.bounds.previousClosePaise).toBe(610_00);
  });

  test('than another moment only where it is later', () => {
    const market = memory({});
    const after = (at: number) => market.priceAfter(SBIN, at);
    expect([after(AT - 1_001), after(AT - 1_000), market.priceAfter(8, 0)]).toEqual([600_00, undefined, undefined]);
  });
});

test('a minute of the session counts from its first on; yesterday’s says nothing, and any of today is a later one', () => {
  expect(minuteIn(memory({ minute_at: new Date(OPEN_AT) }))).toEqual([598_00, OPEN_AT]);
  expect(minuteIn(memory({ minute_at: new Date(OPEN_AT - 1) }))).toEqual([undefined, OPEN_AT - 1]);
});

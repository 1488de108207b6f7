import type { Database, Tx } from '@trickdesk/db';
import { createCalendar, NSE_CALENDAR } from '@trickdesk/domain';
import { describe, expect, test } from 'vitest';
import { createPriceGuard } from './price-guard.ts';

/** A Monday, ten in India. */
const AT = Date.UTC(2026, 0, 5, 4, 30);
const SBIN = 7;
const entry = { instrumentId: SBIN, symbol: 'SBIN', side: 'buy', quantity: 10, pricePaise: 600_00, at: AT } as const;
const minute = { openAt: AT - 60_000, open: 599_00, high: 601_00, low: 598_00, close: 600_00, volume: 100 };

/** What the feed has stored, and of which instruments it was asked for. */
interface Stored {
  clock: object | undefined;
  prices: readonly object[];
  readonly asked: unknown[];
}

function databaseOf(stored: Stored): Database {
  const selectFrom = () => {
    const query = {
      select: () => query,
      where: (column: string, _operator: string, value: unknown) => {
        if (column === 'instrument_id') stored.asked.push(value);
        return query;
      },
      executeTakeFirst: async () => stored.clock,
      execute: async () => stored.prices,
    };
    return query;
  };
  return { kysely: { selectFrom } } as unknown as Database;
}

function guarded() {
  const clock = { wall: 1_000_000, now: () => clock.wall };
  const stored: Stored = { clock: undefined, prices: [], asked: [] };
  const database = databaseOf(stored);
  const guard = createPriceGuard({
    database,
    clock,
    marketData: { dataset: 'simulator:test', calendar: createCalendar(NSE_CALENDAR) },
  });
  const priced = (pricePaise: number, at = AT): void => guard.onPrice(SBIN, at, pricePaise);
  return { guard, clock, stored, priced, rule: () => guard.vetoOf(entry)?.rule };
}

const clockRow = (exchangeAt: number, seenAt: number, more: object = {}) => ({
  ...{ exchange_at: new Date(exchangeAt), seen_at: new Date(seenAt), speed: 1, feed: 'live' },
  ...more,
});
const priceRow = (pricePaise: number, at: number, previous = 590_00) => ({
  ...{ instrument_id: SBIN, price_paise: pricePaise, previous_close_paise: previous, at: new Date(at) },
});

test('before anything was heard no entry goes, nor before the instrument has a price', () => {
  const { guard, rule } = guarded();
  expect(guard.vetoOf(entry)).toMatchObject({
    rule: 'feed_silent',
    sentence: expect.stringContaining('No price has come'),
  });
  guard.onClock(AT);
  expect(rule()).toBe('stale_price');
});

test('a calm market lets entries through', () => {
  const { guard, priced, rule } = guarded();
  guard.onBar(SBIN, minute);
  priced(600_00);
  expect(rule()).toBeUndefined();
});

test('silence of our clock holds entries back, whatever the exchange’s clock says, until any news comes', () => {
  const { guard, clock, priced, rule } = guarded();
  priced(600_00);
  clock.wall += 5_001;
  expect(rule()).toBe('feed_silent');
  guard.onClock(AT + 5_000);
  expect(rule()).toBeUndefined();
});

test('a price is a sign of life by itself, and tells how far the exchange is, as a minute does by its end', () => {
  const { guard, clock, priced, rule } = guarded();
  priced(600_00);
  expect(rule()).toBeUndefined();
  clock.wall += 5_001;
  expect(rule()).toBe('feed_silent');
  priced(600_00, AT + 5_000);
  expect(rule()).toBeUndefined();
  guard.onPrice(8, AT + 66_000, 100_00);
  expect(rule()).toBe('stale_price');
  priced(600_00, AT + 66_000);
  guard.onBar(SBIN, { ...minute, openAt: AT + 66_001 });
  expect(rule()).toBe('stale_price');
});

test('until the feed has said how fast the market is, its clock goes on as ours does', () => {
  const { guard, clock, priced, rule } = guarded();
  priced(600_00);
  guard.onClock(AT + 57_000);
  clock.wall += 3_000;
  expect(rule()).toBeUndefined();
  clock.wall += 1;
  expect(rule()).toBe('stale_price');
});

test('a day that is played in a second has no silence of its own', () => {
  const { priced, rule, guard } = guarded();
  for (let minutes = 0; minutes < 300; minutes += 1) {
    priced(600_00, AT + minutes * 60_000);
    guard.onBar(SBIN, { ...minute, openAt: AT + minutes * 60_000 });
    expect(rule()).toBeUndefined();
  }
});

test('an old price of the instrument holds its entries back, by the exchange’s clock', () => {
  const { guard, priced, rule } = guarded();
  priced(600_00);
  guard.onClock(AT + 60_000);
  expect(rule()).toBeUndefined();
  guard.onClock(AT + 61_000);
  expect(rule()).toBe('stale_price');
});

test('a jump against the last whole minute of the session holds entries back; yesterday’s minute says nothing', () => {
  const { guard, priced, rule } = guarded();
  guard.onBar(SBIN, { ...minute, openAt: AT - 86_400_000 });
  priced(640_00);
  expect(rule()).toBeUndefined();
  guard.onBar(SBIN, minute);
  expect(rule()).toBe('price_jump');
});

test('while the exchange is closed it is silent', () => {
  const { guard } = guarded();
  expect(guard.vetoOf({ ...entry, at: AT + 12 * 3_600_000 })).toBeUndefined();
});

describe('what the feed has stored', () => {
  test('is enough to enter by before anything is heard, and is asked for of all instruments the first time', async () => {
    const { guard, clock, stored, rule } = guarded();
    stored.clock = clockRow(AT, clock.wall);
    stored.prices = [priceRow(600_00, AT)];
    await guard.refresh([SBIN]);
    expect([rule(), stored.asked]).toEqual([undefined, []]);
    await guard.refresh([SBIN]);
    expect(stored.asked).toEqual([[SBIN]]);
    await guard.refresh([]);
    expect(stored.asked).toHaveLength(1);
  });

  test('is its word of itself too: a feed that is down holds entries back although prices are heard', async () => {
    const { guard, clock, stored, priced, rule } = guarded();
    priced(600_00);
    stored.clock = clockRow(AT, clock.wall, { feed: 'down' });
    await guard.refresh([SBIN]);
    expect(rule()).toBe('feed_silent');
    stored.clock = undefined;
    await guard.refresh([SBIN]);
    expect(rule()).toBe('feed_silent');
  });

  test('is how fast the market runs: where it is faster a price is old later', async () => {
    const { guard, clock, stored, priced, rule } = guarded();
    priced(600_00);
    stored.clock = clockRow(AT + 150_000, clock.wall, { speed: 60 });
    await guard.refresh([SBIN]);
    expect(rule()).toBeUndefined();
    guard.onClock(AT + 180_001);
    expect(rule()).toBe('stale_price');
  });

  test('takes back nothing that was heard: neither how far the exchange is, nor when that was', async () => {
    const { guard, clock, stored, priced, rule } = guarded();
    priced(600_00);
    guard.onClock(AT + 61_000);
    stored.clock = clockRow(AT, clock.wall - 60_000);
    await guard.refresh([SBIN]);
    expect(rule()).toBe('stale_price');
    priced(600_00, AT + 61_000);
    expect(rule()).toBeUndefined();
    // Seen a moment ago by the feed, and by nobody here.
    clock.wall += 6_000;
    expect(rule()).toBe('feed_silent');
    stored.clock = clockRow(AT + 61_000, clock.wall - 1_000);
    await guard.refresh([SBIN]);
    expect(rule()).toBeUndefined();
  });

  test('is a price like one that was heard: the newer of both counts, and of two at one moment the one that was heard', async () => {
    const { guard, clock, stored, priced, rule } = guarded();
    guard.onBar(SBIN, minute);
    stored.clock = clockRow(AT, clock.wall);
    stored.prices = [priceRow(600_00, AT)];
    await guard.refresh([SBIN]);
    priced(640_00, AT - 1);
    expect(rule()).toBeUndefined();
    priced(640_00, AT);
    expect(rule()).toBe('price_jump');
    stored.prices = [priceRow(600_00, AT + 1)];
    await guard.refresh([SBIN]);
    expect(rule()).toBeUndefined();
  });

  test('is the close of the day before, by which the daily band is kept, where it is of the price’s day', async () => {
    const { guard, clock, stored, priced, rule } = guarded();
    stored.clock = clockRow(AT, clock.wall);
    stored.prices = [priceRow(600_00, AT - 86_400_000, 400_00)];
    await guard.refresh([SBIN]);
    priced(600_00);
    expect(rule()).toBeUndefined();
    stored.prices = [priceRow(600_00, AT - 1_000, 400_00)];
    await guard.refresh([SBIN]);
    expect(rule()).toBe('price_jump');
    // A price of the day before, with its own close before it: no price of today has come yet.
    const early = guarded();
    early.stored.clock = clockRow(AT, early.clock.wall, { speed: 86_400 });
    early.stored.prices = [priceRow(600_00, AT - 86_400_000, 400_00)];
    await early.guard.refresh([SBIN]);
    expect(early.rule()).toBe('price_jump');
  });
});

test('the first minute of a session counts from its first moment on, and one that closed is a sign of life', () => {
  const { guard, clock, rule } = guarded();
  const openAt = AT - 45 * 60_000;
  const early = { ...entry, at: openAt + 60_000 };
  guard.onPrice(SBIN, openAt + 60_000, 640_00);
  guard.onBar(SBIN, { ...minute, openAt });
  expect(guard.vetoOf(early)?.rule).toBe('price_jump');
  guard.onBar(SBIN, { ...minute, openAt: openAt - 1 });
  expect(guard.vetoOf(early)).toBeUndefined();
  clock.wall += 6_000;
  expect(guard.vetoOf(early)?.rule).toBe('feed_silent');
  guard.onBar(SBIN, { ...minute, openAt: AT });
  expect(guard.vetoOf(early)?.rule).toBe('stale_price');
  guard.onPrice(SBIN, AT + 60_000, 600_00);
  expect(rule()).toBeUndefined();
});

test('what one instrument does says nothing of another', () => {
  const { guard, priced, rule } = guarded();
  priced(600_00);
  guard.onPrice(8, AT, 100_00);
  guard.onBar(8, minute);
  expect([rule(), guard.vetoOf({ ...entry, instrumentId: 8, symbol: 'INFY' })?.rule]).toEqual([
    undefined,
    'price_jump',
  ]);
});

test('each entry that was refused is kept as one of test mode, with what it asked for and why not', async () => {
  const { guard, clock } = guarded();
  const kept: { readonly facts: string }[] = [];
  const insertInto = () => ({ values: (row: { facts: string }) => ({ execute: async () => void kept.push(row) }) });
  const refused = { ...entry, intentId: 1, rule: 'feed_silent', sentence: 'The market feed is silent.' } as const;
  const tx = { insertInto } as unknown as Tx;
  await guard.keep(tx, { accountId: 3, deploymentId: 4 }, [refused, { ...refused, symbol: 'INFY', side: 'sell' }]);
  expect(kept[0]).toMatchObject({
    ...{ account_id: 3, deployment_id: 4, rule: 'feed_silent', sentence: 'The market feed is silent.' },
    ...{ exchange_at: new Date(AT), at: new Date(clock.wall) },
  });
  const facts = { mode: 'paper', symbol: 'SBIN', side: 'buy', quantity: 10, pricePaise: 600_00 };
  expect(kept.map((row) => JSON.parse(row.facts))).toEqual([facts, { ...facts, symbol: 'INFY', side: 'sell' }]);
});

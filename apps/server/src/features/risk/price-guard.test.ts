import type { Database } from '@trickdesk/db';
import { createCalendar, NSE_CALENDAR } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { createPriceGuard } from './price-guard.ts';

/** A Monday, ten in India. */
const AT = Date.UTC(2026, 0, 5, 4, 30);
const SBIN = 7;
const entry = { instrumentId: SBIN, symbol: 'SBIN', side: 'buy', quantity: 10, pricePaise: 600_00, at: AT } as const;
const minute = { openAt: AT - 60_000, open: 599_00, high: 601_00, low: 598_00, close: 600_00, volume: 100 };

function guarded() {
  const clock = { wall: 1_000_000, now: () => clock.wall };
  // What it stores and reads is told with a database elsewhere: here it decides by what it hears.
  const database = undefined as unknown as Database;
  const guard = createPriceGuard({
    database,
    clock,
    marketData: { dataset: 'simulator:test', calendar: createCalendar(NSE_CALENDAR) },
  });
  const priced = (pricePaise: number, at = AT): void => guard.onPrice(SBIN, at, pricePaise);
  return { guard, clock, priced, rule: () => guard.vetoOf(entry)?.rule };
}

test('before anything was heard no entry goes, nor before the instrument has a price', () => {
  const { guard, rule } = guarded();
  expect(rule()).toBe('feed_silent');
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

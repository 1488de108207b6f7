import { createCalendar, indiaMoment, NSE_CALENDAR } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { openingOf } from './opening.ts';

const DAY = '2025-07-07';
const plain = createCalendar(NSE_CALENDAR);
/** Shares whose name begins with A go into an auction twenty minutes before the session ends. */
const withAuction = {
  ...plain,
  hoursOf: (symbol: string, session: { date: string; openAt: number; closeAt: number }) =>
    symbol.startsWith('A') ? { ...session, closeAt: session.closeAt - 20 * 60_000 } : session,
};

test('a share’s continuous trading ends with the session, or before its auction, and not at all on a holiday', () => {
  const closeAt = indiaMoment(DAY, 15 * 60 + 30);
  for (const minute of [8 * 60, 12 * 60, 20 * 60]) {
    const { closesAt } = openingOf(withAuction, indiaMoment(DAY, minute));
    expect([closesAt?.('SBIN'), closesAt?.('ACC')]).toEqual([closeAt, closeAt - 20 * 60_000]);
  }
  expect(openingOf(plain, indiaMoment(DAY, 12 * 60)).closesAt?.('ACC')).toBe(closeAt);
  // A Sunday.
  expect(openingOf(withAuction, indiaMoment('2025-07-06', 12 * 60)).closesAt?.('SBIN')).toBeUndefined();
});

test('in its auction a share does not trade continuously, though the session is on', () => {
  const { isOpen, isContinuous } = openingOf(withAuction, indiaMoment(DAY, 15 * 60 + 15));
  expect([isOpen, isContinuous?.('ACC'), isContinuous?.('SBIN')]).toEqual([true, false, true]);
});

test('on a day that the calendar does not know a price of the session shows that it is on: for what closes, not for entries', () => {
  const noon = indiaMoment('2027-01-04', 12 * 60);
  const opensAt = indiaMoment('2027-01-04', 9 * 60 + 15);
  expect(openingOf(withAuction, noon).isOpen).toBe(false);
  // What was last heard is of the evening before, or of the collection of orders before the opening.
  expect(openingOf(withAuction, noon, noon - 86_400_000).isOpen).toBe(false);
  expect(openingOf(withAuction, noon, opensAt - 1).isOpen).toBe(false);
  const { isOpen, takesEntries, isContinuous, closesAt } = openingOf(withAuction, noon, opensAt);
  expect([isOpen, takesEntries, isContinuous?.('SBIN')]).toEqual([true, false, true]);
  expect(closesAt?.('ACC')).toBe(indiaMoment('2027-01-04', 15 * 60 + 10));
  expect(openingOf(withAuction, indiaMoment('2027-01-04', 15 * 60 + 10), opensAt).isContinuous?.('ACC')).toBe(false);
  expect(openingOf(withAuction, indiaMoment('2027-01-04', 15 * 60 + 30), noon).isOpen).toBe(false);
  // A holiday is known: prices that come all the same open nothing.
  const holiday = indiaMoment('2026-12-25', 12 * 60);
  expect(openingOf(withAuction, holiday, holiday).isOpen).toBe(false);
  expect(openingOf(withAuction, indiaMoment(DAY, 12 * 60)).takesEntries).not.toBe(false);
});

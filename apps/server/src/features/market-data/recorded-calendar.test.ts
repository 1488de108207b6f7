import { createCalendar, indiaMoment, type MarketCalendar, NSE_CALENDAR, type Session } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { createRecordedCalendar } from './recorded-calendar.ts';

const table = createCalendar(NSE_CALENDAR);
const DAY = '2026-09-15';

function sessionOf(calendar: MarketCalendar): Session {
  const session = calendar.sessionOn(DAY);
  if (!session) throw new Error('no session');
  return session;
}

test('what the table says of a share that goes into a closing auction holds for whoever trades by it', () => {
  const withAuction: MarketCalendar = {
    ...table,
    hoursOf: (symbol, session) => ({
      ...session,
      closeAt: symbol === 'SBIN' ? indiaMoment(session.date, 915) : session.closeAt,
    }),
  };
  const calendar = createRecordedCalendar(withAuction);
  const session = sessionOf(calendar);
  expect(calendar.hoursOf?.('SBIN', session).closeAt).toBe(indiaMoment(DAY, 915));
  expect(calendar.hoursOf?.('IDEA', session)).toEqual(session);
  expect('hoursOf' in createRecordedCalendar(table)).toBe(false);
});

test('a day that the table does not cover is a session once it has prices', () => {
  const calendar = createRecordedCalendar(table);
  expect(calendar.kindOf('2031-03-04')).toBe('unknown');
  calendar.learn(['2031-03-04']);
  expect(calendar.kindOf('2031-03-04')).toBe('session');
});

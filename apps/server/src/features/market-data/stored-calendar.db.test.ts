import { createCalendar, indiaMoment, NSE_CALENDAR } from '@trickdesk/domain';
import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeInstrumentList } from './instrument-list.ts';
import { createStoredCalendar, type StoredCalendar, seedCalendar } from './stored-calendar.ts';

let database: TestDatabase;
let calendar: StoredCalendar;
beforeAll(async () => {
  database = await withTestDatabase();
  calendar = createStoredCalendar(database.db);
});
afterAll(() => database.drop());

const EXCHANGE = 'NSE';
const hours = (date: string) => {
  const session = calendar.sessionOn(date);
  return session && [session.openAt - indiaMoment(date), session.closeAt - indiaMoment(date)].map((ms) => ms / 60_000);
};

test('the seeded rows are the built-in list, day by day, and so is a database without rows', async () => {
  const table = createCalendar(NSE_CALENDAR);
  const days = Array.from({ length: 1_200 }, (_, i) => new Date(Date.UTC(2024, 5, 1 + i)).toISOString().slice(0, 10));
  const same = () => expect(days.map(calendar.sessionOn)).toEqual(days.map(table.sessionOn));
  await calendar.refresh();
  same();
  await Promise.all([seedCalendar(database.db), seedCalendar(database.db)]);
  await calendar.refresh();
  same();
});

test('what an operator changes holds after the next reading, and no start takes it back', async () => {
  const { kysely } = database.db;
  await kysely
    .insertInto('calendar_holiday')
    .values({ exchange: EXCHANGE, day: '2026-07-07', name: 'Election' })
    .execute();
  await kysely.deleteFrom('calendar_holiday').where('day', '=', '2026-12-25').execute();
  await kysely
    .insertInto('calendar_special')
    .values({ exchange: EXCHANGE, day: '2026-11-08', name: 'Muhurat', opens: '18:00', closes: '19:00' })
    .execute();
  expect(calendar.kindOf('2026-07-07')).toBe('session');
  await seedCalendar(database.db);
  await calendar.refresh();
  expect([calendar.kindOf('2026-07-07'), calendar.nameOf('2026-07-07')]).toEqual(['closed', 'Election']);
  expect(calendar.kindOf('2026-12-25')).toBe('session');
  expect(hours('2026-11-08')).toEqual([1_080, 1_140]);
});

test('a year without a list is unknown until somebody enters it', async () => {
  expect([calendar.kindOf('2027-03-02'), calendar.sessionOn('2027-03-02')]).toEqual(['unknown', undefined]);
  await database.db.kysely.insertInto('calendar_year').values({ exchange: EXCHANGE, year: 2027 }).execute();
  await calendar.refresh();
  expect(calendar.kindOf('2027-03-02')).toBe('session');
});

test('a special session whose hours are not known is no session, and says why', async () => {
  await database.db.kysely
    .insertInto('calendar_special')
    .values({ exchange: EXCHANGE, day: '2026-12-06', name: 'Special session', opens: null, closes: null })
    .execute();
  await calendar.refresh();
  expect(calendar.kindOf('2026-12-06')).toBe('closed');
  expect(calendar.nameOf('2026-12-06')).toBe('Special session, whose hours are not known here yet');
});

test('the market’s own list says which shares have a closing auction: those with futures', async () => {
  expect(calendar.knowsSegments()).toBe(false);
  const listed = (exchange: 'NSE' | 'NFO', symbol: string, kind: 'equity' | 'future') => ({
    ...{ exchange, symbol, kind, token: symbol, tradingSymbol: `${symbol}-EQ`, tickPaise: 5, lotSize: 1 },
    ...{ expiry: undefined, strikePaise: undefined },
  });
  const rows = [
    listed('NSE', 'SBIN', 'equity'),
    listed('NFO', 'SBIN', 'future'),
    listed('NFO', 'NIFTY', 'future'),
    listed('NFO', 'BANKNIFTY', 'future'),
  ];
  const read: Parameters<typeof storeInstrumentList>[1] = async (accept) => {
    await accept(rows);
    return { kind: 'ok', value: { accepted: rows.length, skipped: 0 } };
  };
  await database.db.transaction((tx) => storeInstrumentList(tx, read, { offer: true, at: new Date(0) }));
  await calendar.refresh();
  expect(calendar.knowsSegments()).toBe(true);
  const members = await database.db.kysely.selectFrom('calendar_member').select('symbol').execute();
  expect(members).toEqual([{ symbol: 'SBIN' }]);
});

test('shares with a closing auction trade to 15:15 from 3 August 2026, all others to 15:30', () => {
  const closeOf = (symbol: string, date: string) => {
    const session = calendar.sessionOn(date);
    return session && (calendar.hoursOf(symbol, session).closeAt - indiaMoment(date)) / 60_000;
  };
  expect(closeOf('SBIN', '2026-07-31')).toBe(930);
  expect(closeOf('SBIN', '2026-08-03')).toBe(915);
  expect(closeOf('NIFTYBEES', '2026-08-03')).toBe(930);
  // An evening session has hours of its own.
  expect(closeOf('SBIN', '2026-11-08')).toBe(1_140);
});

test('regular hours change from the day on which they change', async () => {
  await database.db.kysely
    .insertInto('calendar_hours')
    .values({ exchange: EXCHANGE, segment: 'cash', from_day: '2026-12-01', opens: '09:00', closes: '16:00' })
    .execute();
  await calendar.refresh();
  expect([hours('2026-11-30'), hours('2026-12-01')]).toEqual([
    [555, 930],
    [540, 960],
  ]);
});

test('hours that are no hours are refused by the database', async () => {
  const wrong = { exchange: EXCHANGE, segment: 'cash', from_day: '2026-12-02', opens: '16:00', closes: '9:00' };
  await expect(database.db.kysely.insertInto('calendar_hours').values(wrong).execute()).rejects.toThrow('check');
});

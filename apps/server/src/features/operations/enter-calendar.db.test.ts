import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signUpOperator, type TestApi } from '../../testing/test-api.ts';
import { LivePeople } from '../deployments/testing/live-people.ts';
import { createStoredCalendar, seedCalendar } from '../market-data/index.ts';
import { LIST_OF_2027 } from '../market-data/testing/list-of-2027.ts';

let api: TestApi;
let operator: Person;
let reader: Person;
beforeAll(async () => {
  ({ api } = await LivePeople.open());
  await seedCalendar(api.database.db);
  operator = await signUpOperator(api, 'omkar');
  reader = await signUpOperator(api, 'anita', 'approver');
});
afterAll(() => api.close());

const as = ({ accessToken }: Person) => ({ token: accessToken });
const LIST = { year: 2027, lines: LIST_OF_2027 };
const preview = async (list: typeof LIST = LIST) => (await api.send('opscalendar', list, as(reader))).data;
const enter = (list: typeof LIST = LIST, password = operator.password) =>
  api.send('opsentercalendar', { ...list, password }, as(operator));
const acts = async () =>
  (await api.send('opsacts', { Search: 'calendar', pageSize: 100 }, as(reader))).data.act_list.filter(
    ({ what }) => what === 'enter_calendar',
  );
const stored = async () => {
  const { kysely } = api.database.db;
  const rows = kysely.selectFrom('calendar_holiday').select(['day', 'name']).where('day', '>=', '2027-01-01');
  return rows.orderBy('day').execute();
};

test('a list is shown as it would be entered, with what is wrong of it, and nothing is stored', async () => {
  const { calendar, problems, entered } = await preview();
  expect([problems, entered, calendar.year]).toEqual([[], 'no', 2027]);
  expect(calendar.holidays[0]).toEqual({ day: '2027-01-26', name: 'Republic Day' });
  expect(calendar.special).toEqual([
    { day: '2027-02-01', name: 'Budget' },
    { day: '2027-10-29', name: 'Muhurat', opens: '18:00', closes: '19:00' },
  ]);
  expect(calendar.sessions).toBeGreaterThan(245);
  const wrong = { year: 2027, lines: `${LIST_OF_2027}\n2027-02-30 Nothing` };
  expect((await preview(wrong)).problems).toEqual(['Line 15: There is no day 2027-02-30.']);
  const far = { year: 2028, lines: LIST_OF_2027.replaceAll('2027-', '2028-') };
  expect((await preview(far)).problems).toEqual(['Only the lists of 2026 to 2027 can be entered here.']);
  for (const list of [wrong, far]) {
    const refused = await enter(list);
    expect([refused.status, refused.errors[0]?.path]).toEqual([422, 'lines']);
  }
  expect((await enter(LIST, 'not it')).code).toBe('WRONG_PASSWORD');
  expect((await api.send('opsentercalendar', LIST, as(reader))).code).toBe('NOT_ALLOWED');
  expect([await stored(), await acts()]).toEqual([[], []]);
});

test('a year is entered once and whole, however often and by how many, and is on the record', async () => {
  const { db } = api.database;
  // Left by somebody who had begun by hand: it had no effect, and the list does not have it.
  const begun = { exchange: 'NSE', day: '2027-07-07', name: 'A guess' };
  await db.kysely.insertInto('calendar_holiday').values(begun).execute();
  const answers = await Promise.all([enter(), enter(), enter()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { calendar } = await preview();
  expect((await stored()).map(({ day }) => day)).toEqual(calendar.holidays.map(({ day }) => day));
  expect((await preview()).entered).toBe('same');
  expect(await acts()).toMatchObject([
    {
      ...{ subject: 'calendar', subjectId: '2027', before: { isEntered: false } },
      sentence: `Entered 2027 of the exchange’s calendar. Sessions by it: ${calendar.sessions}.`,
      after: { isEntered: true, holidays: calendar.holidays },
    },
  ]);
  const read = createStoredCalendar(db);
  await read.refresh();
  expect(['2027-01-26', '2027-01-27', '2027-02-01', '2027-10-29', '2027-07-07'].map(read.kindOf)).toEqual([
    ...['closed', 'session', 'closed', 'session', 'session'],
  ]);
  expect(read.sessionOn('2027-10-29')?.openAt).toBe(Date.parse('2027-10-29T18:00:00+05:30'));
});

test('another list for a year that is entered is refused and changes nothing', async () => {
  await enter();
  const before = await stored();
  const other = { year: 2027, lines: `${LIST_OF_2027}\n2027-12-30 Another` };
  expect((await preview(other)).entered).toBe('other');
  expect((await enter(other)).code).toBe('CALENDAR_YEAR_KNOWN');
  expect(await stored()).toEqual(before);
  expect(await acts()).toHaveLength(1);
});

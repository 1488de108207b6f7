import { type IndiaDate, indiaMoment } from '@trickdesk/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Person, signUpOperator, type TestApi } from '../../testing/test-api.ts';
import { LivePeople } from '../deployments/testing/live-people.ts';
import { DATASET } from '../deployments/testing/world.ts';
import { seedCalendar } from '../market-data/index.ts';
import { putClock } from '../market-data/store.ts';
import { tellCalendarEnd } from './tell-calendar.ts';

let api: TestApi;
let operator: Person;
let approver: Person;
let user: Person;
beforeAll(async () => {
  ({ api } = await LivePeople.open());
  await seedCalendar(api.database.db);
  operator = await signUpOperator(api, 'omkar');
  approver = await signUpOperator(api, 'anita', 'approver');
  user = await api.signUp('asha');
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.database.db.kysely.deleteFrom('calendar_year').where('year', '=', 2027).execute();
});

const tell = async (day: IndiaDate, minute = 600) => {
  const { db } = api.database;
  const exchangeAt = indiaMoment(day, minute);
  await putClock(db.kysely, DATASET, { exchangeAt, seenAt: api.clock.now(), speed: 1, feed: 'live' });
  const now = async () => ({ now: exchangeAt }) as never;
  await tellCalendarEnd({ database: db, clock: api.clock, marketData: { marketState: now, simulated: true } });
};
const told = async ({ accessToken: token }: Person) =>
  (await api.send('usernotificationlist', { pageSize: 50 }, { token })).data.notification_list
    .filter(({ title }) => title.includes('calendar'))
    .map(({ title, body, severity }) => [title, body, severity]);
const notice = async () => (await api.send('opsdesk', {}, { token: approver.accessToken })).data.desk.calendarEnd;

test('from 10 December on operators are told once a day that the next year is missing, and the desk shows it', async () => {
  await tell('2026-12-09');
  expect([await told(operator), await notice()]).toEqual([[], undefined]);
  for (const minute of [0, 600, 601]) await tell('2026-12-10', minute);
  await Promise.all([tell('2026-12-11'), tell('2026-12-11')]);
  const body = (left: number) =>
    `It ends on 31 Dec 2026; days left after today: ${left}. On a day that it does not know nothing is entered. Enter the list of 2027 on the trading desk.`;
  for (const person of [operator, approver]) {
    expect(await told(person)).toEqual(
      [20, 21].map((left) => ['The exchange’s calendar knows no day of 2027', body(left), 'urgent']),
    );
  }
  expect(await told(user)).toEqual([]);
  expect(await notice()).toEqual({ lastDay: '2026-12-31', daysLeft: 20, missingYear: 2027 });
});

test('it is told in the new year too while the list is missing, and no more once it is entered', async () => {
  const before = (await told(operator)).length;
  await tell('2027-01-04');
  expect((await told(operator))[0]?.[1]).toContain('It ended on 31 Dec 2026.');
  await api.database.db.kysely.insertInto('calendar_year').values({ exchange: 'NSE', year: 2027 }).execute();
  await tell('2027-01-05');
  expect([(await told(operator)).length, await notice()]).toEqual([before + 1, undefined]);
});

test('an operator whose account is blocked is not told', async () => {
  const gone = await signUpOperator(api, 'gita');
  const { kysely } = api.database.db;
  await kysely.updateTable('account').set({ blocked_at: new Date() }).where('id', '=', gone.userId).execute();
  await tell('2027-01-06');
  const rows = await kysely.selectFrom('alert').select('title').where('account_id', '=', gone.userId).execute();
  expect(rows.filter(({ title }) => title.includes('calendar'))).toEqual([]);
});

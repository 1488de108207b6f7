import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type Person, signUpOperator, type TestApi } from '../../testing/test-api.ts';
import { insertLink } from '../risk/testing/desk-facts.ts';

let api: TestApi;
let operator: Person;
let reader: Person;
let asha: Person;
let bela: Person;
beforeAll(async () => {
  api = await openTestApi();
  operator = await signUpOperator(api, 'omkar');
  reader = await signUpOperator(api, 'anita', 'approver');
  [asha, bela] = [await api.signUp('asha'), await api.signUp('bela')];
  const { kysely } = api.database.db;
  await sql`UPDATE account SET full_name = 'Bela Shah' WHERE id = ${bela.userId}`.execute(kysely);
  const [ofAsha, ofBela] = [await linkOf(asha, 'A7654321'), await linkOf(bela, 'B1234567')];
  await keep(asha, ofAsha, { day: '2026-01-05', status: 'differs', body: DIFFERS });
  await keep(asha, ofAsha, { day: '2026-01-06', status: 'agrees', body: AGREES });
  await keep(bela, ofBela, { day: '2026-01-05', status: 'incomplete', body: { ...AGREES, missing: ['orders'] } });
  await keep(bela, ofBela, { day: '2026-01-06', status: 'differs', body: DIFFERS });
  await keep(bela, ofBela, { day: '2026-01-07', status: 'agrees', body: AGREES });
});
afterAll(() => api.close());

const COMPARED = { orders: 3, trades: 2, positions: 1, holdings: 4, chargesPaise: 27_64, fundsPaise: 1_000_000_00 };
const AGREES = { differences: [], missing: [], notCompared: [], halted: [], compared: COMPARED };
const DIFFERS = {
  differences: [
    {
      ...{ kind: 'order_filled', sentence: 'An order was executed for another number of units.', ours: '100' },
      ...{ theirs: '90', next: 'Compare.', tradingSymbol: 'SBIN-EQ', deploymentIds: [7] },
    },
    { kind: 'order_foreign', sentence: 'You placed it.', explanation: 'Placed elsewhere.', deploymentIds: [] },
  ],
  missing: ['holdings'],
  notCompared: [{ what: 'funds', reason: 'No opening was read.' }],
  halted: [7],
  compared: COMPARED,
};

async function linkOf({ userId }: Person, clientCode: string): Promise<number> {
  const id = await insertLink(api.database.db, userId);
  await sql`UPDATE broker_link SET client_code = ${clientCode} WHERE id = ${id}`.execute(api.database.db.kysely);
  return id;
}

function keep(
  { userId }: Person,
  linkId: number,
  { day, status, body }: { readonly day: string; readonly status: string; readonly body: object },
) {
  return sql`INSERT INTO reconciliation_report (account_id, broker_link_id, day, status, body, at)
    VALUES (${userId}, ${linkId}, ${day}, ${status}, ${JSON.stringify(body)}::jsonb, now())`.execute(
    api.database.db.kysely,
  );
}

const as = ({ accessToken }: Person) => ({ token: accessToken });
const queue = async (input: Parameters<typeof api.send<'opsreconciliation'>>[1] = {}, by = reader) =>
  (await api.send('opsreconciliation', input, as(by))).data;
const named = async (input: Parameters<typeof api.send<'opsreconciliation'>>[1]) =>
  (await queue(input)).report_list.map(({ person, day }) => [person.userId, day]);

test('what differs comes first, the newest day before the others, with whose it is and no client code', async () => {
  const { report_list: list, total } = await queue();
  expect(total).toBe(2);
  expect(list.map(({ person, day, status }) => [person.fullName, day, status])).toEqual([
    ['Bela Shah', '2026-01-06', 'differs'],
    ['Asha Rao', '2026-01-05', 'differs'],
  ]);
  expect(list[0]).toMatchObject({
    ...{ person: { userId: bela.userId, kycVerified: false }, clientCodeMasked: '••••4567', badge: 'live_simulated' },
    ...{ differences: 2, unexplained: 1 },
  });
  expect(JSON.stringify(list)).not.toContain('B1234567');
});

test('the list is narrowed by result, days and words of the person; a client code finds nobody', async () => {
  const [a, b] = [asha.userId, bela.userId];
  expect(await named({ state: 'incomplete' })).toEqual([[b, '2026-01-05']]);
  expect(await named({ state: 'agrees' })).toEqual([
    [b, '2026-01-07'],
    [a, '2026-01-06'],
  ]);
  expect(await named({ state: 'all', from_date: '2026-01-06', to_date: '2026-01-06' })).toEqual([
    [b, '2026-01-06'],
    [a, '2026-01-06'],
  ]);
  expect(await named({ Search: 'shah' })).toEqual([[b, '2026-01-06']]);
  expect(await named({ Search: asha.username })).toEqual([[a, '2026-01-05']]);
  expect(await named({ Search: String(a) })).toEqual([[a, '2026-01-05']]);
  expect(await named({ state: 'all', Search: 'B1234567' })).toEqual([]);
  expect(await named({ state: 'all', Search: '%' })).toEqual([]);
});

test.each(['day', '-day'] as const)('pages by %s, put together, are the whole list once', async (sort) => {
  const whole = (await queue({ state: 'all', sort, pageSize: 100 })).report_list;
  expect(whole).toHaveLength(5);
  const days = whole.map(({ day }) => day);
  expect(days).toEqual(sort === 'day' ? days.toSorted() : days.toSorted().toReversed());
  const pages = [];
  for (const pageNumber of [1, 2, 3]) {
    const { report_list: list, ...page } = await queue({ state: 'all', sort, pageNumber, pageSize: 2 });
    expect(page).toEqual({ pageNumber, pageSize: 2, total: 5 });
    pages.push(...list);
  }
  expect(pages).toEqual(whole);
});

test('a report says to operators, line by line, what it says to its owner', async () => {
  const own = await api.send('reconciliationreports', { pageSize: 100 }, as(asha));
  expect(own.data.report_list).toHaveLength(2);
  for (const { reportId } of own.data.report_list) {
    const { report } = (await api.send('reconciliationreport', { reportId }, as(asha))).data;
    const { brokerId: _, clientCode, ...lines } = report;
    for (const by of [operator, reader]) {
      const seen = (await api.send('opsreconciliationreport', { reportId }, as(by))).data.report;
      const { person, clientCodeMasked, ...read } = seen;
      expect(read).toEqual(lines);
      expect([clientCode, clientCodeMasked]).toEqual(['A7654321', '••••4321']);
      expect(person).toMatchObject({ userId: asha.userId, fullName: 'Asha Rao' });
    }
  }
});

test('nobody else reads them, not even their owner by these calls; a report that does not exist is none', async () => {
  const { report_list: list } = await queue();
  const reportId = list[0]?.reportId ?? 0;
  for (const person of [asha, bela]) {
    expect((await api.send('opsreconciliation', {}, as(person))).code).toBe('NOT_ALLOWED');
    expect((await api.send('opsreconciliationreport', { reportId }, as(person))).code).toBe('NOT_ALLOWED');
  }
  expect((await api.send('opsreconciliationreport', { reportId: 2_000_000_000 }, as(reader))).code).toBe('NOT_FOUND');
});

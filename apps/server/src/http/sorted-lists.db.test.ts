import type { CallName } from '@trickdesk/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../testing/test-api.ts';

let api: TestApi;
let person: Person;
beforeAll(async () => {
  api = await openTestApi();
  person = await api.signUp('sorter');
  const { kysely } = api.database.db;
  // Two of each moment, so that only ids tell them apart.
  const moment = sql`timestamptz '2026-01-01 10:00+05:30' + (i / 2) * interval '1 hour'`;
  const me = sql`${person.userId}::int`;
  await sql`INSERT INTO alert (account_id, category, dedupe_key, title, body, severity, created_at)
    SELECT ${me}, 1, i::text, 'Bought', 'Because.', 'info', ${moment} FROM generate_series(1, 7) i`.execute(kysely);
  await sql`INSERT INTO alert_tally (account_id, category, total, unread) VALUES (${me}, 1, 7, 7)`.execute(kysely);
  await sql`INSERT INTO activity (account_id, kind, sentence, device, address, facts, at)
    SELECT ${me}, 'trick', 'Started.', '', '', '{}', ${moment} FROM generate_series(1, 7) i`.execute(kysely);
  await sql`INSERT INTO trade_activity (account_id, mode, kind, sentence, exchange_at, at)
    SELECT ${me}, 'paper', 'fill', 'Bought.', ${moment}, now() FROM generate_series(1, 7) i`.execute(kysely);
  await sql`INSERT INTO risk_veto (account_id, rule, sentence, facts, exchange_at, at)
    SELECT ${me}, 'trades', 'No.', '{}', ${moment}, now() FROM generate_series(1, 7) i`.execute(kysely);
  for (const code of ['A1', 'A2']) {
    await sql`WITH link AS (
        INSERT INTO broker_link (account_id, broker, environment, client_code, holder_name, status, last_login_at,
          token_expires_at)
        VALUES (${me}, 'angelone', 'simulator', ${code}, 'Asha', 'linked', now(), now()) RETURNING id)
      INSERT INTO reconciliation_report (account_id, broker_link_id, day, status, body, at)
      SELECT ${me}, link.id, date '2026-01-01' + i, 'agrees', ${BODY}::jsonb, now()
      FROM link, generate_series(1, 3) i`.execute(kysely);
  }
});
afterAll(() => api.close());

const BODY = JSON.stringify({ differences: [], missingBooks: [], notCompared: [], halted: [], compared: {} });

interface List {
  readonly call: CallName;
  readonly rows: string;
  readonly id: string;
  /** What an order goes by, as a value that grows with it; empty ones as `undefined`. */
  readonly of: Readonly<
    Record<string, (row: Readonly<Record<string, string | number>>) => string | number | undefined>
  >;
}

const LISTS: readonly List[] = [
  { call: 'userlog', rows: 'log_list', id: 'log_id', of: { time: (row) => row['at'] } },
  { call: 'userlogTrade', rows: 'log_list', id: 'log_id', of: { time: (row) => row['at'] } },
  {
    call: 'usernotificationlist',
    rows: 'notification_list',
    id: 'notification_id',
    of: { time: (row) => row['createdAt'] },
  },
  { call: 'riskvetoes', rows: 'veto_list', id: 'veto_id', of: { time: (row) => row['at'] } },
  { call: 'reconciliationreports', rows: 'report_list', id: 'reportId', of: { day: (row) => row['day'] } },
];

/** Every row of a list, two at a time. */
async function readAll(list: List, sort: string | undefined) {
  const rows: Record<string, string | number>[] = [];
  for (let pageNumber = 1; ; pageNumber += 1) {
    const input = { pageNumber, pageSize: 2, ...(sort === undefined ? {} : { sort }) };
    const { data } = await api.send(list.call, input as never, { token: person.accessToken });
    const answer = data as unknown as Record<string, typeof rows> & { total: number };
    rows.push(...(answer[list.rows] ?? []));
    if (rows.length >= answer.total || pageNumber > 50) return rows;
  }
}

test.each(LISTS)('pages of $call, put together, are the whole list once, in either order', async (list) => {
  const idsOf = (rows: readonly Readonly<Record<string, string | number>>[]) => rows.map((row) => row[list.id]);
  const whole = idsOf(await readAll(list, undefined));
  expect(whole.length).toBeGreaterThan(5);
  for (const [name, read] of Object.entries(list.of)) {
    const up = await readAll(list, name);
    expect(new Set(idsOf(up))).toEqual(new Set(whole));
    expect(up).toHaveLength(whole.length);
    const values = up.map(read);
    expect(values).toEqual(values.toSorted());
    expect(idsOf(await readAll(list, `-${name}`))).toEqual(idsOf(up).toReversed());
    expect(whole).toEqual(idsOf(up).toReversed());
  }
});

test('an order that a list does not have is a 422 that names the field', async () => {
  const ordered = ['tradehistory', 'orderhistory', 'my-openposition', 'mytrick', 'hometrickers'] as const;
  for (const call of [...ordered, ...LISTS.map((list) => list.call)]) {
    for (const sort of ['reason', '--time', '', '-', 'id; DROP TABLE position', 7]) {
      const answer = await api.send(call, { sort } as never, { token: person.accessToken });
      expect([call, sort, answer.status, answer.errors.map(({ path }) => path)]).toEqual([call, sort, 422, ['sort']]);
    }
  }
});

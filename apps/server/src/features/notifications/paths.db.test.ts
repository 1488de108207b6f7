import { createDatabase, type Database } from '@trickdesk/db';
import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertAccount } from '../../testing/insert-account.ts';
import { pageAlerts, unreadOf } from './store.ts';

/** Enough rows for the planner to tell one account's from everybody's. */
const ALERTS = 40_000;
const ACCOUNTS = 8;
let database: TestDatabase;
let accountId = 0;

beforeAll(async () => {
  database = await withTestDatabase();
  for (let i = 0; i < ACCOUNTS; i += 1) accountId = await insertAccount(database.db, `path${i}`);
  const { kysely } = database.db;
  await sql`INSERT INTO alert (account_id, category, dedupe_key, title, body, severity, created_at, read_at)
    SELECT ${accountId}::int - i % ${ACCOUNTS}, 1 + i % 8, i::text, 'Bought', 'Because.', 'info', now(),
      CASE WHEN i % 50 = 0 THEN NULL ELSE now() END
    FROM generate_series(1, ${ALERTS}) i`.execute(kysely);
  await sql`INSERT INTO activity (account_id, kind, sentence, device, address, facts, at)
    SELECT ${accountId}::int - i % ${ACCOUNTS}, 'trick', 'Started.', '', '', '{}', now() - i * interval '1 minute'
    FROM generate_series(1, ${ALERTS}) i`.execute(kysely);
  await sql`INSERT INTO trade_activity (account_id, mode, kind, sentence, exchange_at, at)
    SELECT ${accountId}::int - i % ${ACCOUNTS}, 'paper', 'fill', 'Bought.', now() - i * interval '1 minute', now()
    FROM generate_series(1, ${ALERTS}) i`.execute(kysely);
  await sql`ANALYZE alert, activity, trade_activity`.execute(kysely);
});
afterAll(() => database.drop());

/** How the database would go about what a store asks. */
async function plansOf(ask: (db: Database) => Promise<unknown>): Promise<string> {
  const { db } = database;
  const plans: string[] = [];
  await ask({
    ...db,
    prepared: async (query) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN ${query}`.execute(db.kysely);
      plans.push(...rows.map((row) => row['QUERY PLAN']));
      return [];
    },
  });
  return plans.join('\n');
}

const page = { limit: 12, offset: 24, sort: '-time' } as const;

test.each([
  ['all alerts', 'alert_account', {}],
  ['one category', 'alert_account_category', { category: 3 }],
])('a page of %s is cut from an index in its order, and its total is not counted', async (_name, index, filter) => {
  const plan = await plansOf((db) => pageAlerts(db, { accountId, ...filter }, page));
  expect(plan).toMatch(new RegExp(`Limit .*\\n +->  Index Scan( Backward)? using ${index} on alert `));
  expect(plan).toMatch(/on alert_tally/);
  expect(plan).not.toMatch(/(Seq|Heap) Scan on alert /);
  const oldest = await plansOf((db) => pageAlerts(db, { accountId, ...filter }, { ...page, sort: 'time' }));
  expect(oldest).toMatch(new RegExp(`Index Scan Backward using ${index} on alert `));
});

test('each connection makes the plan of the first page of alerts once, not for each call', async () => {
  const single = createDatabase({ target: database.url, maxConnections: 1 });
  try {
    // More often than the five times after which the server decides whether it keeps one plan.
    for (let i = 0; i < 12; i += 1) await pageAlerts(single, { accountId }, { ...page, offset: 0 });
    const { rows } = await sql<{ custom: number; kept: number }>`SELECT custom_plans::int AS custom,
      generic_plans::int AS kept FROM pg_prepared_statements`.execute(single.kysely);
    expect(rows).toEqual([{ custom: 5, kept: 7 }]);
  } finally {
    await single.close();
  }
});

test('what is unread is read from the tallies: no alert is counted', async () => {
  const plan = await plansOf((db) => unreadOf(db, accountId));
  expect(plan).toMatch(/on alert_tally/);
  expect(plan).not.toMatch(/on alert /);
});

test.each([
  ['a page of the log', 'SELECT * FROM activity WHERE account_id = $me ORDER BY at DESC, id DESC LIMIT 12'],
  ['the log, oldest first', 'SELECT * FROM activity WHERE account_id = $me ORDER BY at, id LIMIT 12'],
  [
    'days of the trade log',
    `SELECT * FROM trade_activity WHERE account_id = $me AND exchange_at > now() - interval '1 day'
     ORDER BY exchange_at DESC, id DESC LIMIT 12`,
  ],
])(
  '%s comes by an index that has its order: nothing is sorted and no table is read through',
  async (_name, statement) => {
    const explained = sql<{ 'QUERY PLAN': string }>`EXPLAIN ${sql.raw(statement.replace('$me', String(accountId)))}`;
    const { rows } = await explained.execute(database.db.kysely);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index/);
    expect(plan).not.toMatch(/Seq Scan|Sort/);
  },
);

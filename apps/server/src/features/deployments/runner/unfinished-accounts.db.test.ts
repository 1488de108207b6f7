import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertAccount } from '../../../testing/insert-account.ts';
import { listUnfinishedAccounts } from './store.ts';

let testDb: TestDatabase;
beforeAll(async () => {
  testDb = await withTestDatabase();
});
afterAll(() => testDb.drop());

test('an account where only something opened by hand is to be closed has its desk, until the wish or the link has ended', async () => {
  const { kysely } = testDb.db;
  const accountId = await insertAccount(testDb.db, 'byhand');
  const links = [];
  for (const code of ['S100001', 'S100002']) {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO broker_link (account_id, broker, environment, client_code, holder_name, status, last_login_at, token_expires_at)
      VALUES (${accountId}, 'angelone', 'simulator', ${code}, 'Asha Rao', 'linked', now(), now()) RETURNING id`.execute(
      kysely,
    );
    links.push(rows[0]?.id ?? 0);
  }
  const [first = 0, second = 0] = links;
  const held = () => listUnfinishedAccounts(kysely, 'any');
  expect(await held()).toEqual([]);
  await sql`INSERT INTO hand_exit (account_id, broker_link_id, day, asked_at)
    SELECT account_id, id, '2025-07-07', now() FROM broker_link`.execute(kysely);
  expect(await held()).toEqual([first, second]);
  await sql`UPDATE hand_exit SET ended_at = now(), outcome = 'closed' WHERE broker_link_id = ${first}`.execute(kysely);
  await sql`UPDATE broker_link SET unlinked_at = now() WHERE id = ${second}`.execute(kysely);
  expect(await held()).toEqual([]);
});

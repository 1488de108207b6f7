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

/** Two broker accounts of somebody. */
async function linksOf(userName: string, codes: readonly [string, string]): Promise<readonly [number, number]> {
  const accountId = await insertAccount(testDb.db, userName);
  const links: number[] = [];
  for (const code of codes) {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO broker_link (account_id, broker, environment, client_code, holder_name, status, last_login_at, token_expires_at)
      VALUES (${accountId}, 'angelone', 'simulator', ${code}, 'Asha Rao', 'linked', now(), now()) RETURNING id`.execute(
      testDb.db.kysely,
    );
    links.push(rows[0]?.id ?? 0);
  }
  return [links[0] ?? 0, links[1] ?? 0];
}

test('an account where only something opened by hand is to be closed has its desk, until the wish or the link has ended', async () => {
  const { kysely } = testDb.db;
  const [first, second] = await linksOf('byhand', ['S100001', 'S100002']);
  const held = () => listUnfinishedAccounts(kysely, 'any');
  expect(await held()).toEqual([]);
  await sql`INSERT INTO hand_exit (account_id, broker_link_id, day, asked_at)
    SELECT account_id, id, '2025-07-07', now() FROM broker_link`.execute(kysely);
  expect(await held()).toEqual([first, second]);
  await sql`UPDATE hand_exit SET ended_at = now(), outcome = 'closed' WHERE broker_link_id = ${first}`.execute(kysely);
  await sql`UPDATE broker_link SET unlinked_at = now() WHERE id = ${second}`.execute(kysely);
  expect(await held()).toEqual([]);
});

test('an account with an order under way has its desk, until that has ended or nobody can act for the account', async () => {
  const { kysely } = testDb.db;
  const [first, second] = await linksOf('underway', ['S100005', 'S100006']);
  const held = () => listUnfinishedAccounts(kysely, 'any');
  await sql`INSERT INTO broker_order (account_id, broker_link_id, role, exchange, symbol, token, trading_symbol, side, product,
      kind, placed_kind, quantity, price_paise, state, decided_at, exchange_at, day, updated_at)
    SELECT account_id, id, 'foreign', 'NSE', 'WIPRO', '3787', 'WIPRO-EQ', 'buy', 'delivery', 'limit', 'limit', 3, 25000,
      'open', now(), now(), '2025-07-08', now() FROM broker_link WHERE id IN (${first}, ${second})`.execute(kysely);
  expect(await held()).toEqual([first, second]);
  await sql`UPDATE broker_order SET ended_at = now() WHERE broker_link_id = ${first}`.execute(kysely);
  await sql`UPDATE broker_link SET unlinked_at = now() WHERE id = ${second}`.execute(kysely);
  expect(await held()).toEqual([]);
});

test('an account that is open intraday has its desk on that day, until as much is closed, by whomever', async () => {
  const { kysely } = testDb.db;
  const [first, second] = await linksOf('intraday', ['S100003', 'S100004']);
  // 00:30 in India on the 8th.
  await sql`INSERT INTO market_clock (dataset, exchange_at, seen_at, speed, feed)
    VALUES ('open', '2025-07-07T19:00:00Z', now(), 1, 'live')`.execute(kysely);
  let number = 0;
  const order = async (
    linkId: number,
    facts: { role: string; side: string; product?: string; day?: string; filled?: number },
  ) => {
    const { role, side, product = 'intraday', day = '2025-07-08', filled = 3 } = facts;
    number += 1;
    await sql`INSERT INTO broker_order (account_id, broker_link_id, role, exchange, symbol, token, trading_symbol, side, product,
        kind, placed_kind, quantity, price_paise, state, broker_order_id, filled_quantity, decided_at, ended_at, exchange_at, day, updated_at)
      SELECT account_id, id, ${role}, 'NSE', 'WIPRO', '3787', 'WIPRO-EQ', ${side}, ${product}, 'limit', 'limit', 3, 25000,
        'filled', ${`b${number}`}, ${filled}, now(), now(), now(), ${day}, now() FROM broker_link WHERE id = ${linkId}`.execute(
      kysely,
    );
  };
  const held = (dataset = 'open') => listUnfinishedAccounts(kysely, dataset);
  await order(first, { role: 'own', side: 'buy', day: '2025-07-07' });
  await order(first, { role: 'own', side: 'buy', product: 'delivery' });
  await order(first, { role: 'own', side: 'buy', filled: 0 });
  expect(await held()).toEqual([]);
  await order(first, { role: 'own', side: 'buy' });
  await order(second, { role: 'foreign', side: 'sell' });
  expect([await held(), await held('another')]).toEqual([[first, second], []]);
  // The broker squares off what is left.
  await order(first, { role: 'foreign', side: 'sell' });
  expect(await held()).toEqual([second]);
  await sql`UPDATE broker_link SET unlinked_at = now() WHERE id = ${second}`.execute(kysely);
  expect(await held()).toEqual([]);
});

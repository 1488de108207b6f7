import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertAccount } from '../../testing/insert-account.ts';
import { openTestApi, type TestApi } from '../../testing/test-api.ts';
import { DAY, insertDeployment, insertLink, insertOrder, insertPosition, openMarket } from './testing/desk-facts.ts';

let api: TestApi;
/** A trader with one of each kind of row. */
let [account, link, trick, order] = [0, 0, 0, 0];

beforeAll(async () => {
  api = await openTestApi();
  await openMarket(api);
  const { db } = api.database;
  account = await insertAccount(db, 'numbered');
  link = await insertLink(db, account);
  trick = await insertDeployment(db, { accountId: account, linkId: link });
  order = await insertOrder(db, { account_id: account, broker_link_id: link, deployment_id: trick });
  await insertPosition(db, { accountId: account, deploymentId: trick });
});
afterAll(() => api.close());

const versionOf = async (accountId: number): Promise<bigint> => {
  const { kysely } = api.database.db;
  const row = await kysely
    .selectFrom('risk_version')
    .select('version')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.version ?? 0n;
};

type Change = () => RawBuilder<unknown>;

const raising: Record<string, Change> = {
  'limits that are set': () =>
    sql`INSERT INTO risk_limit (account_id, max_trades_per_day, updated_at) VALUES (${account}, 3, now())`,
  'a tighter limit': () => sql`UPDATE risk_limit SET max_trades_per_day = 2 WHERE account_id = ${account}`,
  'a lock': () => sql`UPDATE risk_limit SET locked_until = now() WHERE account_id = ${account}`,
  'the end of the day': () => sql`UPDATE risk_limit SET stopped_day = ${DAY} WHERE account_id = ${account}`,
  'limits that are deleted': () => sql`DELETE FROM risk_limit WHERE account_id = ${account}`,
  'an order by hand': () =>
    sql`INSERT INTO broker_order (account_id, broker_link_id, role, exchange, symbol, token, trading_symbol, side, product,
        kind, placed_kind, quantity, price_paise, state, decided_at, exchange_at, day, updated_at)
      VALUES (${account}, ${link}, 'own', 'NSE', 'SBIN', '1', 'SBIN-EQ', 'buy', 'intraday', 'limit', 'limit', 1, 1,
        'intended', now(), now(), ${DAY}, now())`,
  'a fill': () => sql`UPDATE broker_order SET filled_quantity = 50 WHERE id = ${order}`,
  'the end of an order': () => sql`UPDATE broker_order SET state = 'cancelled' WHERE id = ${order}`,
  'an order that goes to its owner': () => sql`UPDATE broker_order SET role = 'own' WHERE id = ${order}`,
  'an order that is asked to be changed': () =>
    sql`INSERT INTO broker_order_request (broker_order_id, verb, body, requested_at)
      VALUES (${order}, 'modify', '{"quantity": 5}', now())`,
  'the change that was made': () =>
    sql`UPDATE broker_order_request SET applied_at = now() WHERE broker_order_id = ${order}`,
  'news of an order': () =>
    sql`INSERT INTO order_news (deployment_id, run_number, body, at) VALUES (${trick}, 1, '{}', now())`,
  'news that was taken': () => sql`UPDATE order_news SET applied_at = now() WHERE deployment_id = ${trick}`,
  'a position that closes': () => sql`UPDATE position SET status = 'closed' WHERE deployment_id = ${trick}`,
  'a result': () =>
    sql`INSERT INTO daily_result_live (deployment_id, day, account_id, mode, gross_paise, charges_paise, net_paise, trades, wins)
      VALUES (${trick}, ${DAY}, ${account}, 'live', -5, 1, -6, 1, 0)`,
  'a result that changes': () => sql`UPDATE daily_result_live SET net_paise = -9 WHERE deployment_id = ${trick}`,
  'funds that the broker tells': () => sql`UPDATE broker_link SET funds_used_paise = 5 WHERE id = ${link}`,
  'a session that ends': () => sql`UPDATE broker_link SET status = 'expired' WHERE id = ${link}`,
  'a link that is taken away': () => sql`UPDATE broker_link SET unlinked_at = now() WHERE id = ${link}`,
};

test.each(Object.entries(raising))('%s raises the number of the account', async (_, change) => {
  const before = await versionOf(account);
  await change().execute(api.database.db.kysely);
  expect(await versionOf(account)).toBe(before + 1n);
});

test('a transaction raises it once, and only when it ends', async () => {
  const before = await versionOf(account);
  await api.database.db.transaction(async (tx) => {
    await raising['a result that changes']?.().execute(tx);
    await sql`UPDATE broker_order SET quantity = quantity + 1 WHERE id = ${order}`.execute(tx);
    await sql`UPDATE daily_result_live SET net_paise = -10 WHERE deployment_id = ${trick}`.execute(tx);
    expect(await versionOf(account)).toBe(before);
  });
  expect(await versionOf(account)).toBe(before + 1n);
});

const silent: Record<string, Change> = {
  'when an order was sent': () => sql`UPDATE broker_order SET sent_at = now(), updated_at = now() WHERE id = ${order}`,
  'the fence of a desk': () => sql`UPDATE broker_link SET desk_fence = desk_fence + 1 WHERE id = ${link}`,
  'where a stop lies': () => sql`UPDATE position SET stop_paise = 5 WHERE deployment_id = ${trick}`,
  'a position of test mode': () => sql`UPDATE position SET mode = 'paper', quantity = 7 WHERE deployment_id = ${trick}`,
};

test.each(Object.entries(silent))('%s has no bearing on limits and leaves it', async (_, change) => {
  const before = await versionOf(account);
  await change().execute(api.database.db.kysely);
  expect(await versionOf(account)).toBe(before);
});

import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';

/** The last step of the release before this one. */
const BEFORE = '0003';
const DAY = '2026-07-31';

let testDatabase: TestDatabase;
const run = <Row>(statement: RawBuilder<Row>) => statement.execute(testDatabase.db.kysely);

/** As that release began to run things, before it was replaced. */
beforeAll(async () => {
  testDatabase = await withTestDatabase({ empty: true });
  const old = Object.fromEntries(Object.entries(migrations).filter(([name]) => name.slice(0, BEFORE.length) <= BEFORE));
  expect(Object.keys(old)).toHaveLength(3);
  await migrate(testDatabase.url, old);
  await run(sql`INSERT INTO account (id, full_name, username, email, mobile, password_hash, referral_code, ability, created_at)
    VALUES (1, 'Asha Rao', 'asha', 'asha@mail.test', '9', '-', 'asha', '[]', now())`);
  await run(sql`INSERT INTO strategy (id, name, summary, description, author, category, segment, risk, min_capital_paise, created_at)
    VALUES (1, 'Cross', '', '', '', 'trend', 'intraday', 'low', 1, now())`);
  await run(
    sql`INSERT INTO strategy_version (id, strategy_id, version, definition, note, created_at) VALUES (1, 1, 1, '{}', '', now())`,
  );
  await run(sql`INSERT INTO deployment (id, account_id, strategy_id, strategy_version_id, name, mode, status, phase, capital_paise, notify, created_at)
    VALUES (1, 1, 1, 1, 'Cross', 'paper', 'running', 'running', 100, '{}', now())`);
  await closeTrade();
  await migrate(testDatabase.url);
});
afterAll(() => testDatabase.drop());

/** What that release sends when a trade in test mode is closed. */
const closeTrade = () =>
  run(sql`insert into "daily_result" ("deployment_id", "day", "account_id", "mode", "gross_paise", "charges_paise", "net_paise", "trades", "wins")
    values (1, ${DAY}, 1, 'paper', 500, 100, 400, 1, 1)
    on conflict ("deployment_id", "day") do update set
      "gross_paise" = daily_result.gross_paise + excluded.gross_paise,
      "charges_paise" = daily_result.charges_paise + excluded.charges_paise,
      "net_paise" = daily_result.net_paise + excluded.net_paise,
      "trades" = daily_result.trades + excluded.trades, "wins" = daily_result.wins + excluded.wins`);

describe('on the schema of this release, the release before', () => {
  test('adds a trade to its day', async () => {
    await closeTrade();
    const { rows } = await run(
      sql`SELECT net_paise, trades FROM daily_result WHERE deployment_id = 1 AND mode = 'paper'`,
    );
    expect(rows).toEqual([{ net_paise: 800n, trades: 2 }]);
  });

  test('leaves the live result of the same day alone, which everybody reads in the same table', async () => {
    await run(sql`INSERT INTO daily_result_live VALUES (1, ${DAY}, 1, 'live', 70, 20, 50, 1, 1)`);
    await closeTrade();
    const { rows } = await run(sql`SELECT mode, net_paise FROM daily_result WHERE deployment_id = 1 ORDER BY mode`);
    expect(rows).toEqual([
      { mode: 'live', net_paise: 50n },
      { mode: 'paper', net_paise: 1_200n },
    ]);
  });

  test('starts a run, asks something of it, and links an account', async () => {
    await run(sql`insert into "deployment_run" ("deployment_id", "run_number", "dataset", "fence", "state", "last_bar_at", "started_exchange_at", "warmup_from", "updated_at")
      values (1, 1, 'simulator:synthetic:1', 0, null, null, now(), now(), now())`);
    await run(sql`insert into "deployment_command" ("deployment_id", "run_number", "verb", "requested_at", "applied_at")
      values (1, 1, 'sell', now(), null)`);
    const link = () =>
      run(sql`insert into "broker_link" ("account_id", "broker", "environment", "client_code", "holder_name", "status", "last_login_at", "token_expires_at")
        values (1, 'angelone', 'simulator', 'S100001', 'Asha Rao', 'linked', now(), now())
        on conflict ("broker", "environment", "client_code") where "unlinked_at" is null
        do update set "holder_name" = 'Asha Rao', "status" = 'linked' where "broker_link"."account_id" = 1`);
    await link();
    await link();
    const { rows } = await run(sql`SELECT run.mode, run.fence FROM deployment_run run`);
    expect(rows).toEqual([{ mode: 'paper', fence: 0n }]);
  });

  test('writes an order and its fill, and leaves open what the market showed', async () => {
    await run(sql`INSERT INTO trade_order (account_id, deployment_id, mode, run_number, intent_id, symbol, exchange, side, purpose,
        quantity, state, reason, at, day)
      VALUES (1, 1, 'paper', 1, 1, 'SBIN', 'NSE', 'buy', 'entry', 10, 'intended', 'It was time.', now(), ${DAY})`);
    await run(sql`update "trade_order" set "state" = 'filled', "filled_quantity" = 10, "average_paise" = 60000, "charges_paise" = 500
      where "deployment_id" = 1 and "run_number" = 1 and "intent_id" = 1 and "state" = 'intended'`);
    const { rows } = await run(sql`SELECT state, spread_paise, unshown_quantity FROM trade_order`);
    expect(rows).toEqual([{ state: 'filled', spread_paise: null, unshown_quantity: null }]);
  });

  test('registers somebody who was invited', async () => {
    await run(sql`insert into "account" ("id", "full_name", "username", "email", "mobile", "password_hash", "referral_code", "referred_by", "ability", "created_at")
      values (2, 'Ravi Rao', 'ravi', 'ravi@mail.test', '9', '-', 'RAVI', 1, '[]', now())`);
    const { rows } = await run(sql`SELECT referred_by FROM account WHERE username = 'ravi'`);
    expect(rows).toEqual([{ referred_by: 1 }]);
  });

  test('finds a step that it does not know and starts all the same', async () => {
    const old = Object.fromEntries(Object.entries(migrations).slice(0, 3));
    const { applied, unknown } = await migrate(testDatabase.url, old);
    expect(applied).toEqual([]);
    expect(unknown.length).toBe(Object.keys(migrations).length - 3);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Database, type Tx } from './database.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { SchemaShape, takenAway } from './testing/schema-shape.ts';

/** The step that the first release stood at: each one after it has a release before it that runs meanwhile. */
const FIRST = '0003-lists-by-time';
/** No statement of the release before waits for longer while a step runs. */
const LONGEST_WAIT_MS = 2_000;
const ROWS_BEFORE = 20;

const steps = Object.keys(migrations).toSorted();
const later = steps.filter((name) => name > FIRST);
const upTo = (last: string) => Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= last));

/** What a release sends in one transaction, from the step on that made its tables. */
interface Writer {
  readonly since: string;
  /** @param n counts its rows up, from 1 */
  readonly write: (tx: Tx, n: number) => Promise<unknown>;
  /** How many of its rows are there. */
  readonly count: RawBuilder<{ readonly n: number }>;
}

/** As releases wrote them: none of these statements is ever brought up to a later schema. */
const writers: Record<string, Writer> = {
  account: {
    since: '0001',
    write: (tx, n) =>
      sql`INSERT INTO account (full_name, username, email, mobile, password_hash, referral_code, ability, created_at)
        VALUES ('Asha Rao', ${`u${n}`}, ${`u${n}@mail.test`}, '9', '-', ${`u${n}`}, '[]', now())`.execute(tx),
    count: sql`SELECT count(*)::int AS n FROM account WHERE username LIKE 'u%'`,
  },
  'account that changes': {
    since: '0001',
    write: (tx, n) => sql`UPDATE account SET mobile = ${String(n)} WHERE id = 1`.execute(tx),
    count: sql`SELECT mobile::int AS n FROM account WHERE id = 1`,
  },
  'day of trades': {
    since: '0001',
    write: (tx) =>
      sql`INSERT INTO daily_result
        (deployment_id, day, account_id, mode, gross_paise, charges_paise, net_paise, trades, wins)
      VALUES (1, '2026-07-31', 1, 'paper', 5, 1, 4, 1, 1) ON CONFLICT (deployment_id, day) DO UPDATE SET
        net_paise = daily_result.net_paise + excluded.net_paise, trades = daily_result.trades + excluded.trades`.execute(
        tx,
      ),
    count: sql`SELECT coalesce(sum(trades), 0)::int AS n FROM daily_result`,
  },
  order: {
    since: '0001',
    write: async (tx, n) => {
      await sql`INSERT INTO trade_order (account_id, deployment_id, mode, run_number, intent_id, symbol, exchange, side, purpose,
          quantity, state, reason, at, day)
        VALUES (1, 1, 'paper', 1, ${n}, 'SBIN', 'NSE', 'buy', 'entry', 10, 'intended', 'It was time.', now(), '2026-07-31')`.execute(
        tx,
      );
      await sql`UPDATE trade_order SET state = 'filled', filled_quantity = 10, average_paise = 60000, charges_paise = 500
        WHERE deployment_id = 1 AND run_number = 1 AND intent_id = ${n} AND state = 'intended'`.execute(tx);
    },
    count: sql`SELECT count(*)::int AS n FROM trade_order WHERE state = 'filled'`,
  },
  'command to a trick': {
    since: '0001',
    write: (tx) =>
      sql`INSERT INTO deployment_command (deployment_id, run_number, verb, requested_at, applied_at)
      VALUES (1, 1, 'sell', now(), now())`.execute(tx),
    count: sql`SELECT count(*)::int AS n FROM deployment_command`,
  },
  'link to a broker': {
    since: '0001',
    write: (tx, n) =>
      sql`INSERT INTO broker_link
        (account_id, broker, environment, client_code, holder_name, status, last_login_at, token_expires_at)
      VALUES (1, 'angelone', 'simulator', ${`S${n}`}, 'Asha Rao', 'linked', now(), now())`.execute(tx),
    count: sql`SELECT count(*)::int AS n FROM broker_link`,
  },
  'what an account did': {
    since: '0004',
    write: (tx) =>
      sql`INSERT INTO activity (account_id, kind, sentence, device, address, facts, at)
      VALUES (1, 'security', 'Signed in.', '', '', '{}', now())`.execute(tx),
    count: sql`SELECT count(*)::int AS n FROM activity`,
  },
  'news of an order': {
    since: '0004',
    write: (tx) =>
      sql`INSERT INTO order_news (deployment_id, run_number, body, at) VALUES (1, 1, '{}', now())`.execute(tx),
    count: sql`SELECT count(*)::int AS n FROM order_news`,
  },
  transfer: {
    since: '0021',
    write: async (tx, n) => {
      await sql`INSERT INTO ledger_account (owner_id, name) VALUES (NULL, 'revenue'), (1, 'main') ON CONFLICT DO NOTHING`.execute(
        tx,
      );
      const { rows } = await sql<{
        id: bigint;
      }>`INSERT INTO ledger_transfer (cause, cause_id, idempotency_key, sentence, at)
        VALUES ('reward', '1', ${`t${n}`}, 'A reward.', now()) RETURNING id`.execute(tx);
      await sql`INSERT INTO ledger_posting (transfer_id, ledger_account_id, amount_paise)
        SELECT ${rows[0]?.id}::bigint, id, CASE WHEN owner_id IS NULL THEN -100 ELSE 100 END FROM ledger_account
        WHERE name IN ('revenue', 'main') ORDER BY id`.execute(tx);
    },
    count: sql`SELECT (sum(amount_paise) / 100)::int AS n FROM ledger_posting WHERE amount_paise > 0`,
  },
  identity: {
    since: '0023',
    write: (tx, n) =>
      sql`INSERT INTO kyc (account_id, said_name) VALUES (1, ${String(n)})
      ON CONFLICT (account_id) DO UPDATE SET said_name = excluded.said_name`.execute(tx),
    count: sql`SELECT said_name::int AS n FROM kyc`,
  },
  mail: {
    since: '0025',
    write: (tx, n) =>
      sql`INSERT INTO mail (dedupe_key, to_address, subject, sealed_body, body_until, created_at, next_try_at)
      VALUES (${`m${n}`}, 'a@mail.test', 'S', '\\x01', now(), now(), now())`.execute(tx),
    count: sql`SELECT count(*)::int AS n FROM mail`,
  },
  'entry of the chain': {
    since: '0026',
    write: (tx, n) =>
      sql`INSERT INTO audit_link (seq, source, row_id, row_hash, hash, linked_at)
      VALUES (${n}, 'activity', ${n}, '\\x01', '\\x01', now())`.execute(tx),
    count: sql`SELECT count(*)::int AS n FROM audit_link`,
  },
  payment: {
    since: '0027',
    write: (tx, n) =>
      sql`INSERT INTO payment
        (account_id, plan_id, amount_paise, credit_paise, renews_from_wallet, state, idempotency_key, created_at)
      SELECT 1, min(id), 49900, 0, false, 'open', ${`p${n}`}, now() FROM plan`.execute(tx),
    count: sql`SELECT count(*)::int AS n FROM payment`,
  },
  reward: {
    since: '0028',
    write: (tx, n) =>
      sql`INSERT INTO reward (account_id, kind, month, state, gross_paise, tds_paise, tax_year, at, taken_back_at)
      VALUES (1, 'round', '2026-07', 'taken_back', ${n}, 0, '2026-27', now(), now())`.execute(tx),
    count: sql`SELECT count(*)::int AS n FROM reward`,
  },
};

let testDatabase: TestDatabase;
let release: Database;
/** What was told to be kept, by writer. */
const kept = new Map<string, number>();

beforeAll(async () => {
  testDatabase = await withTestDatabase({ empty: true });
  await migrate(testDatabase.url, upTo(FIRST));
  release = createDatabase({ target: testDatabase.url, maxConnections: 20 });
  const { kysely } = release;
  await sql`INSERT INTO account (full_name, username, email, mobile, password_hash, referral_code, ability, created_at)
    VALUES ('Ravi', 'ravi', 'ravi@mail.test', '0', '-', 'ravi', '[]', now())`.execute(kysely);
  await sql`INSERT INTO strategy (id, name, summary, description, author, category, segment, risk, min_capital_paise, created_at)
    VALUES (1, 'Cross', '', '', '', 'trend', 'intraday', 'low', 1, now())`.execute(kysely);
  await sql`INSERT INTO strategy_version (id, strategy_id, version, definition, note, created_at) VALUES (1, 1, 1, '{}', '', now())`.execute(
    kysely,
  );
  await sql`INSERT INTO deployment (id, account_id, strategy_id, strategy_version_id, name, mode, status, phase, capital_paise, notify, created_at)
    VALUES (1, 1, 1, 1, 'Cross', 'paper', 'running', 'running', 100, '{}', now())`.execute(kysely);
});
afterAll(async () => {
  await release.close();
  await testDatabase.drop();
});

interface Load {
  readonly writes: () => number;
  readonly reads: () => number;
  readonly longestMs: () => number;
  readonly stop: () => Promise<void>;
}

/** A release at work: everything that it writes, and every column that it knows being read, again and again. */
function beginLoad(names: readonly string[], shape: SchemaShape): Load {
  let [running, reads, writes, longestMs] = [true, 0, 0, 0];
  const timed = async (work: () => Promise<unknown>): Promise<void> => {
    const beganAtMs = performance.now();
    await work();
    longestMs = Math.max(longestMs, performance.now() - beganAtMs);
  };
  const write = async (name: string): Promise<void> => {
    const writer = writers[name];
    while (running && writer) {
      const n = (kept.get(name) ?? 0) + 1;
      await timed(() => release.transaction((tx) => writer.write(tx, n)));
      kept.set(name, n);
      writes += 1;
      await sleep(1);
    }
  };
  const read = async (): Promise<void> => {
    while (running) {
      for (const { table, columns } of shape.tables) {
        const list = sql.join(columns.map(({ name }) => sql.ref(name)));
        // Planned once, before the step, and used again after it.
        await timed(() => release.prepared(sql<object>`SELECT ${list} FROM ${sql.table(table)} LIMIT 3`));
        reads += 1;
      }
    }
  };
  const all = Promise.all([read(), ...names.map(write)]);
  // Told by `stop`.
  all.catch(() => undefined);
  return {
    writes: () => writes,
    reads: () => reads,
    longestMs: () => longestMs,
    stop: async () => {
      running = false;
      await all;
    },
  };
}

async function until(what: () => boolean): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!what() && performance.now() < deadline) await sleep(2);
}

/** What steps take away by these words, and why the release before can do without. */
const KNOWN: Record<string, readonly string[]> = {
  // More verbs than before.
  '0004-live-orders': [
    "deployment_command demands deployment_command_verb_check: CHECK ((verb = ANY (ARRAY['stop_entries'::text, 'stop_after_exit'::text, 'sell'::text, 'detach'::text, 'set_levels'::text, 'enable_base'::text])))",
  ],
  // A table of a few hundred short rows.
  '0012-version-facts': ['strategy_version was written anew'],
  // Both were required until then.
  '0019-backtests-of-definitions': [
    'backtest demands backtest_of_trick_or_rules: CHECK (((tricks_id IS NULL) = (strategy_version_id IS NULL)))',
  ],
  // Whoever registers gets the next number, and names somebody who has one.
  '0031-team': ['account demands account_referred_by_earlier: CHECK ((referred_by < id))'],
  // None is refused before the release that can.
  '0033-refused-rewards': [
    "reward demands reward_refused_is_not_paid: CHECK (((refused_at IS NULL) OR (state <> 'paid'::text)))",
  ],
};

describe('while the release before is at work, the step', () => {
  test.each(later)('%s fails no statement of it, loses no row and lets it wait for a moment at most', async (step) => {
    const before = await SchemaShape.read(release);
    const last = steps[steps.indexOf(step) - 1] ?? FIRST;
    const names = Object.keys(writers).filter((name) => (writers[name]?.since ?? '') <= last.slice(0, 4));
    const load = beginLoad(names, before);
    await until(() => load.writes() >= ROWS_BEFORE && load.reads() > before.tables.length);
    const [writesBefore, readsBefore] = [load.writes(), load.reads()];
    const beganAtMs = performance.now();
    expect((await migrate(testDatabase.url, upTo(step))).applied).toEqual([step]);
    const tookMs = performance.now() - beganAtMs;
    const [writesUntil, readsUntil] = [load.writes(), load.reads()];
    await until(() => load.writes() >= writesUntil + ROWS_BEFORE && load.reads() > readsUntil + before.tables.length);
    await load.stop();

    expect(load.writes()).toBeGreaterThanOrEqual(writesUntil + ROWS_BEFORE);
    for (const name of names) {
      const { rows } = await (writers[name]?.count ?? sql`SELECT 0 AS n`).execute(release.kysely);
      expect([name, rows[0]?.n]).toEqual([name, kept.get(name)]);
    }
    expect(load.longestMs()).toBeLessThan(LONGEST_WAIT_MS);
    expect(takenAway(before, await SchemaShape.read(release))).toEqual(KNOWN[step] ?? []);
    console.log(
      `${step}: ${names.length} writers, ${writesBefore} + ${writesUntil - writesBefore} + ${load.writes() - writesUntil} writes ` +
        `before, during and after, ${readsUntil - readsBefore} of ${load.reads()} reads during; ` +
        `step ${tookMs.toFixed(0)} ms, longest wait ${load.longestMs().toFixed(0)} ms`,
    );
  });
});

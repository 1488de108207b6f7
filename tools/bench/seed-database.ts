import pg from 'pg';

export interface Stored {
  readonly users: number;
  readonly tricksEach: number;
  readonly tradesEach: number;
}

/** An alert tells of every tenth trade; a page is full in any case. */
const TRADES_AN_ALERT = 10;
const LEAST_ALERTS = 24;

/**
 * What the plain server reads: a table of its own, so that no other index and no other column draws the planner away
 * from the one index that it is about.
 */
export const REFERENCE_TABLE = 'bench_reference';
const REFERENCE_INDEX = 'bench_reference_account';
/** Four pages of the plain server: where an account has hardly more than the one, sorting it is as cheap as the index. */
const LEAST_REFERENCE = 200;

/**
 * Fills a migrated database with people, their tricks, orders, closed trades, daily results and alerts. Made by
 * statements, not by trading: here only the weight of the rows counts. `grow` brings it to more trades later.
 */
export interface Seeding {
  /** @param tradesEach closed trades that each person has afterwards, about: a trick gets whole ones */
  readonly grow: (tradesEach: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function seedDatabase(url: string, { users, tricksEach }: Omit<Stored, 'tradesEach'>): Promise<Seeding> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const run = (statement: string) => client.query(statement);
  // The rows fit together by how they are made; looking each reference up would take longer than writing the row.
  await run('SET session_replication_role = replica');
  await run('SET synchronous_commit = off');
  await run(`SET maintenance_work_mem = '512MB'`);
  await run(`SET work_mem = '256MB'`);
  await run(`INSERT INTO account (full_name, username, email, mobile, password_hash, referral_code, ability, created_at)
    SELECT 'Person ' || n, 'person' || n, 'person' || n || '@example.com', '9000000000', 'none', 'BENCH' || n,
           '[{"action":"manage","subject":"own"}]', now() FROM generate_series(1, ${users}) n`);
  await run(`INSERT INTO deployment (account_id, strategy_id, strategy_version_id, name, mode, status, phase,
           capital_paise, notify, run_number, started_at, created_at)
    SELECT a.id, v.strategy_id, v.id, 'Trick ' || t, 'paper', 'running', 'running', 10000000,
           '{"trades":true,"halts":true}', 1, now(), now()
    FROM account a CROSS JOIN generate_series(1, ${tricksEach}) t
    JOIN LATERAL (SELECT id, strategy_id FROM strategy_version ORDER BY id OFFSET t - 1 LIMIT 1) v ON true`);
  await run(`CREATE TABLE ${REFERENCE_TABLE} (id int NOT NULL, account_id int NOT NULL, symbol text NOT NULL,
    side text NOT NULL, purpose text NOT NULL, quantity int NOT NULL, average_paise int NOT NULL, state text NOT NULL,
    charges_paise bigint NOT NULL, reason text NOT NULL, at timestamptz NOT NULL)`);
  await run(`CREATE INDEX ${REFERENCE_INDEX} ON ${REFERENCE_TABLE} (account_id, id)`);
  const made = { trades: 0, alerts: 0, reference: 0 };
  return {
    grow: async (tradesEach) => {
      const trades = Math.max(made.trades, Math.ceil(tradesEach / tricksEach));
      const alerts = Math.max(made.alerts, LEAST_ALERTS, Math.round(tradesEach / TRADES_AN_ALERT));
      const reference = Math.max(made.reference, LEAST_REFERENCE, tradesEach);
      const rebuild = await dropIndexes(client, ['trade_order', 'position', 'alert', REFERENCE_TABLE]);
      await addTrades(run, made.trades, trades);
      await addAlerts(run, made.alerts, alerts);
      await addReference(run, { from: made.reference, to: reference, users });
      for (const index of rebuild) await run(index);
      await run('VACUUM ANALYZE');
      await holdReferencePlan(client);
      Object.assign(made, { trades, alerts, reference });
    },
    close: () => client.end(),
  };
}

type Run = (statement: string) => Promise<unknown>;

/** An entry and an exit for each trade of each trick, ten minutes of a day apart, twenty trades a day. */
async function addTrades(run: Run, from: number, to: number): Promise<void> {
  if (to <= from) return;
  await run(`INSERT INTO trade_order (account_id, deployment_id, mode, run_number, intent_id, symbol, exchange, side,
           purpose, quantity, filled_quantity, average_paise, state, charges_paise, reason, at, day)
    SELECT d.account_id, d.id, 'paper', 1, o, 'SBIN', 'NSE', CASE WHEN o % 2 = 1 THEN 'buy' ELSE 'sell' END,
           CASE WHEN o % 2 = 1 THEN 'entry' ELSE 'exit' END, 40, 40, 60000 + o % 1000, 'filled', 2500,
           'Bought 40 SBIN at 600.00: the fast average crossed the slow one', now() - o * interval '10 minutes',
           current_date - o / 40
    FROM generate_series(${from * 2 + 1}, ${to * 2}) o CROSS JOIN deployment d`);
  await run(`INSERT INTO position (account_id, deployment_id, mode, run_number, symbol, exchange, direction, quantity,
           status, entry_at, entry_paise, entry_charges_paise, entry_order_id, entry_reason, exit_at, exit_day,
           exit_paise, exit_order_id, exit_reason, charges_paise, gross_paise, net_paise)
    SELECT b.account_id, b.deployment_id, 'paper', 1, 'SBIN', 'NSE', 'long', 40, 'closed', b.at, b.average_paise, 2500,
           b.id, b.reason, s.at, s.day, s.average_paise, s.id, 'Sold 40 SBIN: the average crossed back', 5000, 4000, -1000
    FROM trade_order b JOIN trade_order s
      ON s.deployment_id = b.deployment_id AND s.run_number = 1 AND s.intent_id = b.intent_id + 1
    WHERE b.purpose = 'entry' AND b.intent_id > ${from * 2}`);
  await run(`INSERT INTO daily_result (deployment_id, day, account_id, mode, gross_paise, charges_paise, net_paise, trades, wins)
    SELECT deployment_id, exit_day, account_id, 'paper', sum(gross_paise), sum(charges_paise), sum(net_paise), count(*), 0
    FROM position GROUP BY deployment_id, exit_day, account_id
    ON CONFLICT (deployment_id, day) DO UPDATE SET gross_paise = excluded.gross_paise,
      charges_paise = excluded.charges_paise, net_paise = excluded.net_paise, trades = excluded.trades`);
}

async function addAlerts(run: Run, from: number, to: number): Promise<void> {
  if (to <= from) return;
  await run(`INSERT INTO alert (account_id, category, dedupe_key, title, body, link, severity, created_at)
    SELECT a.id, 1 + n % 8, 'bench ' || n, 'Bought 40 SBIN', 'Trick 1 bought 40 SBIN at 600.00.', '/orders/' || n, 'info',
           now() - n * interval '1 hour'
    FROM generate_series(${from + 1}, ${to}) n CROSS JOIN account a`);
  await run(`INSERT INTO alert_tally (account_id, category, total, unread)
    SELECT account_id, category, count(*), count(*) FROM alert GROUP BY account_id, category
    ON CONFLICT (account_id, category) DO UPDATE SET total = excluded.total, unread = excluded.unread`);
}

/** As many rows as trades for accounts 1 to `users`, who take turns, as orders of a day would. */
async function addReference(
  run: Run,
  { from, to, users }: { readonly from: number; readonly to: number; readonly users: number },
): Promise<void> {
  await run(`INSERT INTO ${REFERENCE_TABLE}
    SELECT n, 1 + n % ${users}, 'SBIN', CASE WHEN n % 2 = 1 THEN 'buy' ELSE 'sell' END,
           CASE WHEN n % 2 = 1 THEN 'entry' ELSE 'exit' END, 40, 60000 + n % 1000, 'filled', 2500,
           'Bought 40 SBIN at 600.00: the fast average crossed the slow one', now() - n * interval '10 minutes'
    FROM generate_series(${from * users + 1}, ${to * users}) n`);
}

/** @throws Error where the plain server's statement is not one walk along its index: it would measure another thing */
async function holdReferencePlan(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT * FROM ${REFERENCE_TABLE} WHERE account_id = 7 ORDER BY id DESC LIMIT 50`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  if (plan.includes(`Index Scan Backward using ${REFERENCE_INDEX} `) && !plan.includes('Sort')) return;
  throw new Error(`the reference is read by another plan than its index:\n${plan}`);
}

/** Takes away what is made anew faster than kept with each row. @returns the statements that make it again */
async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS made
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = ANY ($1::regclass[])
       AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`DROP INDEX "${name}"`);
  return rows.map(({ made }) => made);
}

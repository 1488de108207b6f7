import pg from 'pg';

export interface Stored {
  readonly users: number;
  readonly tricksEach: number;
  readonly tradesEach: number;
}

/**
 * Fills a migrated database with people, their tricks, orders, closed trades and daily results. Made by statements, not
 * by trading: here only the weight of the rows counts.
 */
export async function seedDatabase(url: string, { users, tricksEach, tradesEach }: Stored): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const run = (statement: string): Promise<unknown> => client.query(statement);
  try {
    await run(`INSERT INTO account (full_name, username, email, mobile, password_hash, referral_code, ability, created_at)
      SELECT 'Person ' || n, 'person' || n, 'person' || n || '@example.com', '9000000000', 'none', 'BENCH' || n,
             '[{"action":"manage","subject":"own"}]', now() FROM generate_series(1, ${users}) n`);
    await run(`INSERT INTO deployment (account_id, strategy_id, strategy_version_id, name, mode, status, phase,
             capital_paise, notify, run_number, started_at, created_at)
      SELECT a.id, v.strategy_id, v.id, 'Trick ' || t, 'paper', 'running', 'running', 10000000,
             '{"trades":true,"halts":true}', 1, now(), now()
      FROM account a CROSS JOIN generate_series(1, ${tricksEach}) t
      JOIN LATERAL (SELECT id, strategy_id FROM strategy_version ORDER BY id OFFSET t - 1 LIMIT 1) v ON true`);
    await run(`INSERT INTO trade_order (account_id, deployment_id, mode, run_number, intent_id, symbol, exchange, side,
             purpose, quantity, filled_quantity, average_paise, state, charges_paise, reason, at, day)
      SELECT d.account_id, d.id, 'paper', 1, o, 'SBIN', 'NSE', CASE WHEN o % 2 = 1 THEN 'buy' ELSE 'sell' END,
             CASE WHEN o % 2 = 1 THEN 'entry' ELSE 'exit' END, 40, 40, 60000 + o, 'filled', 2500,
             'Bought 40 SBIN at 600.00: the fast average crossed the slow one', now() - o * interval '1 minute',
             current_date - o / 40
      FROM deployment d CROSS JOIN generate_series(1, ${Math.ceil((tradesEach * 2) / tricksEach)}) o`);
    await run(`INSERT INTO position (account_id, deployment_id, mode, run_number, symbol, exchange, direction, quantity,
             status, entry_at, entry_paise, entry_charges_paise, entry_order_id, entry_reason, exit_at, exit_day,
             exit_paise, exit_order_id, exit_reason, charges_paise, gross_paise, net_paise)
      SELECT b.account_id, b.deployment_id, 'paper', 1, 'SBIN', 'NSE', 'long', 40, 'closed', b.at, b.average_paise, 2500,
             b.id, b.reason, s.at, s.day, s.average_paise, s.id, 'Sold 40 SBIN: the average crossed back', 5000, 4000, -1000
      FROM trade_order b JOIN trade_order s
        ON s.deployment_id = b.deployment_id AND s.run_number = 1 AND s.intent_id = b.intent_id + 1
      WHERE b.purpose = 'entry'`);
    await run(`INSERT INTO daily_result (deployment_id, day, account_id, mode, gross_paise, charges_paise, net_paise, trades, wins)
      SELECT deployment_id, exit_day, account_id, 'paper', sum(gross_paise), sum(charges_paise), sum(net_paise), count(*), 0
      FROM position GROUP BY deployment_id, exit_day, account_id`);
    await run('ANALYZE');
  } finally {
    await client.end();
  }
}

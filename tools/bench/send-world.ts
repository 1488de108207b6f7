import pg from 'pg';

export const SEND_DATASET = 'simulator:bench:1';
/** Of one broker account. */
const TRICKS_EACH = 10;
/** Whole paise. */
export const SEND_PRICE_PAISE = 600_00;

/** A trick that enters with each bar that closes. Each has an instrument of its own, so that one can fire alone. */
const DEFINITION = {
  format: 1,
  instruments: [{ exchange: 'NSE', symbol: 'SHARE' }],
  interval: '1m',
  product: 'INTRADAY',
  direction: 'long',
  session: { entryFrom: '09:15', entryTo: '15:15', squareOff: '15:20', weekdays: [1, 2, 3, 4, 5] },
  entry: { long: 'close > 1' },
  exit: { long: 'close < 1' },
  risk: { stopLoss: { kind: 'percent', percent: 0.5 } },
  sizing: { method: 'fixed_quantity', quantity: 10 },
};

/**
 * Fills a migrated database with running live tricks, ten to a broker account, numbered from 1 as are their instruments.
 *
 * @param startAt the exchange's moment at which they were started
 */
export async function seedLiveTricks(url: string, tricks: number, startAt: Date): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const run = (statement: string, values: readonly unknown[]): Promise<unknown> => client.query(statement, [...values]);
  const accounts = Math.ceil(tricks / TRICKS_EACH);
  try {
    await run(
      `INSERT INTO account (full_name, username, email, mobile, password_hash, referral_code, ability, created_at,
              kyc_verified_at, trade_activated_at)
       SELECT 'Person ' || n, 'live' || n, 'live' || n || '@example.com', '9000000000', 'none', 'LIVE' || n, '[]',
              now(), now(), now() FROM generate_series(1, $1::int) n`,
      [accounts],
    );
    await run(
      `INSERT INTO broker_link (id, account_id, broker, environment, client_code, holder_name, status, last_login_at,
              token_expires_at, funds_available_paise)
       SELECT n, a.id, 'angelone', 'simulator', 'S' || n, 'Person', 'linked', now(), now() + interval '1 day', 1000000000
       FROM generate_series(1, $1::int) n JOIN account a ON a.username = 'live' || n`,
      [accounts],
    );
    await run(
      `INSERT INTO instrument (id, exchange, token, symbol, trading_symbol, name, kind, tick_paise, lot_size, updated_at)
       SELECT n, 'NSE', n::text, 'SHARE' || n, 'SHARE' || n || '-EQ', 'Share', 'equity', 5, 1, now()
       FROM generate_series(1, $1::int) n`,
      [tricks],
    );
    await run(
      `INSERT INTO last_price (dataset, instrument_id, price_paise, open_paise, high_paise, low_paise,
              previous_close_paise, volume, at)
       SELECT $2, n, $3, $3, $3, $3, $3, 1, $4 FROM generate_series(1, $1::int) n`,
      [tricks, SEND_DATASET, SEND_PRICE_PAISE, startAt],
    );
    await run(
      `INSERT INTO strategy (id, slug, name, summary, description, author, category, segment, risk, min_capital_paise,
              created_at)
       SELECT 100000 + n, 'send-' || n, 'Send', 'One.', 'One.', 'Bench', 'trend', 'intraday', 'low', 100, now()
       FROM generate_series(1, $1::int) n`,
      [tricks],
    );
    await run(
      `INSERT INTO strategy_version (id, strategy_id, version, definition, note, created_at)
       SELECT 100000 + n, 100000 + n, 1, jsonb_set($2::jsonb, '{instruments,0,symbol}', to_jsonb('SHARE' || n)), 'one', now()
       FROM generate_series(1, $1::int) n`,
      [tricks, JSON.stringify(DEFINITION)],
    );
    await run(
      `INSERT INTO deployment (id, account_id, strategy_id, strategy_version_id, name, mode, status, phase,
              capital_paise, notify, broker_link_id, run_number, started_at, created_at)
       SELECT n, link.account_id, 100000 + n, 100000 + n, 'Trick ' || n, 'live', 'running', 'running', 10000000,
              '{"trades":true,"halts":true}', link.id, 1, now(), now()
       FROM generate_series(1, $1::int) n JOIN broker_link link ON link.id = 1 + (n - 1) / $2`,
      [tricks, TRICKS_EACH],
    );
    await run(
      `INSERT INTO deployment_run (deployment_id, run_number, mode, dataset, fence, started_exchange_at, warmup_from,
              updated_at)
       SELECT n, 1, 'live', $2, 0, $3, $3, now() FROM generate_series(1, $1::int) n`,
      [tricks, SEND_DATASET, startAt],
    );
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
}

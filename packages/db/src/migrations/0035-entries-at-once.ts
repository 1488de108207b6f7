import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { lockTables } from './lock-tables.ts';

/** Rows by which the limits of an account are weighed. Whoever changes one raises the account's number, whatever wrote it. */
const WEIGHED = [
  'broker_link',
  'broker_order',
  'broker_order_request',
  'daily_result_live',
  'order_news',
  'position',
  'risk_limit',
] as const;

interface Watched {
  readonly table: (typeof WEIGHED)[number];
  readonly of: 'account' | 'deployment' | 'order';
  /** Other columns change without a bearing on any limit. */
  readonly columns: readonly string[];
  /** `$` stands for the row. */
  readonly only?: string;
}

const watched: readonly Watched[] = [
  {
    table: 'broker_link',
    of: 'account',
    columns: ['account_id', 'status', 'token_expires_at', 'funds_available_paise', 'funds_used_paise', 'unlinked_at'],
  },
  {
    table: 'broker_order',
    of: 'account',
    columns: [
      ...[
        'account_id',
        'broker_link_id',
        'deployment_id',
        'run_number',
        'trade_order_id',
        'role',
        'exchange',
        'symbol',
      ],
      ...['product', 'side', 'placed_kind', 'quantity', 'price_paise', 'trigger_paise', 'state', 'filled_quantity'],
      ...['filled_value_paise', 'told_quantity', 'settled', 'settled_quantity', 'decided_at', 'exchange_at', 'day'],
    ],
  },
  { table: 'broker_order_request', of: 'order', columns: ['verb', 'body', 'applied_at'] },
  { table: 'daily_result_live', of: 'account', columns: ['account_id', 'mode', 'day', 'net_paise'] },
  { table: 'order_news', of: 'deployment', columns: ['applied_at'] },
  {
    table: 'position',
    of: 'account',
    columns: ['account_id', 'deployment_id', 'run_number', 'symbol', 'status', 'entry_order_id'],
    only: "$.mode = 'live'",
  },
  {
    table: 'risk_limit',
    of: 'account',
    columns: [
      ...['max_loss_per_day_paise', 'max_trades_per_day', 'max_gross_exposure_paise', 'max_net_exposure_paise'],
      ...['max_margin_percent', 'max_orders_per_minute', 'next_limits', 'next_from', 'locked_until', 'stopped_day'],
    ],
  },
];

const tables: readonly string[] = [
  `CREATE TABLE risk_version (
    account_id int PRIMARY KEY REFERENCES account,
    version bigint NOT NULL,
    -- A transaction raises it once.
    raised_by xid8 NOT NULL
  ) WITH (fillfactor = 50)`,
  `INSERT INTO risk_version (account_id, version, raised_by)
    SELECT DISTINCT account_id, 1, pg_current_xact_id() FROM broker_link`,
];

const raising: readonly string[] = [
  `CREATE FUNCTION risk_raise(p_account int) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE risk_version SET version = version + 1, raised_by = pg_current_xact_id()
      WHERE account_id = p_account AND raised_by <> pg_current_xact_id();
    IF FOUND OR EXISTS (SELECT FROM risk_version WHERE account_id = p_account AND raised_by = pg_current_xact_id()) THEN
      RETURN;
    END IF;
    INSERT INTO risk_version (account_id, version, raised_by) VALUES (p_account, 1, pg_current_xact_id())
      ON CONFLICT (account_id) DO UPDATE SET version = risk_version.version + 1, raised_by = excluded.raised_by
      WHERE risk_version.raised_by <> excluded.raised_by;
  END $$`,
  `CREATE FUNCTION risk_changed_account() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP <> 'INSERT' THEN PERFORM risk_raise(OLD.account_id); END IF;
    IF TG_OP <> 'DELETE' THEN PERFORM risk_raise(NEW.account_id); END IF;
    RETURN NULL;
  END $$`,
  `CREATE FUNCTION risk_changed_deployment() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM risk_raise(account_id) FROM deployment
      WHERE id = CASE TG_OP WHEN 'DELETE' THEN OLD.deployment_id ELSE NEW.deployment_id END;
    RETURN NULL;
  END $$`,
  `CREATE FUNCTION risk_changed_order() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM risk_raise(account_id) FROM broker_order
      WHERE id = CASE TG_OP WHEN 'DELETE' THEN OLD.broker_order_id ELSE NEW.broker_order_id END;
    RETURN NULL;
  END $$`,
];

/** At the end of their transaction: the number is the last row that anybody locks, so that nobody waits in a circle. */
function triggersOf({ table, of, columns, only }: Watched): string[] {
  const when = (row: string): string => (only === undefined ? '' : `WHEN (${only.replaceAll('$', row)})`);
  const made = (name: string, event: string, condition: string): string =>
    `CREATE CONSTRAINT TRIGGER ${table}_${name} AFTER ${event} ON ${table} DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW ${condition} EXECUTE FUNCTION risk_changed_${of}()`;
  const row = (name: string): string => `(${columns.map((column) => `${name}.${column}`).join(', ')})`;
  const differs = `${row('OLD')} IS DISTINCT FROM ${row('NEW')}`;
  const ofUpdate = only === undefined ? differs : `${only.replaceAll('$', 'NEW')} AND ${differs}`;
  return [
    made('risk_made', 'INSERT', when('NEW')),
    made('risk_gone', 'DELETE', when('OLD')),
    made('risk_changed', 'UPDATE', `WHEN (${ofUpdate})`),
  ];
}

/**
 * Stores entries that were weighed by what is known of the account, with all that makes them safe, where that is still
 * so; else nothing. `runs`: of each run its state, decisions, intents and orders.
 */
const placing = `CREATE FUNCTION place_entries(
    p_link int, p_fence bigint, p_account int, p_version bigint, p_dataset text, p_runs jsonb
  ) RETURNS jsonb LANGUAGE plpgsql AS $$
  DECLARE
    v_run jsonb;
    v_intent jsonb;
    v_row jsonb;
    v_life record;
    v_order int;
    v_placed int;
    v_rows jsonb;
    v_orders jsonb;
    v_answer jsonb := '[]';
  BEGIN
    -- As every other entry of the account: whoever was before has raised the number by now.
    PERFORM pg_advisory_xact_lock(1919513451, p_account);
    IF NOT EXISTS (SELECT FROM risk_version WHERE account_id = p_account AND version = p_version) THEN
      RETURN '{"refused": "account"}';
    END IF;
    IF EXISTS (SELECT FROM kill_switch WHERE account_id IN (0, p_account)) THEN
      RETURN '{"refused": "switch"}';
    END IF;
    FOR v_intent IN SELECT intent FROM jsonb_array_elements(p_runs) run, jsonb_array_elements(run->'orders') intent LOOP
      CONTINUE WHEN v_intent->>'clockUntil' IS NULL;
      IF NOT EXISTS (SELECT FROM market_clock WHERE dataset = p_dataset AND feed = 'live'
            AND exchange_at <= (v_intent->>'clockUntil')::timestamptz)
          OR NOT EXISTS (SELECT FROM last_price WHERE dataset = p_dataset
            AND instrument_id = (v_intent->>'instrument')::int AND at <= (v_intent->>'pricedAt')::timestamptz
            AND previous_close_paise = (v_intent->>'previousClosePaise')::int)
          OR EXISTS (SELECT FROM candle_tail WHERE dataset = p_dataset
            AND instrument_id = (v_intent->>'instrument')::int AND open_at >= (v_intent->>'sessionAt')::timestamptz
            AND open_at > (v_intent->>'minuteAt')::timestamptz) THEN
        RETURN '{"refused": "market"}';
      END IF;
    END LOOP;
    FOR v_run IN SELECT * FROM jsonb_array_elements(p_runs) LOOP
      UPDATE deployment_run SET state = v_run->'state', updated_at = (v_run->>'at')::timestamptz,
          last_bar_at = coalesce((v_run->>'lastBarAt')::timestamptz, last_bar_at), untold = v_run->'untold'
        WHERE deployment_id = (v_run->>'deployment')::int AND run_number = (v_run->>'number')::int
          AND fence = (v_run->>'fence')::bigint;
      IF NOT FOUND THEN RAISE SQLSTATE 'TD001' USING MESSAGE = 'a run was taken over by another runner'; END IF;
      SELECT status, phase INTO v_life FROM deployment
        WHERE id = (v_run->>'deployment')::int AND run_number = (v_run->>'number')::int AND phase <> 'idle' FOR UPDATE;
      IF NOT FOUND THEN RAISE SQLSTATE 'TD001' USING MESSAGE = 'a run was ended by its owner'; END IF;
      INSERT INTO decision (deployment_id, run_number, sequence, at, symbol, action, sentence, strategy_version_id, body)
        SELECT (v_run->>'deployment')::int, (v_run->>'number')::int, d.*
        FROM jsonb_to_recordset(v_run->'decisions')
          AS d(sequence int, at timestamptz, symbol text, action text, sentence text, "versionId" int, body text);
      v_orders := '[]';
      FOR v_intent IN SELECT * FROM jsonb_array_elements(v_run->'orders') LOOP
        INSERT INTO trade_order (account_id, deployment_id, mode, run_number, intent_id, symbol, exchange, side,
            purpose, quantity, state, reason, at, day)
          SELECT p_account, (v_run->>'deployment')::int, 'live', (v_run->>'number')::int, i."intentId", i.symbol, 'NSE',
            i.side, 'entry', i.quantity, 'intended', i.reason, i.at, i.day
          FROM jsonb_to_record(v_intent)
            AS i("intentId" int, symbol text, side text, quantity int, reason text, at timestamptz, day date)
          RETURNING id INTO v_order;
        INSERT INTO order_event (order_id, state, at) VALUES (v_order, 'intended', (v_intent->>'at')::timestamptz);
        v_rows := '[]';
        FOR v_row IN SELECT * FROM jsonb_array_elements(v_intent->'rows') LOOP
          INSERT INTO broker_order (account_id, broker_link_id, deployment_id, run_number, base, trade_order_id, role,
              tag, exchange, symbol, token, trading_symbol, side, product, kind, placed_kind, quantity, price_paise,
              state, algo_id, version_hash, decided_at, exchange_at, day, updated_at)
            SELECT p_account, p_link, (v_run->>'deployment')::int, (v_run->>'number')::int, o.base, v_order, 'entry',
              o.tag, o.exchange, o.symbol, o.token, o.trading_symbol, o.side, o.product, o.kind, o.placed_kind,
              o.quantity, o.price_paise, o.state, o.algo_id, o.version_hash, o.decided_at, o.exchange_at, o.day,
              o.updated_at
            FROM jsonb_to_record(v_row)
              AS o(base int, tag text, exchange text, symbol text, token text, trading_symbol text, side text,
                product text, kind text, placed_kind text, quantity int, price_paise int, state text, algo_id text,
                version_hash text, decided_at timestamptz, exchange_at timestamptz, day date, updated_at timestamptz)
            RETURNING id INTO v_placed;
          v_rows := v_rows || to_jsonb(v_placed);
        END LOOP;
        v_orders := v_orders || jsonb_build_object('id', v_order, 'rows', v_rows);
      END LOOP;
      v_answer := v_answer || jsonb_build_object('status', v_life.status, 'phase', v_life.phase, 'orders', v_orders);
    END LOOP;
    PERFORM FROM broker_link WHERE id = p_link AND desk_fence = p_fence FOR SHARE;
    IF NOT FOUND THEN RAISE SQLSTATE 'TD001' USING MESSAGE = 'the desk of the account was taken over'; END IF;
    -- Last, as by everybody else; what was committed since the first look is seen here.
    UPDATE risk_version SET version = version + 1, raised_by = pg_current_xact_id()
      WHERE account_id = p_account AND version = p_version;
    IF NOT FOUND THEN RAISE SQLSTATE 'TD001' USING MESSAGE = 'the account has changed meanwhile'; END IF;
    RETURN jsonb_build_object('version', (p_version + 1)::text, 'runs', v_answer);
  END $$`;

/** Entries in one statement: facts are known before, and a number on the account tells whether they still hold. */
export const entriesAtOnce: Migration = {
  up: async (db: Kysely<unknown>) => {
    await lockTables(db, WEIGHED);
    for (const statement of [...tables, ...raising, ...watched.flatMap(triggersOf), placing]) {
      await sql.raw(statement).execute(db);
    }
  },
};

import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Plans, what people bought of them, and the invoices. The database holds what law and trust ask for: one subscription of
 * a kind at a time, an unbroken series of numbers, an invoice that is never changed, a payment that counts once.
 */
const STATEMENTS = [
  `CREATE TABLE plan (
    id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    slug text NOT NULL UNIQUE,
    kind text NOT NULL CHECK (kind IN ('trade_activation', 'robo_pro', 'backtest')),
    name text NOT NULL,
    summary text NOT NULL,
    period text NOT NULL CHECK (period IN ('month', 'year')),
    price_paise bigint NOT NULL CHECK (price_paise >= 0),
    entitlements jsonb NOT NULL,
    reward_paise bigint NOT NULL DEFAULT 0 CHECK (reward_paise >= 0),
    on_sale boolean NOT NULL,
    changed_at timestamptz NOT NULL
  )`,
  `INSERT INTO plan (slug, kind, name, summary, period, price_paise, entitlements, reward_paise, on_sale, changed_at) VALUES
    ('backtest-free', 'backtest', 'Free', 'A hundred back-tests a month, for everybody.', 'month', 0,
      '{"backtestsAMonth": 100}', 0, false, now()),
    ('trade-month', 'trade_activation', 'Trade activation, monthly', 'Takes tricks live at your broker.', 'month', 49900,
      '{"liveTrading": true}', 5000, true, now()),
    ('trade-year', 'trade_activation', 'Trade activation, yearly', 'Takes tricks live at your broker, for the price of ten months.',
      'year', 499000, '{"liveTrading": true}', 50000, true, now()),
    ('robo-month', 'robo_pro', 'ROBO Pro, monthly', 'A risk profile and the tricks and baskets that suit it.', 'month', 29900,
      '{"roboPro": true}', 3000, true, now()),
    ('robo-year', 'robo_pro', 'ROBO Pro, yearly', 'A risk profile and the tricks and baskets that suit it, for the price of ten months.',
      'year', 299000, '{"roboPro": true}', 30000, true, now()),
    ('backtest-plus-month', 'backtest', 'Plus, monthly', 'Five hundred back-tests a month.', 'month', 19900,
      '{"backtestsAMonth": 500}', 2000, true, now()),
    ('backtest-plus-year', 'backtest', 'Plus, yearly', 'Five hundred back-tests a month, for the price of ten months.', 'year', 199000,
      '{"backtestsAMonth": 500}', 20000, true, now()),
    ('backtest-max-month', 'backtest', 'Max, monthly', 'Two thousand back-tests a month, sweeps included.', 'month', 49900,
      '{"backtestsAMonth": 2000}', 5000, true, now())`,
  `CREATE TABLE subscription (
    id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    account_id int NOT NULL REFERENCES account (id),
    plan_id int NOT NULL REFERENCES plan (id),
    kind text NOT NULL,
    state text NOT NULL CHECK (state IN ('active', 'grace', 'ended')),
    end_reason text CHECK (end_reason IN ('expired', 'cancelled', 'replaced', 'refunded')),
    price_paise bigint NOT NULL,
    started_at timestamptz NOT NULL,
    period_from timestamptz NOT NULL,
    ends_at timestamptz NOT NULL,
    ended_at timestamptz,
    cancelled_at timestamptz,
    renews_from_wallet boolean NOT NULL,
    told_until timestamptz,
    CHECK ((state = 'ended') = (end_reason IS NOT NULL) AND (state = 'ended') = (ended_at IS NOT NULL))
  )`,
  `CREATE UNIQUE INDEX subscription_one_of_a_kind ON subscription (account_id, kind) WHERE state <> 'ended'`,
  'CREATE INDEX subscription_of_account ON subscription (account_id, id DESC)',
  `CREATE INDEX subscription_by_end ON subscription (ends_at) WHERE state <> 'ended'`,
  `CREATE TABLE payment (
    id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    account_id int NOT NULL REFERENCES account (id),
    plan_id int NOT NULL REFERENCES plan (id),
    amount_paise bigint NOT NULL CHECK (amount_paise > 0),
    credit_paise bigint NOT NULL CHECK (credit_paise >= 0),
    replaces_id int REFERENCES subscription (id),
    renews_from_wallet boolean NOT NULL,
    state text NOT NULL CHECK (state IN ('open', 'failed', 'paid', 'expired')),
    idempotency_key text NOT NULL,
    gateway_order_id text UNIQUE,
    gateway_payment_id text UNIQUE,
    failure text,
    out_of_step text,
    created_at timestamptz NOT NULL,
    asked_at timestamptz,
    settled_at timestamptz,
    subscription_id int REFERENCES subscription (id),
    UNIQUE (account_id, idempotency_key),
    CHECK ((state = 'paid') = (gateway_payment_id IS NOT NULL))
  )`,
  'CREATE INDEX payment_of_account ON payment (account_id, id DESC)',
  `CREATE INDEX payment_unsettled ON payment (created_at) WHERE state IN ('open', 'failed')`,
  'CREATE INDEX payment_out_of_step ON payment (id) WHERE out_of_step IS NOT NULL',
  // An event of the gateway acts once, however often it comes.
  `CREATE TABLE gateway_event (
    id text PRIMARY KEY,
    source text NOT NULL CHECK (source IN ('payments', 'payouts')),
    event text NOT NULL,
    received_at timestamptz NOT NULL
  )`,
  'CREATE INDEX gateway_event_by_time ON gateway_event (received_at)',
  `CREATE TABLE invoice_series (
    series text PRIMARY KEY,
    last int NOT NULL CHECK (last > 0)
  )`,
  `CREATE TABLE invoice (
    id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    number text NOT NULL UNIQUE CHECK (length(number) <= 16),
    kind text NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
    account_id int NOT NULL REFERENCES account (id),
    subscription_id int NOT NULL REFERENCES subscription (id),
    payment_id int REFERENCES payment (id),
    credits_id int UNIQUE REFERENCES invoice (id),
    description text NOT NULL,
    sac text NOT NULL,
    period_from timestamptz NOT NULL,
    period_to timestamptz NOT NULL,
    list_paise bigint NOT NULL,
    credit_paise bigint NOT NULL,
    total_paise bigint NOT NULL CHECK (total_paise > 0),
    taxable_paise bigint NOT NULL,
    cgst_paise bigint NOT NULL,
    sgst_paise bigint NOT NULL,
    igst_paise bigint NOT NULL,
    place_of_supply text NOT NULL,
    customer jsonb NOT NULL,
    supplier jsonb NOT NULL,
    paid_by text NOT NULL CHECK (paid_by IN ('wallet', 'gateway')),
    issued_at timestamptz NOT NULL,
    CHECK (list_paise - credit_paise = total_paise),
    CHECK (taxable_paise + cgst_paise + sgst_paise + igst_paise = total_paise),
    CHECK ((kind = 'credit_note') = (credits_id IS NOT NULL))
  )`,
  'CREATE INDEX invoice_of_account ON invoice (account_id, id DESC)',
  `CREATE FUNCTION invoice_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'an invoice is only added to: % is refused', TG_OP USING ERRCODE = 'integrity_constraint_violation';
  END $$`,
  `CREATE TRIGGER invoice_stays BEFORE UPDATE OR DELETE ON invoice
    FOR EACH ROW EXECUTE FUNCTION invoice_refuse_change()`,
  `CREATE TABLE refund (
    id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    invoice_id int NOT NULL UNIQUE REFERENCES invoice (id),
    payment_id int REFERENCES payment (id),
    amount_paise bigint NOT NULL CHECK (amount_paise > 0),
    target text NOT NULL CHECK (target IN ('wallet', 'source')),
    state text NOT NULL CHECK (state IN ('asked', 'sent', 'done', 'failed')),
    reason text NOT NULL,
    gateway_refund_id text UNIQUE,
    asked_at timestamptz NOT NULL,
    ended_at timestamptz,
    next_try_at timestamptz,
    tries int NOT NULL DEFAULT 0
  )`,
  'ALTER TABLE account ADD COLUMN robo_activated_at timestamptz',
  `CREATE INDEX refund_under_way ON refund (next_try_at) WHERE state IN ('asked', 'sent')`,
];

export const billing: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

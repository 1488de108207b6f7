import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { lockTables } from './lock-tables.ts';

/**
 * Baskets: what they are made of over time, who holds which, and every order that was sent for one. What somebody holds,
 * the cash beside it and every result follow from flows and orders alone; nothing of it is stored a second time.
 */
const STATEMENTS = [
  // One of the catalogue has no owner and a key; its rule makes a version at each review.
  `CREATE TABLE basket (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    catalogue_key text UNIQUE,
    account_id int REFERENCES account (id),
    name text NOT NULL,
    summary text NOT NULL,
    description text NOT NULL,
    theme text NOT NULL CHECK (theme IN ('index', 'sector', 'factor', 'all_weather', 'own')),
    risk text NOT NULL CHECK (risk IN ('low', 'medium', 'high')),
    benchmark text NOT NULL,
    review_months int CHECK (review_months BETWEEN 1 AND 12),
    created_at timestamptz NOT NULL,
    retired_at timestamptz,
    CHECK ((account_id IS NULL) = (catalogue_key IS NOT NULL))
  )`,
  'CREATE INDEX basket_by_account ON basket (account_id) WHERE account_id IS NOT NULL',
  // What it is made of from a day on. Of every world whose prices a rule has read there is one history.
  `CREATE TABLE basket_version (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    basket_id int NOT NULL REFERENCES basket (id),
    dataset text NOT NULL,
    version int NOT NULL CHECK (version > 0),
    since date NOT NULL,
    reason text NOT NULL,
    created_at timestamptz NOT NULL,
    UNIQUE (basket_id, dataset, version),
    UNIQUE (basket_id, dataset, since)
  )`,
  `CREATE TABLE basket_constituent (
    basket_version_id int NOT NULL REFERENCES basket_version (id),
    symbol text NOT NULL,
    weight_bps int NOT NULL CHECK (weight_bps BETWEEN 1 AND 10000),
    reason text NOT NULL,
    PRIMARY KEY (basket_version_id, symbol)
  )`,
  `CREATE TABLE owned_basket (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id int NOT NULL REFERENCES account (id),
    basket_id int NOT NULL REFERENCES basket (id),
    basket_version_id int NOT NULL REFERENCES basket_version (id),
    mode text NOT NULL CHECK (mode IN ('paper', 'live')),
    broker_link_id int REFERENCES broker_link (id),
    dataset text NOT NULL,
    status text NOT NULL CHECK (status IN ('opening', 'open', 'closing', 'closed')),
    opened_at timestamptz NOT NULL,
    closed_at timestamptz,
    CHECK ((mode = 'live') = (broker_link_id IS NOT NULL)),
    CHECK ((status = 'closed') = (closed_at IS NOT NULL))
  )`,
  'CREATE INDEX owned_basket_by_account ON owned_basket (account_id, mode, id DESC)',
  'CREATE INDEX owned_basket_by_basket ON owned_basket (basket_id)',
  // Money that its owner put in (above zero) or took out.
  `CREATE TABLE basket_flow (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    owned_basket_id int NOT NULL REFERENCES owned_basket (id),
    day date NOT NULL,
    amount_paise bigint NOT NULL CHECK (amount_paise <> 0),
    cause text NOT NULL CHECK (cause IN ('opening', 'sip', 'top_up', 'closing', 'returned')),
    at timestamptz NOT NULL
  )`,
  'CREATE INDEX basket_flow_by_basket ON basket_flow (owned_basket_id, id)',
  // One way from what is held to what is wanted, over as many sessions as it takes.
  `CREATE TABLE basket_run (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    owned_basket_id int NOT NULL REFERENCES owned_basket (id),
    kind text NOT NULL CHECK (kind IN ('open', 'top_up', 'sip', 'rebalance', 'close', 'reverse')),
    mode text NOT NULL CHECK (mode IN ('paper', 'live')),
    state text NOT NULL CHECK (state IN ('working', 'waiting', 'done', 'given_up', 'stopped')),
    amount_paise bigint,
    basket_version_id int NOT NULL REFERENCES basket_version (id),
    note text,
    sessions int NOT NULL DEFAULT 0,
    last_day date,
    next_look_at timestamptz NOT NULL,
    started_at timestamptz NOT NULL,
    ended_at timestamptz,
    CHECK ((ended_at IS NULL) = (state IN ('working', 'waiting')))
  )`,
  // One at a time for each holding: two would count the same cash and the same shares.
  `CREATE UNIQUE INDEX basket_run_under_way ON basket_run (owned_basket_id) WHERE state IN ('working', 'waiting')`,
  `CREATE INDEX basket_run_to_look_at ON basket_run (mode, next_look_at) WHERE state IN ('working', 'waiting')`,
  'CREATE INDEX basket_run_by_basket ON basket_run (owned_basket_id, id DESC)',
  `CREATE TABLE basket_order (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    basket_run_id int NOT NULL REFERENCES basket_run (id),
    owned_basket_id int NOT NULL REFERENCES owned_basket (id),
    symbol text NOT NULL,
    side text NOT NULL CHECK (side IN ('buy', 'sell')),
    quantity int NOT NULL CHECK (quantity > 0),
    limit_paise int NOT NULL CHECK (limit_paise > 0),
    state text NOT NULL CHECK (state IN ('intended', 'sent', 'filled', 'partly_filled', 'unfilled', 'rejected')),
    reason text,
    filled_quantity int NOT NULL DEFAULT 0 CHECK (filled_quantity BETWEEN 0 AND quantity),
    filled_value_paise bigint NOT NULL DEFAULT 0 CHECK (filled_value_paise >= 0),
    charges_paise bigint NOT NULL DEFAULT 0 CHECK (charges_paise >= 0),
    stt_paise bigint NOT NULL DEFAULT 0 CHECK (stt_paise >= 0),
    broker_order_id int UNIQUE REFERENCES broker_order (id),
    day date NOT NULL,
    exchange_at timestamptz NOT NULL,
    placed_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CHECK ((filled_quantity = 0) = (filled_value_paise = 0))
  )`,
  'CREATE INDEX basket_order_by_basket ON basket_order (owned_basket_id, id)',
  'CREATE INDEX basket_order_by_run ON basket_order (basket_run_id, id)',
  `CREATE TABLE basket_sip (
    owned_basket_id int PRIMARY KEY REFERENCES owned_basket (id),
    status text NOT NULL CHECK (status IN ('active', 'paused', 'stopped')),
    amount_paise bigint NOT NULL CHECK (amount_paise > 0),
    frequency text NOT NULL CHECK (frequency IN ('weekly', 'fortnightly', 'monthly', 'quarterly')),
    anchor int NOT NULL CHECK (anchor BETWEEN 1 AND 31),
    start_on date NOT NULL,
    set_at timestamptz NOT NULL
  )`,
  // Each instalment once, by the name of its month or week.
  `CREATE TABLE basket_instalment (
    owned_basket_id int NOT NULL REFERENCES owned_basket (id),
    key text NOT NULL,
    due_on date NOT NULL,
    outcome text NOT NULL CHECK (outcome IN ('invested', 'skipped', 'missed')),
    note text,
    basket_run_id int REFERENCES basket_run (id),
    at timestamptz NOT NULL,
    PRIMARY KEY (owned_basket_id, key)
  )`,
  ...['basket', 'owned_basket'].map(
    (table) => `CREATE TRIGGER ${table}_of_somebody BEFORE INSERT ON ${table}
      FOR EACH ROW EXECUTE FUNCTION account_refuse_erased('account_id')`,
  ),
];

export const baskets: Migration = {
  up: async (db: Kysely<unknown>) => {
    await lockTables(db, ['account', 'broker_link', 'broker_order']);
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

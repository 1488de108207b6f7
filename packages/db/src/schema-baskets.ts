import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** Baskets: what they are made of, who holds which, and how it was bought. The conventions of `schema.ts` hold. */
export interface BasketSchema {
  basket: {
    id: GeneratedAlways<number>;
    /** Null for one that a person made. */
    catalogue_key: Optional<string>;
    account_id: Optional<number>;
    name: string;
    summary: string;
    description: string;
    theme: 'index' | 'sector' | 'factor' | 'all_weather' | 'own';
    risk: 'low' | 'medium' | 'high';
    /** Symbol of an index or fund. */
    benchmark: string;
    /** Null where nothing reviews it. */
    review_months: Optional<number>;
    created_at: Date;
    retired_at: Optional<Date>;
    /** Since when, and why, nobody can newly invest in it; both or neither. */
    held_back_at: Optional<Date>;
    held_back_reason: Optional<string>;
  };
  basket_version: {
    id: GeneratedAlways<number>;
    basket_id: number;
    dataset: string;
    version: number;
    since: string;
    reason: string;
    created_at: Date;
  };
  /** What became of the reviews of a basket's rule. */
  basket_review: {
    catalogue_key: string;
    dataset: string;
    /** The last review day that was dealt with, also where it changed nothing. */
    reviewed_on: Optional<string>;
    /** Names that lacked prices at the last look, so that it could not be reviewed. */
    missing: Generated<string[]>;
    looked_at: Date;
  };
  basket_constituent: { basket_version_id: number; symbol: string; weight_bps: number; reason: string };
  owned_basket: {
    id: GeneratedAlways<number>;
    account_id: number;
    basket_id: number;
    /** What it was last brought to. */
    basket_version_id: number;
    mode: 'paper' | 'live';
    broker_link_id: Optional<number>;
    dataset: string;
    status: 'opening' | 'open' | 'closing' | 'closed';
    opened_at: Date;
    closed_at: Optional<Date>;
  };
  basket_flow: {
    id: GeneratedAlways<number>;
    owned_basket_id: number;
    day: string;
    /** Above zero: put in. */
    amount_paise: bigint;
    cause: 'opening' | 'sip' | 'top_up' | 'closing' | 'returned';
    at: Date;
  };
  basket_run: {
    id: GeneratedAlways<number>;
    owned_basket_id: number;
    kind: 'open' | 'top_up' | 'sip' | 'rebalance' | 'close' | 'reverse';
    mode: 'paper' | 'live';
    state: 'working' | 'waiting' | 'done' | 'given_up' | 'stopped';
    /** What comes in with it. */
    amount_paise: Optional<bigint>;
    basket_version_id: number;
    /** What it waits for, or how it ended. */
    note: Optional<string>;
    /** Why it places nothing more: it is over once its orders are. */
    ending: Optional<string>;
    /** How many sessions it has been tried in, and the last of them. */
    sessions: Generated<number>;
    last_day: Optional<string>;
    next_look_at: Date;
    started_at: Date;
    ended_at: Optional<Date>;
  };
  basket_order: {
    id: GeneratedAlways<number>;
    basket_run_id: number;
    owned_basket_id: number;
    symbol: string;
    side: 'buy' | 'sell';
    quantity: number;
    limit_paise: number;
    state: 'intended' | 'sent' | 'filled' | 'partly_filled' | 'unfilled' | 'rejected';
    reason: Optional<string>;
    filled_quantity: Generated<number>;
    filled_value_paise: Generated<bigint>;
    /** Of what is filled, all of them; the tax on the transaction is a part of it. */
    charges_paise: Generated<bigint>;
    stt_paise: Generated<bigint>;
    /** Of a live one, once it is kept for the account's desk. */
    broker_order_id: Optional<number>;
    day: string;
    /** The exchange's time. */
    exchange_at: Date;
    placed_at: Date;
    updated_at: Date;
  };
  basket_sip: {
    owned_basket_id: number;
    status: 'active' | 'paused' | 'stopped';
    amount_paise: bigint;
    frequency: 'weekly' | 'fortnightly' | 'monthly' | 'quarterly';
    anchor: number;
    start_on: string;
    set_at: Date;
  };
  basket_instalment: {
    owned_basket_id: number;
    key: string;
    due_on: string;
    outcome: 'invested' | 'skipped' | 'missed';
    note: Optional<string>;
    basket_run_id: Optional<number>;
    at: Date;
  };
}

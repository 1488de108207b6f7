import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { AccountSchema } from './schema-accounts.ts';
import type { AlertChannelSchema } from './schema-alerts.ts';
import type { BacktestSchema } from './schema-backtests.ts';
import type { BasketSchema } from './schema-baskets.ts';
import type { BillingSchema } from './schema-billing.ts';
import type { CalendarSchema } from './schema-calendar.ts';
import type { KycSchema } from './schema-kyc.ts';
import type { LedgerSchema } from './schema-ledger.ts';
import type { LiveSchema } from './schema-live.ts';
import type { PublicationSchema } from './schema-publications.ts';
import type { ResearchSchema } from './schema-research.ts';
import type { RewardsSchema } from './schema-rewards.ts';
import type { RoboSchema } from './schema-robo.ts';
import type { TicketSchema } from './schema-tickets.ts';
import type { TrackSchema } from './schema-track.ts';
import type { WithdrawalSchema } from './schema-withdrawals.ts';

/** Moments are `Date` (UTC) when read; days are `YYYY-MM-DD` text (Asia/Kolkata); `bigint` columns are BigInt. */
type Json<T> = JSONColumnType<T & object, string, string>;
type GeneratedBigint = ColumnType<bigint, bigint | undefined, never>;

export interface AttemptCounterTable {
  key: string;
  count: number;
  window_ends_at: Date;
  blocked_until: Date | null;
}

export interface IdempotentCallTable {
  account_id: number;
  call: string;
  key: string;
  body_hash: Buffer;
  answer: Json<unknown>;
  created_at: Date;
}

export interface BrokerLinkTable {
  id: Generated<number>;
  account_id: number;
  broker: string;
  environment: string;
  client_code: string;
  holder_name: string;
  status: 'linked' | 'expired' | 'error';
  status_reason: string | null;
  sealed_secrets: Buffer | null;
  last_login_at: Date;
  token_expires_at: Date;
  funds_available_paise: bigint | null;
  funds_used_paise: bigint | null;
  unlinked_at: Date | null;
  desk_fence: ColumnType<bigint, bigint | undefined, bigint>;
  auto_sign_in: Generated<boolean>;
  auto_sign_in_consent_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  auto_sign_in_next_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  auto_sign_in_tries: Generated<number>;
}

export interface InstrumentTable {
  id: Generated<number>;
  exchange: string;
  token: string;
  symbol: string;
  trading_symbol: string;
  name: string;
  kind: 'equity' | 'etf' | 'index' | 'future' | 'option';
  tick_paise: number;
  lot_size: number;
  expiry: string | null;
  strike_paise: bigint | null;
  active: Generated<boolean>;
  updated_at: Date;
}

export interface CandleBlockTable {
  dataset: string;
  instrument_id: number;
  bar_interval: string;
  month: string;
  row_count: number;
  first_at: Date;
  last_at: Date;
  bytes: Buffer;
  updated_at: Date;
}

export interface CandleTailTable {
  dataset: string;
  instrument_id: number;
  open_at: Date;
  open_paise: number;
  high_paise: number;
  low_paise: number;
  close_paise: number;
  volume: bigint;
}

export interface LastPriceTable {
  dataset: string;
  instrument_id: number;
  price_paise: number;
  open_paise: number;
  high_paise: number;
  low_paise: number;
  previous_close_paise: number;
  volume: bigint;
  at: Date;
  /** The ex-date whose units the prices are in, where that is later than `at`. */
  units_of: string | null;
}

export interface MarketClockTable {
  dataset: string;
  exchange_at: Date;
  seen_at: Date;
  speed: number;
  feed: 'live' | 'stale' | 'down';
}

export interface StrategyTable {
  id: Generated<number>;
  owner_id: number | null;
  slug: string | null;
  name: string;
  summary: string;
  description: string;
  author: string;
  category: string;
  segment: string;
  risk: string;
  min_capital_paise: bigint;
  plan_required: string | null;
  published_at: Date | null;
  retired_at: Date | null;
  /** The own trick that one of the catalogue was published from. */
  origin_id: Generated<number | null>;
  created_at: Date;
}

export interface StrategyVersionTable {
  id: Generated<number>;
  strategy_id: number;
  version: number;
  definition: ColumnType<unknown, string, string>;
  /** Of the definition, kept by PostgreSQL. */
  symbols: GeneratedAlways<string[]>;
  bar_interval: GeneratedAlways<string | null>;
  product: GeneratedAlways<string | null>;
  note: string;
  /** What the exchange gave it, for versions that are offered to others. */
  algo_id: ColumnType<string | null, string | null | undefined, string | null>;
  algo_approved_at: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Date;
}

export interface StrategyReportTable {
  strategy_version_id: number;
  dataset: string;
  status: 'queued' | 'running' | 'ready' | 'failed';
  progress_percent: Generated<number>;
  failure: string | null;
  from_date: string | null;
  to_date: string | null;
  return_total_percent: number | null;
  return_30d_percent: number | null;
  max_drawdown_percent: number | null;
  win_rate_percent: number | null;
  trades: Generated<number>;
  sparkline: ColumnType<number[] | null, string | null, string | null>;
  report: ColumnType<unknown, string | null, string | null>;
  updated_at: Date;
}

export interface DeploymentTable {
  id: Generated<number>;
  account_id: number;
  strategy_id: number;
  strategy_version_id: number;
  name: string;
  mode: 'paper' | 'live';
  status: 'running' | 'stopped' | 'halted' | 'exited';
  phase: 'running' | 'stopping' | 'exiting' | 'idle';
  status_reason: string | null;
  capital_paise: bigint;
  quantity_multiplier: Generated<number>;
  max_loss_per_day_paise: bigint | null;
  max_trades_per_day: number | null;
  square_off_minute: number | null;
  notify: Json<{ trades: boolean; halts: boolean }>;
  disabled_symbols: Generated<string[]>;
  broker_link_id: number | null;
  robo_pro: Generated<boolean>;
  run_number: Generated<number>;
  started_at: Date | null;
  stopped_at: Date | null;
  last_decision_at: Date | null;
  created_at: Date;
}

export interface DeploymentRunTable {
  deployment_id: number;
  run_number: number;
  mode: ColumnType<'paper' | 'live', 'paper' | 'live' | undefined, never>;
  dataset: string;
  fence: bigint;
  state: ColumnType<unknown, string | null, string | null>;
  /** What earlier runs did on the day on which this one begins. */
  day_before: ColumnType<unknown, string | null | undefined, never>;
  /** What its owner had set; null where an earlier release began it. */
  settings: ColumnType<unknown, string | undefined, never>;
  /** What the last write led to, until its owner has been told. */
  untold: ColumnType<unknown, string | null | undefined, string | null>;
  last_bar_at: Date | null;
  started_exchange_at: Date;
  warmup_from: Date;
  updated_at: Date;
}

export interface DeploymentCommandTable {
  id: GeneratedBigint;
  deployment_id: number;
  run_number: number;
  verb: 'stop_entries' | 'stop_after_exit' | 'sell' | 'detach' | 'set_levels' | 'enable_base';
  /** For verbs that say more than their name. */
  body: ColumnType<unknown, string | null | undefined, never>;
  requested_at: Date;
  applied_at: Date | null;
}

export interface DecisionTable {
  id: Generated<number>;
  deployment_id: number;
  run_number: number;
  sequence: number;
  at: Date;
  symbol: string;
  action: string;
  sentence: string;
  strategy_version_id: number;
  /** The decision as the engine wrote it, byte for byte: text, since jsonb would reorder its keys. */
  body: string;
}

export interface TradeOrderTable {
  id: Generated<number>;
  account_id: number;
  deployment_id: number;
  mode: string;
  run_number: number;
  intent_id: number;
  symbol: string;
  exchange: string;
  side: 'buy' | 'sell';
  purpose: 'entry' | 'exit';
  quantity: number;
  filled_quantity: Generated<number>;
  average_paise: number | null;
  state: string;
  charges_paise: ColumnType<bigint, bigint | undefined, bigint>;
  /** What crossing the spread cost all units, against a fill without a quote; null where there was none. */
  spread_paise: bigint | null;
  /** Units that the market shown did not have when it was asked first. */
  unshown_quantity: number | null;
  reason: string;
  at: Date;
  day: string;
}

export interface OrderEventTable {
  id: GeneratedBigint;
  order_id: number;
  state: string;
  at: Date;
  note: string | null;
}

export interface PositionTable {
  id: Generated<number>;
  account_id: number;
  deployment_id: number;
  mode: string;
  run_number: number;
  symbol: string;
  exchange: string;
  direction: 'long' | 'short';
  quantity: number;
  status: 'open' | 'closed';
  entry_at: Date;
  entry_paise: number;
  entry_charges_paise: bigint;
  entry_order_id: number;
  entry_reason: string;
  stop_paise: number | null;
  target_paise: number | null;
  trailing: Generated<boolean>;
  exit_at: Date | null;
  exit_day: string | null;
  exit_paise: number | null;
  exit_order_id: number | null;
  exit_reason: string | null;
  charges_paise: bigint;
  gross_paise: bigint | null;
  net_paise: bigint | null;
}

export interface DailyResultTable {
  deployment_id: number;
  day: string;
  account_id: number;
  mode: string;
  gross_paise: bigint;
  charges_paise: bigint;
  net_paise: bigint;
  trades: number;
  wins: number;
}

export interface UserEventTable {
  id: GeneratedBigint;
  account_id: number;
  name: string;
  payload: ColumnType<unknown, string, never>;
  at: Date;
}

export interface FeedSessionTable {
  dataset: string;
  sealed_tokens: Buffer;
  updated_at: Date;
}

export interface DemoHistoryTable {
  account_id: number;
  done: number;
  total: number;
}

/** The product's tables, as Kysely sees them. */
export interface Schema
  extends AccountSchema,
    LiveSchema,
    CalendarSchema,
    BacktestSchema,
    LedgerSchema,
    KycSchema,
    BillingSchema,
    RewardsSchema,
    RoboSchema,
    TicketSchema,
    PublicationSchema,
    ResearchSchema,
    AlertChannelSchema,
    TrackSchema,
    WithdrawalSchema,
    BasketSchema {
  attempt_counter: AttemptCounterTable;
  idempotent_call: IdempotentCallTable;
  broker_link: BrokerLinkTable;
  instrument: InstrumentTable;
  candle_block: CandleBlockTable;
  candle_tail: CandleTailTable;
  last_price: LastPriceTable;
  market_clock: MarketClockTable;
  strategy: StrategyTable;
  strategy_version: StrategyVersionTable;
  strategy_report: StrategyReportTable;
  deployment: DeploymentTable;
  deployment_run: DeploymentRunTable;
  deployment_command: DeploymentCommandTable;
  decision: DecisionTable;
  trade_order: TradeOrderTable;
  order_event: OrderEventTable;
  position: PositionTable;
  daily_result: DailyResultTable;
  /** Part of what `daily_result` shows. */
  daily_result_live: DailyResultTable;
  user_event: UserEventTable;
  demo_history: DemoHistoryTable;
  feed_session: FeedSessionTable;
}

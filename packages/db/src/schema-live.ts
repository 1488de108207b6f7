import type { ColumnType, Generated, JSONColumnType } from 'kysely';

type Json<T> = JSONColumnType<T & object, string, string>;
type GeneratedBigint = ColumnType<bigint, bigint | undefined, never>;

/** Tables of live trading and of what is told about it. The conventions of `schema.ts` hold. */
export type BrokerOrderRole = 'entry' | 'exit' | 'protective' | 'own' | 'foreign';

export interface BrokerOrderTable {
  id: Generated<number>;
  account_id: number;
  broker_link_id: number;
  deployment_id: number | null;
  run_number: number | null;
  base: number | null;
  trade_order_id: number | null;
  role: ColumnType<BrokerOrderRole, BrokerOrderRole, BrokerOrderRole>;
  tag: string | null;
  exchange: string;
  symbol: string;
  token: string;
  trading_symbol: string;
  side: 'buy' | 'sell';
  product: 'delivery' | 'intraday' | 'other';
  kind: string;
  placed_kind: string;
  quantity: number;
  price_paise: number;
  trigger_paise: number | null;
  state: string;
  status_text: Generated<string>;
  reject_text: Generated<string>;
  broker_order_id: string | null;
  unique_order_id: string | null;
  filled_quantity: Generated<number>;
  filled_value_paise: ColumnType<bigint, bigint | undefined, bigint>;
  charges_paise: ColumnType<bigint, bigint | undefined, bigint>;
  told_quantity: Generated<number>;
  told_value_paise: ColumnType<bigint, bigint | undefined, bigint>;
  intent_ended: Generated<boolean>;
  released: Generated<boolean>;
  settled: Generated<boolean>;
  settled_quantity: Generated<number>;
  algo_id: string | null;
  version_hash: string | null;
  decided_at: Date;
  sent_at: Date | null;
  acknowledged_at: Date | null;
  first_fill_at: Date | null;
  ended_at: Date | null;
  exchange_at: Date;
  day: string;
  updated_at: Date;
  hand_exit_id: number | null;
  quote_bid_paise: ColumnType<number | null, number | null | undefined, number | null>;
  quote_ask_paise: ColumnType<number | null, number | null | undefined, number | null>;
  quote_last_paise: ColumnType<number | null, number | null | undefined, number | null>;
  quote_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface HandExitTable {
  id: Generated<number>;
  account_id: number;
  broker_link_id: number;
  day: string;
  asked_at: Date;
  ended_at: Date | null;
  outcome: 'closed' | 'nothing' | 'session_over' | 'lifted' | null;
}

export interface BrokerOrderEventTable {
  id: GeneratedBigint;
  broker_order_id: number;
  what: string;
  state: string;
  note: string | null;
  filled_quantity: Generated<number>;
  price_paise: number | null;
  trigger_paise: number | null;
  exchange_at: Date;
  at: Date;
}

export interface BrokerOrderRequestTable {
  id: GeneratedBigint;
  broker_order_id: number;
  verb: 'modify' | 'cancel';
  body: ColumnType<unknown, string | null | undefined, never>;
  requested_at: Date;
  applied_at: Date | null;
}

export interface OrderNewsTable {
  id: GeneratedBigint;
  deployment_id: number;
  run_number: number;
  body: Json<unknown>;
  at: Date;
  applied_at: Date | null;
}

export interface LeaseHolderTable {
  pid: number;
  beat_at: Date;
}

export interface LiveAcknowledgementTable {
  id: Generated<number>;
  account_id: number;
  deployment_id: number;
  broker_link_id: number;
  strategy_version_id: number;
  version_hash: string;
  algo_id: string;
  contract: Json<unknown>;
  at: Date;
}

export interface RiskLimitTable {
  account_id: number;
  max_loss_per_day_paise: bigint | null;
  max_trades_per_day: number | null;
  max_gross_exposure_paise: bigint | null;
  max_net_exposure_paise: bigint | null;
  max_margin_percent: number | null;
  max_orders_per_minute: number | null;
  locked_until: Date | null;
  lock_reason: string | null;
  next_limits: ColumnType<unknown, string | null | undefined, string | null>;
  next_from: string | null;
  stopped_day: string | null;
  updated_at: Date;
}

/** Raised by triggers with each change of what the limits of the account are weighed by. */
export interface RiskVersionTable {
  account_id: number;
  version: bigint;
  raised_by: string;
}

export interface KillSwitchTable {
  account_id: number;
  set_by: string;
  reason: string;
  set_at: Date;
}

/** What operators set on one account, beside the switch of its owner. */
export interface DeskSwitchTable {
  account_id: number;
  reason: string;
  set_at: Date;
}

export interface RiskVetoTable {
  id: GeneratedBigint;
  account_id: number;
  deployment_id: number | null;
  rule: string;
  sentence: string;
  facts: Json<unknown>;
  exchange_at: Date;
  at: Date;
}

export interface AlertTable {
  id: Generated<number>;
  account_id: number;
  category: number;
  dedupe_key: string;
  title: string;
  body: string;
  link: string | null;
  severity: 'info' | 'warning' | 'urgent';
  read_at: Date | null;
  created_at: Date;
}

export interface AlertTallyTable {
  account_id: number;
  category: number;
  total: number;
  unread: number;
}

export interface AlertOutboxTable {
  id: GeneratedBigint;
  account_id: number;
  alert_id: number;
  at: Date;
}

export interface ActivityTable {
  id: GeneratedBigint;
  account_id: number;
  kind: string;
  sentence: string;
  device: string;
  address: string;
  facts: Json<unknown>;
  at: Date;
}

export interface TradeActivityTable {
  id: GeneratedBigint;
  account_id: number;
  deployment_id: number | null;
  mode: string;
  kind: 'decision' | 'order' | 'fill' | 'rejection' | 'halt' | 'veto' | 'notice';
  symbol: string | null;
  sentence: string;
  exchange_at: Date;
  at: Date;
}

export interface ReconciliationReportTable {
  id: Generated<number>;
  account_id: number;
  broker_link_id: number;
  day: string;
  status: 'agrees' | 'differs' | 'incomplete';
  body: Json<unknown>;
  at: Date;
}

/** The first funds that were read on a day, whole paise. */
export interface OpeningFundsTable {
  broker_link_id: number;
  day: string;
  /** With what is blocked. */
  cash_paise: bigint;
  /** Paid in less paid out on the day. */
  moved_paise: bigint;
  exchange_at: Date;
}

export interface ParityReportTable {
  id: Generated<number>;
  account_id: number;
  deployment_id: number;
  day: string;
  mode: string;
  body: Json<unknown>;
  at: Date;
}

export interface LiveSchema {
  broker_order: BrokerOrderTable;
  hand_exit: HandExitTable;
  broker_order_event: BrokerOrderEventTable;
  broker_order_request: BrokerOrderRequestTable;
  order_news: OrderNewsTable;
  lease_holder: LeaseHolderTable;
  live_acknowledgement: LiveAcknowledgementTable;
  risk_limit: RiskLimitTable;
  kill_switch: KillSwitchTable;
  desk_switch: DeskSwitchTable;
  risk_version: RiskVersionTable;
  risk_veto: RiskVetoTable;
  alert: AlertTable;
  alert_tally: AlertTallyTable;
  alert_outbox: AlertOutboxTable;
  activity: ActivityTable;
  trade_activity: TradeActivityTable;
  reconciliation_report: ReconciliationReportTable;
  opening_funds: OpeningFundsTable;
  parity_report: ParityReportTable;
}

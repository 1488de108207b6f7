import type { Interval } from '@trickdesk/domain';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export interface BacktestTable {
  id: GeneratedAlways<number>;
  account_id: number;
  /** As it was asked for: a trick of the catalogue, an own one, or a copy; null of rules that nobody saved. */
  tricks_id: number | null;
  name: string;
  /** Null together with `tricks_id`. */
  strategy_version_id: number | null;
  /** As it runs, with the instruments and the interval that were asked for. */
  definition: ColumnType<unknown, string, never>;
  /** Of the definition, kept by PostgreSQL. */
  symbols: GeneratedAlways<string[]>;
  bar_interval: GeneratedAlways<Interval>;
  /** SHA-256 of the definition in hex. */
  version_hash: string;
  dataset: string;
  from_date: string;
  to_date: string;
  capital_paise: bigint;
  costs: boolean;
  slippage_bps: number;
  /** Values to try by parameter, ascending; null where none is varied. */
  sweep: ColumnType<Readonly<Record<string, readonly number[]>> | null, string | null, never>;
  status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  progress_percent: Generated<number>;
  /** How often it was begun. */
  attempts: Generated<number>;
  /** Who works on it, until when nobody else may; by the database's clock. */
  holder: string | null;
  leased_until: Date | null;
  /** It does not count against the plan. */
  given_back: Generated<boolean>;
  failure: string | null;
  net_paise: bigint | null;
  return_percent: number | null;
  trades: number | null;
  report: ColumnType<unknown, string | null | undefined, string | null>;
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
}

export interface BacktestTradesTable {
  backtest_id: number;
  /** Counts from 0, newest trades first; each part but the last has as many. */
  part: number;
  bytes: Buffer;
}

export interface BacktestSchema {
  backtest: BacktestTable;
  backtest_trades: BacktestTradesTable;
}

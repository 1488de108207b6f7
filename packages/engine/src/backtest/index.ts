export {
  type BacktestInput,
  type BacktestResult,
  type PreparedBacktest,
  prepareBacktest,
  runBacktest,
} from './backtest.ts';
export {
  type BarColumns,
  barsOf,
  columnsOf,
  firstRowAt,
  type MutableBar,
  readRow,
  rowsFrom,
} from './columns.ts';
export {
  type EvidenceInput,
  evidenceOfRun,
  type RunEvidence,
  returnsOfRun,
  type SweepEvidence,
  tradingHoursOf,
} from './evidence.ts';
export { adjustedBars, inUnitsOf } from './ex-dates.ts';
export type { SourceSeries } from './feed-sources.ts';
export { type BesideAccount, besideHolding, besideIndex, dailyCloses } from './held-account.ts';
export { lookAheadOf } from './look-ahead.ts';
export { type BarPiece, type BarSeries, PiecedBars } from './pieced-bars.ts';
export { type JumpInput, type PriceJump, priceJumps } from './price-jumps.ts';
export {
  type Candidate,
  openTrials,
  runSweep,
  type Sweep,
  type SweepInput,
  type TrialFigures,
  type Trials,
} from './sweep.ts';

export { type BacktestInput, type BacktestResult, runBacktest } from './backtest.ts';
export { type BarColumns, type BarSeries, columnsFrom, columnsOf, type MutableBar, readRow } from './columns.ts';

import type { ClosedTrade } from '../run/types.ts';
import { finite, mean } from './returns.ts';

export interface ExcursionRow {
  readonly exitSequence: number;
  readonly symbol: string;
  /** Worst unrealised result while the trade was open, percent of the entry price, never above 0. */
  readonly adversePct: number;
  /** Best unrealised result, percent of the entry price, never below 0. */
  readonly favourablePct: number;
  /** What it ended with before charges, percent of the entry price. */
  readonly grossPct: number;
}

export interface Excursions {
  /** In the order of the trades. One whose entry price is not positive is left out. */
  readonly rows: readonly ExcursionRow[];
  /** Mean of how far trades that ended with a net gain, or with a net loss, first went against the trader. */
  readonly averageAdverseOfWinsPct?: number | undefined;
  readonly averageAdverseOfLossesPct?: number | undefined;
  /** Mean of how far losers had been ahead: what a target might have taken. */
  readonly averageFavourableOfLossesPct?: number | undefined;
  /** Sum of favourable ÷ sum of adverse excursions; above 1, entries are followed by gains more than by losses. */
  readonly edgeRatio?: number | undefined;
}

/**
 * Maximum adverse and favourable excursion (Sweeney 1996) of each trade, from what the run saw while it was open.
 * Averages over no trade, and a ratio to no adverse excursion at all, are `undefined`.
 */
export function excursions(trades: readonly ClosedTrade[]): Excursions {
  const known = trades
    .filter((trade) => trade.entryPaise > 0)
    .map((trade) => ({ netPaise: trade.netPaise, row: rowOf(trade) }));
  const wins = known.filter(({ netPaise }) => netPaise > 0).map(({ row }) => row);
  const losses = known.filter(({ netPaise }) => netPaise < 0).map(({ row }) => row);
  const rows = known.map(({ row }) => row);
  const favourable = rows.reduce((sum, row) => sum + row.favourablePct, 0);
  const adverse = rows.reduce((sum, row) => sum - row.adversePct, 0);
  return {
    rows,
    averageAdverseOfWinsPct: average(wins.map((row) => row.adversePct)),
    averageAdverseOfLossesPct: average(losses.map((row) => row.adversePct)),
    averageFavourableOfLossesPct: average(losses.map((row) => row.favourablePct)),
    edgeRatio: adverse > 0 ? finite(favourable / adverse) : undefined,
  };
}

function rowOf(trade: ClosedTrade): ExcursionRow {
  const { entryPaise, exitPaise, direction, exitSequence, symbol } = trade;
  const perUnit = direction === 'long' ? exitPaise - entryPaise : entryPaise - exitPaise;
  return {
    exitSequence,
    symbol,
    adversePct: (trade.adversePaise / entryPaise) * 100,
    favourablePct: (trade.favourablePaise / entryPaise) * 100,
    grossPct: (perUnit / entryPaise) * 100,
  };
}

function average(values: readonly number[]): number | undefined {
  return values.length > 0 ? mean(values) : undefined;
}

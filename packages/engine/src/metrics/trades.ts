import type { ClosedTrade } from '../run/types.ts';
import type { BacktestReport } from './report.ts';

type TradeFigures = Pick<
  BacktestReport,
  | 'trades'
  | 'wins'
  | 'losses'
  | 'winRatePct'
  | 'profitFactor'
  | 'expectancyPaise'
  | 'averageWinPaise'
  | 'averageLossPaise'
  | 'largestWinPaise'
  | 'largestLossPaise'
  | 'longestLosingRun'
  | 'turnoverPaise'
>;

/**
 * Figures of closed trades after charges. A trade of exactly zero is neither win nor loss, but counts as a trade.
 * Win rate: wins ÷ trades. Profit factor: sum of wins ÷ sum of losses. Expectancy: mean result of a trade, the same as
 * p·W − (1 − p)·L. Losses are given as positive amounts. Turnover: value bought plus value sold.
 */
export function tradeFigures(trades: readonly ClosedTrade[]): TradeFigures {
  const results = trades.map((trade) => trade.netPaise);
  const wins = results.filter((net) => net > 0);
  const losses = results.filter((net) => net < 0).map((net) => -net);
  const won = sum(wins);
  const lost = sum(losses);
  return {
    trades: trades.length,
    wins: wins.length,
    losses: losses.length,
    winRatePct: trades.length > 0 ? (wins.length / trades.length) * 100 : undefined,
    profitFactor: lost > 0 ? won / lost : undefined,
    expectancyPaise: trades.length > 0 ? (won - lost) / trades.length : undefined,
    averageWinPaise: wins.length > 0 ? won / wins.length : undefined,
    averageLossPaise: losses.length > 0 ? lost / losses.length : undefined,
    largestWinPaise: largest(wins),
    largestLossPaise: largest(losses),
    longestLosingRun: longestLosingRun(trades),
    turnoverPaise: sum(trades.map((trade) => trade.quantity * (trade.entryPaise + trade.exitPaise))),
  };
}

/** Most losing trades in a row, in the order in which they were closed. */
function longestLosingRun(trades: readonly ClosedTrade[]): number {
  const closed = [...trades].sort((a, b) => a.exitAt - b.exitAt || a.exitSequence - b.exitSequence);
  let longest = 0;
  let run = 0;
  for (const trade of closed) {
    run = trade.netPaise < 0 ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function largest(values: readonly number[]): number | undefined {
  return values.length > 0 ? values.reduce((most, value) => Math.max(most, value)) : undefined;
}

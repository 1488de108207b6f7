import type { TradeResults } from '../run/run-record.ts';
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
export function tradeFigures({ count, netPaise, turnoverPaise, ...closed }: TradeResults): TradeFigures {
  const [wins, losses] = [amountsOf(netPaise, 1), amountsOf(netPaise, -1)];
  return {
    trades: count,
    wins: wins.count,
    losses: losses.count,
    winRatePct: count > 0 ? (wins.count / count) * 100 : undefined,
    profitFactor: losses.sum > 0 ? wins.sum / losses.sum : undefined,
    expectancyPaise: count > 0 ? (wins.sum - losses.sum) / count : undefined,
    averageWinPaise: wins.count > 0 ? wins.sum / wins.count : undefined,
    averageLossPaise: losses.count > 0 ? losses.sum / losses.count : undefined,
    largestWinPaise: wins.count > 0 ? wins.largest : undefined,
    largestLossPaise: losses.count > 0 ? losses.largest : undefined,
    longestLosingRun: longestLosingRun({ count, netPaise, ...closed }),
    turnoverPaise: amountsOf(turnoverPaise, 1).sum,
  };
}

/** Of the values of one sign, as positive amounts. */
function amountsOf(values: Float64Array, sign: 1 | -1): { count: number; sum: number; largest: number } {
  let [count, sum, largest] = [0, 0, 0];
  for (let i = 0; i < values.length; i += 1) {
    const amount = sign * (values[i] ?? 0);
    if (!(amount > 0)) continue;
    count += 1;
    sum += amount;
    if (amount > largest) largest = amount;
  }
  return { count, sum, largest };
}

/** Most losing trades in a row, in the order in which they were closed. */
function longestLosingRun(closed: Pick<TradeResults, 'count' | 'netPaise' | 'exitAt' | 'exitSequence'>): number {
  const order = orderOfExits(closed);
  let longest = 0;
  let run = 0;
  for (let i = 0; i < closed.count; i += 1) {
    run = (closed.netPaise[order?.[i] ?? i] ?? 0) < 0 ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}

/** Places of the trades by their exits; `undefined` where they stand in that order already, as those of a run do. */
function orderOfExits({
  count,
  exitAt,
  exitSequence,
}: Pick<TradeResults, 'count' | 'exitAt' | 'exitSequence'>): Uint32Array | undefined {
  const compare = (a: number, b: number): number =>
    (exitAt[a] ?? 0) - (exitAt[b] ?? 0) || (exitSequence[a] ?? 0) - (exitSequence[b] ?? 0);
  for (let i = 1; i < count; i += 1) {
    if (compare(i - 1, i) > 0) return Uint32Array.from({ length: count }, (_, place) => place).sort(compare);
  }
  return undefined;
}

/** What figures need of trades that were made one by one. */
export function resultsOf(trades: readonly ClosedTrade[]): TradeResults {
  return {
    count: trades.length,
    netPaise: Float64Array.from(trades, (trade) => trade.netPaise),
    chargesPaise: Float64Array.from(trades, (trade) => trade.chargesPaise),
    turnoverPaise: Float64Array.from(trades, (trade) => trade.quantity * (trade.entryPaise + trade.exitPaise)),
    exitAt: Float64Array.from(trades, (trade) => trade.exitAt),
    exitSequence: Float64Array.from(trades, (trade) => trade.exitSequence),
  };
}

import { createRandom, DAY_MS, indiaMoment } from '@trickdesk/domain';
import { independentTrades } from '../../independent-trades.ts';
import { bootstrapIntervals } from '../bootstrap.ts';
import { costSensitivity } from '../cost-sensitivity.ts';
import { neighbourhood } from '../neighbourhood.ts';
import { type HeldTrade, randomEntries } from '../random-entries.ts';
import { deflatedSharpe, sharpeMoments } from '../sharpe-confidence.ts';
import type { VerdictFacts } from '../verdict.ts';
import { walkForward } from '../walk-forward.ts';

/** Daily prices in paise that begin at ₹1,000. */
export type Market = (seed: number) => number[];

const SESSIONS = 600;
const DAILY_DEVIATION = 0.01;

function prices(change: (day: number) => number): number[] {
  const path = [1_000_00];
  for (let day = 1; day <= SESSIONS; day += 1) path.push((path[day - 1] ?? 0) * (1 + change(day)));
  return path;
}

/** Equal, independent, normal days without a drift. */
export const quietWalk: Market = (seed) => {
  const random = createRandom('quiet', seed);
  return prices(() => DAILY_DEVIATION * random.gauss());
};

/** Calm and wild stretches, and every tenth day three times as wild: what the formulas' normal days are not. */
export const wildWalk: Market = (seed) => {
  const random = createRandom('wild', seed);
  let level = 1;
  return prices(() => {
    level = 0.95 * level + 0.05 * (1 + random.gauss() ** 2);
    return DAILY_DEVIATION * (level / 2) * (random.next() < 0.1 ? 3 : 1) * random.gauss();
  });
};

/** It rises by some 25 % a year on the whole, on days that nobody can tell beforehand: holding gains, timing does not. */
export const risingWalk: Market = (seed) => {
  const random = createRandom('rising', seed);
  return prices(() => 0.001 + DAILY_DEVIATION * random.gauss());
};

/** Rises and falls of some weeks each, which a pair of averages can follow: an edge that is there. */
export const trendingWalk: Market = (seed) => {
  const random = createRandom('trending', seed);
  let trend = 1;
  return prices(() => {
    if (random.next() < 1 / 20) trend = -trend;
    return 0.0045 * trend + DAILY_DEVIATION * random.gauss();
  });
};

interface Cell {
  readonly fast: number;
  readonly slow: number;
}

const CELLS: readonly Cell[] = [1, 2, 3, 4].flatMap((fast) => [6, 9, 13, 18].map((slow) => ({ fast, slow })));

/** Whether the fast average was above the slow one at the end of each day but the last. */
function holdings(path: readonly number[], { fast, slow }: Cell): boolean[] {
  const sums = [0];
  for (const price of path) sums.push((sums.at(-1) ?? 0) + price);
  const average = (day: number, length: number): number =>
    ((sums[day + 1] ?? 0) - (sums[day + 1 - length] ?? 0)) / length;
  return path.slice(1).map((_, day) => day + 1 >= slow && average(day, fast) > average(day, slow));
}

function returnsOf(path: readonly number[], held: readonly boolean[]): number[] {
  return held.map((isHeld, day) => (isHeld ? (path[day + 1] ?? 0) / (path[day] ?? 1) - 1 : 0));
}

interface WalkTrade extends HeldTrade {
  readonly entryAt: number;
  readonly exitAt: number;
  readonly exitPaise: number;
}

function tradesOf(path: readonly number[], held: readonly boolean[]): WalkTrade[] {
  const trades: WalkTrade[] = [];
  for (let day = 0, from = -1; day <= held.length; day += 1) {
    const isHeld = held[day] ?? false;
    if (isHeld && from < 0) from = day;
    if (isHeld || from < 0) continue;
    trades.push(walkTrade(path, from, day));
    from = -1;
  }
  return trades;
}

const FIRST_DAY = indiaMoment('2024-01-01', 930);

function walkTrade(path: readonly number[], from: number, to: number): WalkTrade {
  const entryPaise = path[from] ?? 0;
  const exitPaise = path[to] ?? 0;
  const quantity = 100;
  return {
    symbol: 'WALK',
    direction: 'long',
    quantity,
    entryPaise,
    exitPaise,
    holdingBars: to - from,
    overnight: true,
    netPaise: quantity * (exitPaise - entryPaise),
    entryAt: FIRST_DAY + from * DAY_MS,
    exitAt: FIRST_DAY + to * DAY_MS - 1,
  };
}

/** Everything that a verdict is made of, for the best of a sweep of moving averages over one market without charges. */
export function factsOf(market: Market, seed: number): VerdictFacts {
  const path = market(seed);
  const sweep = CELLS.map((cell) => {
    const held = holdings(path, cell);
    const returns = returnsOf(path, held);
    return { cell, held, returns, sharpe: sharpeMoments(returns)?.sharpe };
  });
  const best = sweep.reduce((highest, each) => ((each.sharpe ?? -9) > (highest.sharpe ?? -9) ? each : highest));
  const trades = tradesOf(path, best.held);
  const samples = 100;
  return {
    sessions: best.returns.length,
    independentTrades: independentTrades(trades),
    netPaise: trades.reduce((sum, trade) => sum + trade.netPaise, 0),
    deflatedSharpe: deflatedSharpe({
      returns: best.returns,
      trials: CELLS.length,
      trialSharpes: sweep.map(({ sharpe }) => sharpe),
    }),
    bootstrap: bootstrapIntervals({ returns: best.returns, seed, samples }),
    randomEntries: randomEntries({
      trades,
      barsOf: () => ({ openPaise: path, closePaise: path, session: path.map((_, day) => day) }),
      costPaise: () => 0,
      seed,
      samples,
    }),
    walkForward: walkForward({
      sessions: best.returns.length,
      inSampleSessions: 150,
      outOfSampleSessions: 50,
      mode: 'rolling',
      candidates: sweep,
      evaluate: ({ returns }, { from, to }) => returns.slice(from, to),
    }),
    costs: { slippageBps: 0, sensitivity: costSensitivity({ trades, slippageBps: 0 }) },
    // A walk has no volume: it is taken to be one that nobody's orders move.
    capacity: { fills: 2 * trades.length, participationPct: 0.1, capitalPaise: Number.MAX_SAFE_INTEGER },
    neighbourhood: neighbourhood(
      sweep.map(({ cell, sharpe }) => ({ parameters: [cell.fast, cell.slow], value: sharpe })),
    ),
  };
}

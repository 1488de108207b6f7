import { createRandom, type Random } from '@trickdesk/domain';
import type { ClosedTrade } from '../../run/types.ts';
import { quantile } from '../quantile.ts';
import { mean, sampleDeviation } from '../returns.ts';
import { type Placing, placeAnywhere, placeWithinSessions } from './random-places.ts';

/** The bars on which a strategy could have traded one instrument, oldest first; the lists are of one length. */
export interface TradableBars {
  /** Opening prices, whole paise, all positive. */
  readonly openPaise: ArrayLike<number>;
  /** Closing prices, whole paise, all positive. */
  readonly closePaise: ArrayLike<number>;
  /** A number for the session of each bar; equal numbers stand together. */
  readonly session: ArrayLike<number>;
  /** What a trade that ends in its session may use each bar for, as `BAR_USE` counts; each for everything when absent. */
  readonly use?: ArrayLike<number>;
}

/** What a random entry keeps of a real trade. */
export interface HeldTrade {
  readonly symbol: string;
  readonly direction: ClosedTrade['direction'];
  readonly quantity: number;
  readonly entryPaise: number;
  /** From entry to exit; 0 where it ended in the bar of its entry, which has no other beside it in its session. */
  readonly holdingBars: number;
  /** False where it ended in the session in which it began: then its random double does, too. */
  readonly overnight: boolean;
  /** After charges, whole paise. */
  readonly netPaise: number;
}

/** A position that was never taken, as its charges depend on it. */
export interface RoundTrip {
  readonly symbol: string;
  readonly direction: ClosedTrade['direction'];
  readonly quantity: number;
  readonly entryPaise: number;
  readonly exitPaise: number;
}

export interface RandomEntryInput {
  readonly trades: readonly HeldTrade[];
  /** Of an instrument; asked for when they are needed, and not kept. */
  readonly barsOf: (symbol: string) => TradableBars | undefined;
  /** What a round trip costs, whole paise: charges, and the slippage that the real trades paid in their prices. */
  readonly costPaise: (trip: RoundTrip) => number;
  /** Equal seeds give equal answers. */
  readonly seed: string | number;
  /** Random runs; 500 when absent. */
  readonly samples?: number;
  /** Called with the share of the work that is done, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

export interface RandomEntries {
  readonly samples: number;
  readonly trades: number;
  /** Sum of the real trades' net results. */
  readonly realPaise: number;
  /** Of the random runs: mean, 5th, 50th and 95th of a hundred. */
  readonly meanPaise: number;
  readonly lowPaise: number;
  readonly middlePaise: number;
  readonly highPaise: number;
  /** Random runs that brought less than the real one, percent: 100 is better than all. */
  readonly percentile: number;
  /** (real − mean) ÷ sample deviation of the random runs; `undefined` where they are all equal. */
  readonly deviationsAbove?: number | undefined;
}

const SAMPLES = 500;

/**
 * What the same trades bring when only the moment of entry is left to chance: the same number, instruments, sides,
 * holding times in bars, amounts of money and costs, entered at the opening of any bar after which the holding time fits
 * (within the session, for a trade that ended in its session; at the close of that bar, for one that was held for less than
 * a bar). What a rising market gives to everybody who holds is thus in the comparison, and no evidence for the strategy.
 * A trade that ended in its session is entered only at times of day at which the strategy may enter: prices move more
 * after the opening than at noon, and trades of that hour beside entries of any hour would look like an edge too often.
 *
 * Units are those that the real trade's money buys at the random price, rounded, one at least. Trades of one
 * instrument do not overlap, as far as there is room (`random-places.ts`): overlapping ones would vary more together than
 * the real ones could.
 *
 * @returns `undefined` without a trade, and where one has no bars or fits nowhere
 * @throws RangeError when a holding time is not a whole number, or negative, or the number of runs is not one of at least 1
 */
export function randomEntries(input: RandomEntryInput): RandomEntries | undefined {
  const { trades, samples = SAMPLES } = input;
  if (!Number.isInteger(samples) || samples < 1) throw new RangeError(`${samples} random runs cannot be made`);
  if (trades.length === 0) return undefined;
  const random = createRandom('random entries', input.seed);
  const sums = Array.from({ length: samples }, () => 0);
  let placed = 0;
  // All runs of one group before the next: the bars of one instrument are in memory at a time.
  for (const members of groupsOf(trades)) {
    const group = groupOf(members, input.barsOf);
    if (!group) return undefined;
    for (let i = 0; i < samples; i += 1) {
      sums[i] = (sums[i] ?? 0) + drawnPaise(group, random, input.costPaise);
      input.onProgress?.((placed + (members.length * (i + 1)) / samples) / trades.length);
    }
    placed += members.length;
  }
  sums.sort((a, b) => a - b);
  const realPaise = trades.reduce((sum, trade) => sum + trade.netPaise, 0);
  const meanPaise = mean(sums);
  const deviation = samples > 1 ? sampleDeviation(sums) : undefined;
  return {
    samples,
    trades: trades.length,
    realPaise,
    meanPaise,
    lowPaise: quantile(sums, 0.05) ?? meanPaise,
    middlePaise: quantile(sums, 0.5) ?? meanPaise,
    highPaise: quantile(sums, 0.95) ?? meanPaise,
    percentile: (sums.filter((sum) => sum < realPaise).length / samples) * 100,
    deviationsAbove: deviation ? (realPaise - meanPaise) / deviation : undefined,
  };
}

/** Trades of one instrument that are placed together. */
interface Group {
  readonly trades: readonly HeldTrade[];
  readonly bars: TradableBars;
  readonly placing: Placing;
}

function groupsOf(trades: readonly HeldTrade[]): Iterable<readonly HeldTrade[]> {
  const members = new Map<string, HeldTrade[]>();
  for (const trade of trades) {
    const { symbol, holdingBars, overnight } = trade;
    if (!Number.isInteger(holdingBars) || holdingBars < 0) throw new RangeError(`${holdingBars} bars cannot be held`);
    const key = `${overnight} ${symbol}`;
    const group = members.get(key);
    if (group) group.push(trade);
    else members.set(key, [trade]);
  }
  return members.values();
}

function groupOf(trades: readonly HeldTrade[], barsOf: RandomEntryInput['barsOf']): Group | undefined {
  const [first] = trades;
  const own = first && barsOf(first.symbol);
  if (!own) return undefined;
  const holdings = trades.map((trade) => trade.holdingBars);
  const placing = first.overnight
    ? placeAnywhere(holdings, own.openPaise.length)
    : placeWithinSessions(holdings, own.session, own.use);
  return placing && { trades, bars: own, placing };
}

function drawnPaise(group: Group, random: Random, costPaise: RandomEntryInput['costPaise']): number {
  const places = group.placing.draw(random);
  return group.trades.reduce((sum, trade, i) => sum + netAt(trade, group.bars, places[i] ?? 0, costPaise), 0);
}

function netAt(
  trade: HeldTrade,
  { openPaise, closePaise }: TradableBars,
  bar: number,
  costPaise: RandomEntryInput['costPaise'],
): number {
  const { symbol, direction, holdingBars } = trade;
  const entryPaise = openPaise[bar] ?? 0;
  const exitPaise = (holdingBars === 0 ? closePaise[bar] : openPaise[bar + holdingBars]) ?? 0;
  const quantity = Math.max(1, Math.round((trade.quantity * trade.entryPaise) / entryPaise));
  const gross = (direction === 'long' ? exitPaise - entryPaise : entryPaise - exitPaise) * quantity;
  return gross - costPaise({ symbol, direction, quantity, entryPaise, exitPaise });
}

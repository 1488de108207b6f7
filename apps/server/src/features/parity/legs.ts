import { MINUTE_MS, type ParityCause } from '@trickdesk/domain';
import { type Direction, fillPricePaise, type Side } from '@trickdesk/engine';
import type { Part } from './causes.ts';
import type { DoneLeg, DoneTrade, ExpectedTrade, ParityLeg } from './facts.ts';

export interface LegFacts {
  readonly mode: 'paper' | 'live';
  readonly side: Side;
  /** Whether some of it was filled later than it was asked for, because nobody showed more. */
  readonly hasWaited: boolean;
  /** Units that were done. */
  readonly quantity: number;
  readonly expected: ParityLeg & { readonly slippagePaise: number };
  readonly done: DoneLeg;
  /** What moved the level that both met; absent where neither met one. */
  readonly levelMovedBy: ParityCause | undefined;
  readonly tickPaise: number;
}

/**
 * Splits what the price of one side differs by, for all units. The parts add up to it exactly: what no cause accounts
 * for is `unexplained`.
 */
export function legParts(facts: LegFacts): Part[] {
  const { side, quantity, expected, done, mode } = facts;
  const sign = side === 'buy' ? 1 : -1;
  // Whole paise for all units: a spread that was paid in parts is no whole number for one.
  const costs: [ParityCause, number][] = [];
  let rest = sign * (done.pricePaise - expected.pricePaise) * quantity;
  const take = (cause: ParityCause, paise: number): void => {
    costs.push([cause, paise]);
    rest -= paise;
  };
  if (facts.levelMovedBy) take(facts.levelMovedBy, sign * (done.referencePaise - expected.referencePaise) * quantity);
  if (done.crossing) take('spread', done.crossing.spreadPaise);
  else if (mode === 'paper') take('slippage', expected.slippagePaise * quantity);
  else if (isLater(done, expected) && done.minute && !hasOtherLevel(facts))
    take('latency', sign * (done.minute.openPaise - expected.pricePaise) * quantity - totalCost(costs));
  // As it was known when the order left. Where nobody knows, none is made up: what it cost is in the slippage. So is what
  // the book did between the quote and the fill, for the trader or against: a book that has closed in makes it a gain.
  if (mode === 'live' && done.shown) take('spread', done.shown.spreadPaise);
  // While it waited for somebody to show up, the market went on.
  if (facts.hasWaited) take('partial_fill', rest);
  const beyond = sign * beyondMarket(done.pricePaise, explainedRange(facts)) * quantity;
  take('unexplained', rest > 0 ? Math.min(rest, Math.max(0, beyond)) : Math.max(rest, Math.min(0, beyond)));
  take(hasMarket(done) ? (mode === 'live' ? 'slippage' : 'data') : 'unexplained', rest);
  return costs.map(([cause, paise]) => ({ cause, paise: -paise }));
}

function totalCost(costs: readonly (readonly [ParityCause, number])[]): number {
  return costs.reduce((sum, [, paise]) => sum + paise, 0);
}

/** How far a fill of this mode may lie outside what was traded, for a unit. */
function allowedPaise({ mode, tickPaise, quantity, expected, done }: LegFacts): number {
  if (done.crossing) return tickPaise + Math.ceil(Math.abs(done.crossing.spreadPaise) / quantity);
  return tickPaise + (mode === 'paper' ? expected.slippagePaise : 0);
}

/**
 * The market meets another level at another time, and the order leaves when it does: nothing was late. The minute's open
 * says nothing of it, and to measure by it would put a loss into latency and the same gain into slippage.
 */
function hasOtherLevel({ levelMovedBy, expected, done }: LegFacts): boolean {
  return levelMovedBy !== undefined && done.referencePaise !== expected.referencePaise;
}

function isLater(done: ParityLeg, expected: ParityLeg): boolean {
  return Math.floor(done.at / MINUTE_MS) > Math.floor(expected.at / MINUTE_MS);
}

function hasMarket({ minute, shown }: DoneLeg): boolean {
  return minute !== undefined || shown !== undefined;
}

interface Range {
  readonly lowestPaise: number;
  readonly highestPaise: number;
}

/** Prices that the market explains: those of the minute, those that were shown, and worse ones up to the order's limit. */
function explainedRange(facts: LegFacts): Range {
  const { minute, shown } = facts.done;
  const allowed = allowedPaise(facts);
  const lowest = [minute && minute.lowPaise - allowed, shown?.lowestPaise].filter((price) => price !== undefined);
  const highest = [minute && minute.highPaise + allowed, shown?.highestPaise].filter((price) => price !== undefined);
  return { lowestPaise: Math.min(...lowest), highestPaise: Math.max(...highest) };
}

/** How far a price lies above (below zero: under) a range; 0 where there is none. */
function beyondMarket(pricePaise: number, { lowestPaise, highestPaise }: Range): number {
  if (lowestPaise > highestPaise) return 0;
  if (pricePaise > highestPaise) return pricePaise - highestPaise;
  return pricePaise < lowestPaise ? pricePaise - lowestPaise : 0;
}

/** Whether a live side was got at another price while nobody knew what the market showed: it cannot be split further. */
export function isUnquoted({ expected, done }: { readonly expected: ParityLeg; readonly done: DoneLeg }): boolean {
  return done.pricePaise !== expected.pricePaise && (done.shown === undefined || done.shown.unquotedQuantity > 0);
}

/** Whether both sides left the position by the same decision. */
export function sameExit(expected: ExpectedTrade['exit'], done: DoneTrade['exit']): boolean {
  if (!expected || !done) return expected === undefined && done === undefined;
  return expected.rule === done.rule && expected.barOpenAt === done.barOpenAt;
}

export const sideOf = (direction: Direction, purpose: 'entry' | 'exit'): Side =>
  (direction === 'long') === (purpose === 'entry') ? 'buy' : 'sell';

/**
 * The market's price behind one that the paper matcher has made worse.
 *
 * @returns `undefined` where no price of the grid leads to it
 */
export function marketPaiseOf(
  side: Side,
  pricePaise: number,
  grid: { readonly slippageBps: number; readonly tickPaise: number },
): number | undefined {
  const { tickPaise, slippageBps } = grid;
  const sign = side === 'buy' ? -1 : 1;
  const reach = Math.ceil((pricePaise * slippageBps) / 10_000 / tickPaise) * 2 + 2;
  for (let step = 0; step <= reach; step += 1) {
    const market = pricePaise + sign * step * tickPaise;
    if (market > 0 && fillPricePaise(side, market, grid) === pricePaise) return market;
  }
  return undefined;
}

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
  const { side, quantity, expected, done, mode, tickPaise } = facts;
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
  else if (isLater(done, expected) && done.minute)
    take('latency', sign * (done.minute.openPaise - expected.pricePaise) * quantity - totalCost(costs));
  if (mode === 'live' && rest > 0) take('spread', Math.min(rest, tickPaise * quantity));
  // While it waited for somebody to show up, the market went on.
  if (facts.hasWaited) take('partial_fill', rest);
  const beyond = sign * beyondMarket(done, allowedPaise(facts)) * quantity;
  take('unexplained', rest > 0 ? Math.min(rest, Math.max(0, beyond)) : Math.max(rest, Math.min(0, beyond)));
  take(done.minute ? (mode === 'live' ? 'slippage' : 'data') : 'unexplained', rest);
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

function isLater(done: ParityLeg, expected: ParityLeg): boolean {
  return Math.floor(done.at / MINUTE_MS) > Math.floor(expected.at / MINUTE_MS);
}

/** How far a price lies above (below zero: under) everything that was traded in its minute, less what is allowed. */
function beyondMarket({ pricePaise, minute }: LegFacts['done'], allowedPaise: number): number {
  if (!minute) return 0;
  if (pricePaise > minute.highPaise + allowedPaise) return pricePaise - minute.highPaise - allowedPaise;
  if (pricePaise < minute.lowPaise - allowedPaise) return pricePaise - minute.lowPaise + allowedPaise;
  return 0;
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

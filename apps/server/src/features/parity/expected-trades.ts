import { type EpochMs, indiaDateOf } from '@trickdesk/domain';
import {
  type AdjustedPosition,
  type ClosedTrade,
  type Decision,
  type Direction,
  type Fill,
  inNewUnits,
  type RunEvent,
} from '@trickdesk/engine';
import type { ExpectedTrade, ParityLeg } from './facts.ts';
import { marketPaiseOf, sideOf } from './legs.ts';

/** Names a decision: instrument and bar, or the moment where no bar is behind it. */
export function keyOf(decision: Pick<Decision, 'symbol' | 'barOpenAt' | 'at'>): string {
  return `${decision.symbol}@${decision.barOpenAt ?? decision.at}`;
}

/** Of a position that was held when the day began: one for each instrument. */
export function carriedKey(symbol: string): string {
  return `${symbol}@carried`;
}

export interface BacktestOfDay {
  readonly events: readonly RunEvent[];
  readonly openAt: EpochMs;
  readonly slippageBps: number;
  readonly tickOf: (symbol: string) => number;
  /** What was held when the events begin, with its entry. */
  readonly carried: readonly CarriedPosition[];
  /** What had been decided before them and waited for a price: a daily bar's signal is filled on the next morning. */
  readonly decidedBefore?: readonly Decision[];
}

export interface CarriedPosition {
  readonly symbol: string;
  readonly direction: Direction;
  readonly quantity: number;
  readonly entryAt: EpochMs;
  readonly entryPaise: number;
  readonly entryChargesPaise: number;
  readonly entrySequence: number;
}

/** The trades of a back-test that touch its last day, at the prices of the market. */
export function expectedTrades(day: BacktestOfDay): ExpectedTrade[] {
  const decisions = new Map((day.decidedBefore ?? []).map((decision) => [decision.sequence, decision]));
  const open = new Map<string, CarriedPosition>(day.carried.map((position) => [position.symbol, position]));
  const closed: ClosedTrade[] = [];
  for (const event of day.events) {
    if (event.kind === 'decision') decisions.set(event.decision.sequence, event.decision);
    else if (event.kind === 'adjusted') adjustOpen(open, event.adjusted);
    else if (event.kind === 'fill' && event.fill.purpose === 'entry') open.set(event.fill.symbol, openedBy(event.fill));
    else if (event.kind === 'trade') {
      open.delete(event.trade.symbol);
      if (event.trade.exitAt >= day.openAt) closed.push(event.trade);
    }
  }
  const isToday = ({ entryAt }: { readonly entryAt: EpochMs }) => indiaDateOf(entryAt) === indiaDateOf(day.openAt);
  const entryOf = (trade: CarriedPosition | ClosedTrade) => {
    const decision = decisions.get(trade.entrySequence);
    const key = decision && isToday(trade) ? keyOf(decision) : carriedKey(trade.symbol);
    const facts = { at: trade.entryAt, pricePaise: trade.entryPaise, direction: trade.direction, symbol: trade.symbol };
    return { key, entry: legOf(day, { ...facts, purpose: 'entry', decision }) };
  };
  return [
    ...closed.map((trade) => ({
      ...entryOf(trade),
      ...sidesOf(trade),
      chargesPaise: trade.chargesPaise,
      exit: legOf(day, {
        at: trade.exitAt,
        pricePaise: trade.exitPaise,
        direction: trade.direction,
        symbol: trade.symbol,
        purpose: 'exit',
        decision: decisions.get(trade.exitSequence),
      }),
    })),
    ...[...open.values()].map((position) => ({
      ...entryOf(position),
      ...sidesOf(position),
      chargesPaise: position.entryChargesPaise,
      exit: undefined,
    })),
  ];
}

/** An ex-date: the same position in other units. */
function adjustOpen(open: Map<string, CarriedPosition>, { symbol, action, quantityAfter }: AdjustedPosition): void {
  const held = open.get(symbol);
  if (!held) return;
  open.set(symbol, { ...held, quantity: quantityAfter, entryPaise: inNewUnits(held.entryPaise, action) });
}

function sidesOf({ symbol, direction, quantity }: Pick<ClosedTrade, 'symbol' | 'direction' | 'quantity'>) {
  return { symbol, direction, quantity };
}

function openedBy(fill: Fill): CarriedPosition {
  const { symbol, quantity, at: entryAt, pricePaise: entryPaise, chargesPaise: entryChargesPaise } = fill;
  const direction = fill.side === 'buy' ? 'long' : 'short';
  return { symbol, direction, quantity, entryAt, entryPaise, entryChargesPaise, entrySequence: fill.intentId };
}

interface LegFacts {
  readonly at: EpochMs;
  readonly pricePaise: number;
  readonly direction: Direction;
  readonly symbol: string;
  readonly purpose: 'entry' | 'exit';
  readonly decision: Decision | undefined;
}

function legOf(day: BacktestOfDay, leg: LegFacts): ParityLeg & { readonly slippagePaise: number } {
  const { at, pricePaise, decision } = leg;
  const grid = { slippageBps: day.slippageBps, tickPaise: day.tickOf(leg.symbol) };
  // An entry of an earlier day was made at the price that it was made at.
  const market = decision ? marketPaiseOf(sideOf(leg.direction, leg.purpose), pricePaise, grid) : undefined;
  return {
    at,
    pricePaise: market ?? pricePaise,
    slippagePaise: Math.abs(pricePaise - (market ?? pricePaise)),
    rule: decision?.rule ?? 'entry',
    referencePaise: decision?.pricePaise ?? pricePaise,
    barOpenAt: decision?.barOpenAt,
  };
}

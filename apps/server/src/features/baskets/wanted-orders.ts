import type { IndiaDate } from '@trickdesk/domain';
import { allocateShares, type PlannedOrder, rebalanceOrders, sipOrders, type TargetWeight } from '@trickdesk/engine';
import { chargesOf } from './order-cost.ts';

/** What is known of a name. */
export interface NameNow {
  /** The last price, whole paise. */
  readonly pricePaise: number;
  readonly tickPaise: number;
  /** It is of this moment, and continuous trading of the share is on. */
  readonly isOpen: boolean;
  readonly instrumentKind: 'equity' | 'etf';
}

export type Names = ReadonlyMap<string, NameNow>;

export interface Wanting {
  /** `spend` buys what is short and sells nothing; `balance` does both; `sell` sells all. */
  readonly aim: 'spend' | 'balance' | 'sell';
  readonly day: IndiaDate;
  readonly targets: readonly TargetWeight[];
  readonly held: ReadonlyMap<string, number>;
  /** Whole paise that may be spent. */
  readonly cashPaise: number;
  readonly names: Names;
  /** Names that nothing can be done about now: they stay as they are, and the cash that they are short of is kept. */
  readonly stuck: ReadonlySet<string>;
}

/** The orders that lead from what is held to what is wanted, sales first, at the last prices. */
export function wantedOrders(wanting: Wanting): readonly PlannedOrder[] {
  const { aim, targets, names, day, stuck } = wanting;
  if (aim === 'sell') return salesOf(wanting);
  const known = targets.filter(({ symbol }) => names.has(symbol) && !stuck.has(symbol));
  const weightBps = known.reduce((sum, target) => sum + target.weightBps, 0);
  if (weightBps === 0) return aim === 'balance' ? unwantedOf(wanting) : [];
  const scaled = scaledWeights(known, weightBps);
  const prices = new Map([...names].map(([symbol, { pricePaise }]) => [symbol, pricePaise]));
  const held = [...wanting.held]
    .filter(([symbol]) => names.has(symbol) && !stuck.has(symbol))
    .map(([symbol, quantity]) => ({ symbol, quantity }));
  const cashPaise = cashFor(wanting, weightBps, known);
  const cost = ({ symbol, ...order }: PlannedOrder): number => {
    const name = names.get(symbol);
    return name ? chargesOf({ ...order, instrumentKind: name.instrumentKind, date: day }).totalPaise : 0;
  };
  if (aim === 'balance') return rebalanceOrders({ held, cashPaise }, scaled, prices, cost).orders;
  if (held.length > 0) return sipOrders({ held, cashPaise: 0 }, cashPaise, scaled, prices, cost).orders;
  const priced = scaled.map((target) => ({ ...target, pricePaise: prices.get(target.symbol) ?? 0 }));
  const buy = (symbol: string, quantity: number): PlannedOrder => {
    return { symbol, side: 'buy', quantity, pricePaise: prices.get(symbol) ?? 0 };
  };
  const { quantities } = allocateShares(cashPaise, priced, (symbol, quantity) => cost(buy(symbol, quantity)));
  return [...quantities].filter(([, quantity]) => quantity > 0).map(([symbol, quantity]) => buy(symbol, quantity));
}

function salesOf({ held, names, stuck }: Wanting): PlannedOrder[] {
  return [...held].flatMap(([symbol, quantity]) => {
    const name = names.get(symbol);
    if (!name || stuck.has(symbol)) return [];
    return [{ symbol, side: 'sell' as const, quantity, pricePaise: name.pricePaise }];
  });
}

/** Held names without a weight. */
function unwantedOf(wanting: Wanting): PlannedOrder[] {
  const wanted = new Set(wanting.targets.map(({ symbol }) => symbol));
  return salesOf(wanting).filter(({ symbol }) => !wanted.has(symbol));
}

/** Of what is there, no more is spent on names that can be traded than their part of the whole. */
function cashFor(
  { targets, held, names, cashPaise }: Wanting,
  weightBps: number,
  known: readonly TargetWeight[],
): number {
  const wholeBps = targets.reduce((sum, target) => sum + target.weightBps, 0);
  if (weightBps === wholeBps) return cashPaise;
  const worth = worthOf(held, names);
  const own = new Set(known.map(({ symbol }) => symbol));
  const knownWorth = worthOf(new Map([...held].filter(([symbol]) => own.has(symbol))), names);
  return Math.max(0, Math.min(cashPaise, Math.floor(((cashPaise + worth) * weightBps) / wholeBps) - knownWorth));
}

/** Paise of what is held at the last prices; a name that never had one counts nothing. */
export function worthOf(held: ReadonlyMap<string, number>, names: Names): number {
  let sum = 0;
  for (const [symbol, quantity] of held) sum += quantity * (names.get(symbol)?.pricePaise ?? 0);
  return sum;
}

const WHOLE_BPS = 10_000;

/** Weights of some names as parts of a whole of their own, in whole basis points that add up. */
function scaledWeights(targets: readonly TargetWeight[], weightBps: number): TargetWeight[] {
  if (weightBps === WHOLE_BPS) return [...targets];
  const floors = targets.map((target) => Math.floor((target.weightBps * WHOLE_BPS) / weightBps));
  const left = WHOLE_BPS - floors.reduce((sum, bps) => sum + bps, 0);
  return targets.map(({ symbol }, i) => ({ symbol, weightBps: (floors[i] ?? 0) + (i < left ? 1 : 0) }));
}

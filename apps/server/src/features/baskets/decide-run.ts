import type { IndiaDate } from '@trickdesk/domain';
import { fillPricePaise, type PlannedOrder, type TargetWeight } from '@trickdesk/engine';
import { type Names, wantedOrders, worthOf } from './wanted-orders.ts';

export type RunKind = 'open' | 'top_up' | 'sip' | 'rebalance' | 'close' | 'reverse';

/** One order of the run, of the day that is decided about. */
export interface RunOrder {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly isWorking: boolean;
  readonly wasRefused: boolean;
  readonly filledQuantity: number;
}

export interface RunFacts {
  readonly kind: RunKind;
  readonly day: IndiaDate;
  /** The session is under way. */
  readonly isOpen: boolean;
  /** In how many sessions it has been tried, this one included. */
  readonly sessions: number;
  readonly targets: readonly TargetWeight[];
  readonly held: ReadonlyMap<string, number>;
  /** Whole paise. */
  readonly cashPaise: number;
  /** Of it, what may be spent today: a part of what a sale brings in comes a session later. */
  readonly spendablePaise: number;
  readonly names: Names;
  /** Something of it was filled, today or in a session before. */
  readonly hasTraded: boolean;
  /** Of this run and day. */
  readonly orders: readonly RunOrder[];
}

export type RunDecision =
  | { readonly kind: 'place'; readonly orders: readonly PlannedOrder[] }
  | { readonly kind: 'wait_for_orders' }
  /** `symbols`: those that could not be traded; empty where the market is closed or money is on its way. */
  | {
      readonly kind: 'wait_for_session';
      readonly because: 'closed' | 'names' | 'money';
      readonly symbols: readonly string[];
    }
  | {
      readonly kind: 'end';
      readonly state: 'done' | 'given_up';
      readonly symbols: readonly string[];
      /** A sentence: what ended it from outside. */
      readonly because?: string;
    };

/** After so many sessions what could not be done is left, and its owner told. */
export const MOST_SESSIONS = 5;
/** Orders of one name and day that came to nothing before the next session is waited for. */
const MOST_TRIES = 3;
const MOST_REFUSALS = 2;
/** How far beyond the last price an order may be filled, in basis points (1 bps = 0.01 %). */
const BUFFER_BPS = 50;
/** A run that has traded goes on only for orders of more than this part of the whole, … */
const NEAR_ENOUGH_BPS = 30;
/** … and only where they bring it nearer by more than this part. */
const LEAST_GAIN_BPS = 10;
/** From its second session on it waits for money of a sale only where that brings it nearer by more than this part. */
const PROMISED_BPS = 50;
const PROMISED_SESSIONS = 2;
const WHOLE_BPS = 10_000;

/**
 * The next step of a run, from what is held to what is wanted: sales first, then purchases out of the cash that is
 * there. What cannot be done today waits for the next session; a name that cannot be traded holds up no other.
 */
export function decideRun(facts: RunFacts): RunDecision {
  if (facts.orders.some(({ isWorking }) => isWorking)) return { kind: 'wait_for_orders' };
  if (!facts.isOpen) return { kind: 'wait_for_session', because: 'closed', symbols: [] };
  const stuck = stuckNames(facts);
  const possible = worthDoing(facts, withoutBuyingBack(facts, planOf(facts, facts.spendablePaise, stuck)));
  const sales = possible.filter(({ side }) => side === 'sell');
  if (sales.length > 0) return { kind: 'place', orders: sales };
  if (possible.length > 0) return { kind: 'place', orders: possible };
  const rest = planOf(facts, facts.cashPaise, NOTHING);
  const undone = worthDoing(facts, rest);
  if (undone.length === 0 && priceless(facts).length === 0) return { kind: 'end', state: 'done', symbols: [] };
  const symbols = [...new Set([...undone.map(({ symbol }) => symbol), ...priceless(facts)])].sort();
  const isMoney = symbols.every((symbol) => !stuck.has(symbol) && facts.names.has(symbol));
  if (isMoney && isNear(facts, rest)) return { kind: 'end', state: 'done', symbols: [] };
  if (facts.sessions >= MOST_SESSIONS) return { kind: 'end', state: 'given_up', symbols };
  return { kind: 'wait_for_session', because: isMoney ? 'money' : 'names', symbols };
}

const NOTHING: ReadonlySet<string> = new Set();
const AIMS = {
  open: 'spend',
  top_up: 'spend',
  sip: 'spend',
  rebalance: 'balance',
  close: 'sell',
  reverse: 'sell',
} as const;

/** Orders, and the cash that they were planned with, whole paise. */
interface Plan {
  readonly orders: readonly PlannedOrder[];
  readonly cashPaise: number;
}

function planOf(facts: RunFacts, atHandPaise: number, stuck: ReadonlySet<string>): Plan {
  const { kind, day, targets, held, names } = facts;
  const cashPaise = safeCash(atHandPaise, names);
  return { orders: wantedOrders({ aim: AIMS[kind], day, targets, held, names, cashPaise, stuck }), cashPaise };
}

/**
 * What was sold today is not bought back today. Of what a sale brings a part may be spent only in the next session, and
 * what is there today may be enough for nothing but the very share that was sold: a run would trade it to and fro, day
 * after day, for its owner's charges.
 */
function withoutBuyingBack({ orders: before }: RunFacts, { orders, cashPaise }: Plan): Plan {
  const sold = new Set(before.flatMap((one) => (one.side === 'sell' && one.filledQuantity > 0 ? [one.symbol] : [])));
  return { orders: orders.filter(({ symbol, side }) => side === 'sell' || !sold.has(symbol)), cashPaise };
}

/** So much less than there is that every purchase may be filled at its limit, charges included. */
function safeCash(cashPaise: number, names: Names): number {
  let dearest = 1;
  for (const [symbol, { pricePaise, tickPaise }] of names) {
    const limit = limitOf({ symbol, side: 'buy', quantity: 1, pricePaise }, tickPaise);
    dearest = Math.max(dearest, limit / pricePaise);
  }
  // A paisa that a charge rounds up for each line of each order.
  return Math.max(0, Math.floor(cashPaise / dearest) - names.size * CHARGE_LINES);
}

const CHARGE_LINES = 8;

/** Names that nothing more is tried with today. */
function stuckNames({ orders, names, targets, held }: RunFacts): ReadonlySet<string> {
  const symbols = new Set([...targets.map(({ symbol }) => symbol), ...held.keys()]);
  return new Set(
    [...symbols].filter((symbol) => {
      const own = orders.filter((order) => order.symbol === symbol);
      const refusals = own.filter(({ wasRefused }) => wasRefused).length;
      const empty = own.filter(({ filledQuantity }) => filledQuantity === 0).length;
      return !names.get(symbol)?.isOpen || refusals >= MOST_REFUSALS || empty >= MOST_TRIES;
    }),
  );
}

/** Wanted or held, but never seen with a price. */
function priceless({ kind, targets, held, names }: RunFacts): string[] {
  const wanted = AIMS[kind] === 'sell' ? [] : targets.map(({ symbol }) => symbol);
  return [...wanted, ...held.keys()].filter((symbol) => !names.has(symbol));
}

/**
 * Prices move while orders are filled, and a run would chase them for ever: of one that has traded, what is left is worth
 * an order only where all of it together is more than a small part of the whole, and brings the whole nearer by some.
 * A share of a name may be a larger part than that: where one more is as far off as one less, a run would sell it and buy
 * it again day after day, for its owner's charges.
 */
function worthDoing(facts: RunFacts, { orders, cashPaise }: Plan): readonly PlannedOrder[] {
  const { kind, held, names, hasTraded } = facts;
  if (AIMS[kind] === 'sell' || !hasTraded) return orders;
  const whole = facts.cashPaise + worthOf(held, names);
  const open = orders.reduce((sum, { quantity, pricePaise }) => sum + quantity * pricePaise, 0);
  const isLarge = open * WHOLE_BPS > whole * NEAR_ENOUGH_BPS;
  return isLarge && gainOf(facts, { orders, cashPaise }) > whole * LEAST_GAIN_BPS ? orders : [];
}

/** As near as was promised, in as many sessions: overnight prices move by more than what is left. */
function isNear(facts: RunFacts, rest: Plan): boolean {
  if (AIMS[facts.kind] === 'sell' || !facts.hasTraded || facts.sessions < PROMISED_SESSIONS) return false;
  const whole = facts.cashPaise + worthOf(facts.held, facts.names);
  return gainOf(facts, rest) <= whole * PROMISED_BPS;
}

/** How much nearer orders bring the whole to its weights, cash being a name without one: paise × 10,000, before charges. */
function gainOf(facts: RunFacts, { orders, cashPaise }: Plan): number {
  const after = new Map(facts.held);
  let cashAfter = cashPaise;
  for (const { symbol, side, quantity, pricePaise } of orders) {
    const units = side === 'buy' ? quantity : -quantity;
    after.set(symbol, (after.get(symbol) ?? 0) + units);
    cashAfter -= units * pricePaise;
  }
  return (offBy(facts, facts.held, cashPaise) - offBy(facts, after, cashAfter)) / 2;
}

function offBy({ targets, names }: RunFacts, held: ReadonlyMap<string, number>, cashPaise: number): number {
  const whole = cashPaise + worthOf(held, names);
  const off = new Map(targets.map(({ symbol, weightBps }) => [symbol, -weightBps * whole]));
  for (const [symbol, quantity] of held) {
    off.set(symbol, (off.get(symbol) ?? 0) + WHOLE_BPS * quantity * (names.get(symbol)?.pricePaise ?? 0));
  }
  return [...off.values()].reduce((sum, paise) => sum + Math.abs(paise), WHOLE_BPS * cashPaise);
}

/** The limit of an order: as far beyond the last price as it may go at most, on the tick. */
export function limitOf({ side, pricePaise }: PlannedOrder, tickPaise: number): number {
  return fillPricePaise(side, pricePaise, { slippageBps: BUFFER_BPS, tickPaise });
}

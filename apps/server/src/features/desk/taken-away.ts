import type { BrokerOrder } from '@trickdesk/brokers';
import type { DeskEffects } from './effects.ts';
import { type DeskMoment, type DeskOrder, heldOf, isCover, type Line, lineKey, opposite } from './model.ts';
import { tellFills } from './news.ts';
import { averageEntry } from './plan-line.ts';
import { reasonOf } from './trade-lines.ts';

/** Units of a trick's position that are gone from the account, though no order of the trick has closed them. */
export interface Taken {
  readonly line: Line;
  readonly quantity: number;
  /** Whole paise, fractions allowed: what a unit went for, as far as is known. */
  readonly pricePaise: number;
  /**
   * Orders that its owner placed here did it. Of any other order nobody can tell whether its owner placed it, or the
   * broker, which may close intraday positions at any time where margin lacks.
   */
  readonly byHand: boolean;
  /** What the broker wrote beside an order that did it; empty where it wrote nothing. */
  readonly brokersWords: string;
}

/** What a book showed of an order that belongs to no trick. */
export type OutsideReport = Pick<
  BrokerOrder,
  'exchange' | 'tradingSymbol' | 'product' | 'side' | 'filledQuantity' | 'averagePaise' | 'text'
> & {
  /** Its owner placed it here; else it was placed elsewhere, by whomever. */
  readonly isOwn: boolean;
};

/** What a desk knows; orders in the order of their making. */
export interface Known {
  readonly lines: Iterable<Line>;
  readonly orders: Iterable<DeskOrder>;
}

/**
 * What others have closed of positions that tricks hold intraday. One look into the book shows all orders of a day at
 * one moment: what was closed by no trick, beyond what was opened by none or taken over, was a trick's.
 */
export function takenInBook({ lines, orders }: Known, outside: readonly OutsideReport[], now: DeskMoment): Taken[] {
  const known = [...orders];
  return groupsOf([...lines].filter(({ product }) => product === 'intraday')).flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const dealt = outside.filter((report) => isOf(report, first));
    const own = closedBeyond(netOf(dealt), ownersOf(known, first, now));
    const side = own < 0 ? 'sell' : 'buy';
    const gone = { side, quantity: Math.abs(own), pricePaise: averageOf(dealt, side) } as const;
    const elsewhere = dealt.filter(({ isOwn }) => !isOwn);
    const closedElsewhere = netOf(elsewhere) * signed(side, 1) > 0;
    const brokersWords = elsewhere.find((report) => report.side === side && report.text !== '')?.text ?? '';
    return shareOut(group, { ...gone, byHand: !closedElsewhere, brokersWords: closedElsewhere ? brokersWords : '' });
  });
}

/** What a position or a holding of the account comes to, by tradingSymbol and product. */
export interface AccountUnits {
  readonly tradingSymbol: string;
  readonly product: 'delivery' | 'intraday';
  /** Signed. */
  readonly quantity: number;
}

/**
 * Where the account has less than its tricks hold together, by the broker's positions and holdings. What its owner took
 * over on the other side is in the same position there, and is nothing that the tricks lack.
 */
export function missingIn({ lines, orders }: Known, units: readonly AccountUnits[], now: DeskMoment): Taken[] {
  const known = [...orders];
  return groupsOf([...lines]).flatMap((group) => {
    const [first] = group;
    const net = group.reduce((sum, line) => sum + signed(line.entrySide, heldOf(line)), 0);
    if (!first || net === 0) return [];
    const { tradingSymbol } = first.instrument;
    const inAccount = units
      .filter((row) => row.tradingSymbol === tradingSymbol && row.product === first.product)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    const { long, short, traded } = ownersOf(known, first, now);
    const against = net > 0 ? Math.min(0, short + Math.max(0, traded)) : Math.max(0, long + Math.min(0, traded));
    const ofTricks = inAccount - against;
    const quantity = Math.abs(net) - Math.max(0, net > 0 ? ofTricks : -ofTricks);
    const pricePaise = now.lastPaise(first.instrument.id) ?? averageEntry(first);
    // Positions and holdings do not say who.
    return shareOut(group, { side: net > 0 ? 'sell' : 'buy', quantity, pricePaise, byHand: false, brokersWords: '' });
  });
}

/** Lines of one instrument and product: at the broker they are one position. */
function groupsOf(lines: readonly Line[]): Line[][] {
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    const key = `${line.instrument.tradingSymbol} ${line.product}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()];
}

function isOf({ exchange, tradingSymbol, product }: OutsideReport, line: Line): boolean {
  return exchange === 'NSE' && tradingSymbol === line.instrument.tradingSymbol && product === line.product;
}

function netOf(reports: readonly OutsideReport[]): number {
  return reports.reduce((sum, { side, filledQuantity }) => sum + signed(side, filledQuantity), 0);
}

function signed(side: 'buy' | 'sell', quantity: number): number {
  return side === 'buy' ? quantity : -quantity;
}

/** One position of a run from its entry to its end, by what its orders of the day did. */
interface Round {
  readonly entrySide: 'buy' | 'sell';
  opened: number;
  closed: number;
}

/** What became of units that were a trick's today, and what its owner did. Below zero is sold. */
interface Owners {
  /** Handed over by tricks that were long, and by those that were short. */
  readonly long: number;
  readonly short: number;
  /** Counted as taken from tricks. */
  readonly taken: number;
  /** By orders that their owner placed here. */
  readonly traded: number;
}

/**
 * What was dealt by no trick, beyond what was theirs to close: the rest closed a trick's position, where there is one on
 * that side. What was handed over on the same side closes nothing: it stands beside what tricks hold.
 *
 * @param dealt signed
 */
function closedBeyond(dealt: number, { long, short, taken }: Owners): number {
  const left = dealt - taken;
  return left < 0 ? Math.min(0, left + long) : Math.max(0, left + short);
}

/**
 * Told by the sides of the orders alone: a trick that went both ways since the morning has had positions of either side in
 * one line.
 *
 * @param orders in the order of their making
 */
function ownersOf(orders: readonly DeskOrder[], { instrument, product }: Line, { today }: DeskMoment): Owners {
  const byPlace = new Map<string, Round[]>();
  let [taken, traded] = [0, 0];
  for (const order of orders) {
    const { line, side, role, progress } = order;
    const isAlike = order.instrument.tradingSymbol === instrument.tradingSymbol && order.product === product;
    if (!isAlike || order.day < today) continue;
    if (role === 'own') traded += signed(side, progress.filledQuantity);
    if (!line || role === 'own') continue;
    const rounds = byPlace.get(lineKey(line)) ?? [];
    byPlace.set(lineKey(line), rounds);
    count(rounds, order);
    if (order.elsewhere) taken += signed(side, progress.filledQuantity);
  }
  const handed = [...byPlace.values()].flat().map(leftOf);
  const [long, short] = [Math.max, Math.min].map((pick) => handed.reduce((sum, units) => sum + pick(0, units), 0));
  return { long: long ?? 0, short: short ?? 0, taken, traded };
}

/** Counts what is settled of an order in the last of its line's positions, or in a new one that it begins. */
function count(rounds: Round[], order: DeskOrder): void {
  const { role, side, settledQuantity } = order;
  let round = rounds.at(-1);
  if (!round || (role === 'entry' && side !== round.entrySide)) {
    round = { entrySide: role === 'entry' ? side : opposite(side), opened: 0, closed: 0 };
    rounds.push(round);
  }
  // What takes back a sale too many opens nothing, and the sale may have been yesterday's.
  if (!isCover(order)) round.opened += settledQuantity;
  else round.closed += side === round.entrySide ? -settledQuantity : settledQuantity;
}

/** Of a position that is closed nothing is left; one that was opened before today shows its end alone. */
function leftOf({ entrySide, opened, closed }: Round): number {
  return signed(entrySide, Math.max(0, opened - Math.max(0, closed)));
}

interface Gone {
  /** The side that closed them. */
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly pricePaise: number | undefined;
  readonly byHand: boolean;
  readonly brokersWords: string;
}

/** Which trick lost them nobody can know: the newest positions give way first. */
function shareOut(group: readonly Line[], { side, quantity, pricePaise, ...how }: Gone): Taken[] {
  const holders = group.filter((line) => opposite(line.entrySide) === side && heldOf(line) > 0);
  holders.sort((a, b) => b.heldSinceWall - a.heldSinceWall);
  const taken: Taken[] = [];
  let left = quantity;
  for (const line of holders) {
    if (left <= 0) break;
    const part = Math.min(left, heldOf(line));
    taken.push({ line, quantity: part, pricePaise: pricePaise ?? averageEntry(line), ...how });
    left -= part;
  }
  return taken;
}

function averageOf(dealt: readonly OutsideReport[], side: 'buy' | 'sell'): number | undefined {
  let [quantity, valuePaise] = [0, 0];
  for (const report of dealt) {
    // The broker's counts may be there before its average.
    if (report.side !== side || report.averagePaise <= 0) continue;
    quantity += report.filledQuantity;
    valuePaise += report.filledQuantity * report.averagePaise;
  }
  return quantity === 0 ? undefined : valuePaise / quantity;
}

const NOTE = 'Closed at the broker, by hand or by the broker itself, and not by the trick.';
const NOTE_BY_HAND = 'Closed by hand at the broker, and not by the trick.';

/** Counts them as closed: the run is told and halted, and its owner hears what happened and what to do next. */
export function countAsTaken(order: DeskOrder, taken: Taken, now: DeskMoment, effects: DeskEffects): void {
  const { line, quantity, pricePaise, byHand } = taken;
  order.elsewhere = true;
  order.progress = {
    state: 'filled',
    filledQuantity: quantity,
    filledValuePaise: Math.round(pricePaise * quantity),
  };
  order.firstFillAtWall = now.wall;
  effects.created.push(order);
  effects.timeline.push({ order, what: 'reported', note: byHand ? NOTE_BY_HAND : NOTE });
  effects.news.push(...tellFills(order, now.at, byHand));
  const reason = takenWords(taken, heldOf(line));
  effects.news.push({ line, news: { kind: 'halt', reason, isTold: true } });
  effects.alarms.push({
    key: `taken ${order.tag}`,
    severity: 'urgent',
    deploymentId: line.deploymentId,
    title: `${quantity} ${line.instrument.symbol} of a trick were closed at your broker`,
    body: reason,
    haltsTrick: true,
  });
}

function takenWords({ line, quantity, byHand, brokersWords }: Taken, left: number): string {
  const { symbol } = line.instrument;
  const closed = line.entrySide === 'buy' ? 'sold' : 'bought back';
  const sold = `${quantity} ${symbol}`;
  const what = byHand
    ? `${sold} of this trick were ${closed} by hand at your broker, and not by the trick.`
    : `${sold} of this trick were ${closed} at your broker, by hand or by the broker itself, and not by the trick.`;
  const words = brokersWords === '' ? '' : ` ${reasonOf(brokersWords)}`;
  const now =
    left > 0
      ? `It holds ${left} now, and its stop at the broker is reduced to them.`
      : 'It holds none now, and its stop at the broker is withdrawn.';
  const next =
    left > 0 ? 'Start it again to go on, or detach it to keep the rest yourself.' : 'Start it again to go on.';
  return `${what}${words} ${now} It enters nothing new. ${next}`;
}

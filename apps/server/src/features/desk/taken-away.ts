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

interface Known {
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
    const own = netOf(dealt) + handedOver(known, first, now);
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

/** Where the account has less than its tricks hold together, by the broker's positions and holdings. */
export function missingIn(lines: Iterable<Line>, units: readonly AccountUnits[], now: DeskMoment): Taken[] {
  return groupsOf([...lines]).flatMap((group) => {
    const [first] = group;
    const net = group.reduce((sum, line) => sum + signed(line.entrySide, heldOf(line)), 0);
    if (!first || net === 0) return [];
    const { tradingSymbol } = first.instrument;
    const inAccount = units
      .filter((row) => row.tradingSymbol === tradingSymbol && row.product === first.product)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    const quantity = Math.abs(net) - Math.max(0, net > 0 ? inAccount : -inAccount);
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

/**
 * Units that became their owner's today: handed over by tricks, or counted as taken from them. Told by the sides of the
 * orders alone: a trick that went both ways since the morning has had positions of either side in one line.
 *
 * @param orders in the order of their making
 */
function handedOver(orders: readonly DeskOrder[], { instrument, product }: Line, { today }: DeskMoment): number {
  const byPlace = new Map<string, Round[]>();
  let taken = 0;
  for (const order of orders) {
    const { line, side, role } = order;
    const isAlike = order.instrument.tradingSymbol === instrument.tradingSymbol && order.product === product;
    if (!isAlike || !line || order.day < today || role === 'own') continue;
    const rounds = byPlace.get(lineKey(line)) ?? [];
    byPlace.set(lineKey(line), rounds);
    count(rounds, order);
    if (order.elsewhere) taken += signed(side, order.progress.filledQuantity);
  }
  return [...byPlace.values()].flat().reduce((sum, round) => sum + leftOf(round), 0) - taken;
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
    if (report.side !== side) continue;
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

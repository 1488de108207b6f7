import type { BrokerHolding, BrokerPosition, BrokerProduct } from '@trickdesk/brokers';
import { type DayOrder, type DayUnits, dayUnits, type FreeUnits, type IndiaDate } from '@trickdesk/domain';
import { type DeliveredOrder, unitsOf } from './delivered-orders.ts';
import { type DeskInstrument, type DeskOrder, heldOf, type Line, lineKey } from './model.ts';

/** What an account's owner and its tricks did today in one instrument and product: at the broker one position. */
export interface HandGroup {
  readonly key: string;
  readonly instrument: DeskInstrument;
  readonly product: BrokerProduct;
  /** Orders by hand of the day, those that the desk made to close what they opened among them; none of baskets. */
  readonly own: readonly DeskOrder[];
  readonly units: DayUnits;
  /** What all tricks hold, signed: of the day and of days before. */
  readonly tricksHold: number;
  /** Changes with every execution that the desk hears of. */
  readonly signature: string;
}

/** Positions and holdings as the broker told them, and what the desk knew when it asked. */
export interface HandReading {
  readonly positions: readonly BrokerPosition[];
  readonly holdings: readonly BrokerHolding[];
  readonly delivered: readonly DeliveredOrder[];
  readonly askedAtWall: number;
  readonly answeredAtWall: number;
  /** Of each group. */
  readonly signatures: ReadonlyMap<string, string>;
}

/** What a desk knows. */
export interface HandKnown {
  readonly lines: ReadonlyMap<string, Line>;
  readonly orders: ReadonlyMap<string, DeskOrder>;
}

/** Those in which something was traded by hand, or taken over from a trick. */
export function handGroups(known: HandKnown, today: IndiaDate): HandGroup[] {
  const lines = [...known.lines.values()];
  const byKey = new Map<string, DeskOrder[]>();
  for (const order of known.orders.values()) {
    if (order.day !== today) continue;
    const key = keyOf(order);
    const group = byKey.get(key);
    if (group) group.push(order);
    else byKey.set(key, [order]);
  }
  return [...byKey].flatMap(([key, orders]) => {
    const [first] = orders;
    const units = dayUnits(orders.map(dayOrderOf));
    const own = orders.filter(({ role, isOfBasket }) => role === 'own' && !isOfBasket);
    if (!first || (own.length === 0 && units.handedOver === 0)) return [];
    const alike = lines.filter((line) => keyOf(line) === key);
    const tricksHold = alike.reduce((sum, line) => sum + signed(line.entrySide, heldOf(line)), 0);
    const filled = orders.map(({ tag, progress }) => `${tag}:${progress.filledQuantity}`).join(' ');
    const { instrument, product } = first;
    return [{ key, instrument, product, own, units, tricksHold, signature: `${filled} ${tricksHold}` }];
  });
}

/** What the account has beyond what tricks hold and baskets bought today; `undefined` where something was traded since it was asked. */
export function freeIn(group: HandGroup, reading: HandReading): FreeUnits | undefined {
  if (reading.signatures.get(group.key) !== group.signature) return undefined;
  const { instrument, product, units } = group;
  const isOf = (row: { readonly exchange: string; readonly tradingSymbol: string }): boolean =>
    row.exchange === instrument.exchange && row.tradingSymbol === instrument.tradingSymbol;
  const position = reading.positions
    .filter((row) => isOf(row) && row.product === product)
    .reduce((sum, { netQuantity }) => sum + netQuantity, 0);
  const today = position - units.tricks - units.baskets;
  const others = group.tricksHold + Math.max(0, units.baskets);
  if (product !== 'delivery') return { today, inAll: position - others };
  const held = reading.holdings.filter(isOf).reduce((sum, { quantity }) => sum + quantity, 0);
  const inAll = unitsOf(instrument.tradingSymbol, { held, net: position }, reading.delivered);
  return { today, inAll: inAll - others };
}

function keyOf({ instrument, product }: Pick<Line, 'instrument' | 'product'>): string {
  return `${instrument.tradingSymbol} ${product}`;
}

function dayOrderOf(order: DeskOrder): DayOrder {
  const { line, side, settledQuantity, elsewhere } = order;
  const role = order.isOfBasket ? 'basket' : order.role;
  const place = order.role === 'own' || !line ? undefined : lineKey(line);
  return { role, place, side, filledQuantity: order.progress.filledQuantity, settledQuantity, isElsewhere: elsewhere };
}

function signed(side: 'buy' | 'sell', quantity: number): number {
  return side === 'buy' ? quantity : -quantity;
}

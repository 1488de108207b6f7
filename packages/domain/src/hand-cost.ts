import { type DayOrder, handedOverBy } from './hand-units.ts';

/** An order of a day with what its executions came to. */
export interface PricedDayOrder extends DayOrder {
  /** Whole paise. */
  readonly filledValuePaise: number;
}

/** What was opened by hand cost. */
export interface HandCost<Order> {
  /** Whole paise for one unit, before charges. */
  readonly averagePaise: number;
  /** The order that opened it. */
  readonly first: Order;
}

/** Some units and what they cost. Signed: below zero is sold; `valuePaise` never is. */
interface Book<Order> {
  units: number;
  valuePaise: number;
  first: Order | undefined;
}

/**
 * What a unit cost of what an owner opened by hand or took over from tricks. A further purchase moves the average, a sale
 * leaves it, and what turns the side begins anew. Units that a trick handed over come in with its last order, at the
 * price that the trick paid.
 *
 * @param orders of one account in one instrument and product, in the order in which they were made
 * @param units what is left, signed, as `closableByHand` says
 * @returns `undefined` where nothing is left
 */
export function handCost<Order extends PricedDayOrder>(
  orders: readonly Order[],
  units: number,
): HandCost<Order> | undefined {
  if (units === 0) return undefined;
  const deeds = deedsByHand(orders);
  const book = emptyBook<Order>();
  for (const deed of deeds) {
    if (deed.isGivenBack) giveBack(book, deed.units);
    else take(book, deed);
  }
  if (Math.sign(book.units) === Math.sign(units)) return costOf(book);
  // Nobody can tell which of the orders it is that is left: the average of all on its side.
  const onSide = emptyBook<Order>();
  for (const deed of deeds) if (!deed.isGivenBack && Math.sign(deed.units) === Math.sign(units)) take(onSide, deed);
  return costOf(onSide);
}

/** Units that came to the owner, or left; what turned out to have been a trick's is given back. */
interface Deed<Order> {
  readonly order: Order;
  readonly units: number;
  readonly valuePaise: number;
  readonly isGivenBack: boolean;
}

function deedsByHand<Order extends PricedDayOrder>(orders: readonly Order[]): Deed<Order>[] {
  const handed = handedDeeds(orders);
  return orders.flatMap((order) => {
    const { role, filledQuantity, isElsewhere } = order;
    if (role === 'own') return filledQuantity > 0 ? [deedOf(order, filledQuantity)] : [];
    const given = isElsewhere ? [{ ...deedOf(order, filledQuantity), isGivenBack: true }] : [];
    const taken = handed.get(order);
    return taken ? [...given, taken] : given;
  });
}

/** What each trick handed over, by the last order of it. */
function handedDeeds<Order extends PricedDayOrder>(orders: readonly Order[]): ReadonlyMap<Order, Deed<Order>> {
  const deeds = new Map<Order, Deed<Order>>();
  for (const place of handedOverBy(orders).keys()) {
    const settled = orders.filter((order) => order.place === place && order.settledQuantity > 0);
    const book = emptyBook<Order>();
    for (const order of settled) take(book, deedOf(order, order.settledQuantity));
    const { units, valuePaise, first } = book;
    const last = settled.at(-1);
    if (last && first) deeds.set(last, { order: first, units, valuePaise, isGivenBack: false });
  }
  return deeds;
}

function deedOf<Order extends PricedDayOrder>(order: Order, quantity: number): Deed<Order> {
  const { side, filledQuantity, filledValuePaise } = order;
  const valuePaise = filledQuantity === 0 ? 0 : Math.round((filledValuePaise * quantity) / filledQuantity);
  return { order, units: side === 'buy' ? quantity : -quantity, valuePaise, isGivenBack: false };
}

function emptyBook<Order>(): Book<Order> {
  return { units: 0, valuePaise: 0, first: undefined };
}

function take<Order>(book: Book<Order>, { order, units, valuePaise }: Omit<Deed<Order>, 'isGivenBack'>): void {
  const before = book.units;
  book.units += units;
  if (before === 0 || Math.sign(before) === Math.sign(units)) {
    book.valuePaise += valuePaise;
    if (before === 0) book.first = order;
  } else if (Math.abs(units) <= Math.abs(before)) {
    book.valuePaise = Math.round((book.valuePaise * book.units) / before);
  } else {
    book.valuePaise = Math.round((valuePaise * book.units) / units);
    book.first = order;
  }
}

/** What was sold of a trick's units was no short sale of its owner's, so far as it looked like one. */
function giveBack(book: Book<unknown>, units: number): void {
  if (book.units === 0 || Math.sign(book.units) !== Math.sign(units)) return;
  const given = Math.sign(units) * Math.min(Math.abs(units), Math.abs(book.units));
  book.valuePaise = Math.round((book.valuePaise * (book.units - given)) / book.units);
  book.units -= given;
}

function costOf<Order>({ units, valuePaise, first }: Book<Order>): HandCost<Order> | undefined {
  if (units === 0 || !first) return undefined;
  return { averagePaise: Math.round(valuePaise / Math.abs(units)), first };
}

import type { IndiaDate } from '@trickdesk/domain';
import { chargesForOrder } from '@trickdesk/engine';

/** An order that may still be filled and that enlarges what is held, or might. Whole paise and units. */
export interface RestingOrder {
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  /** The worst that it may be filled at. */
  readonly pricePaise: number;
  /** The highest, where that is another: of a sale whose price is being changed. */
  readonly highestPaise?: number;
}

/** One order's fills of the day. */
export interface DayFill {
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly valuePaise: number;
  /** What it cost stands elsewhere in the day's result. */
  readonly isCharged?: boolean;
}

/** What one trick, or the owner by hand, does in one instrument. */
export interface HeldLine {
  /** By the owner, here or elsewhere, and not by a trick. */
  readonly isByHand: boolean;
  /** A basket's: a longer holding. What it held when the day began is paid for, and no day closes it. */
  readonly isOfBasket?: boolean;
  readonly symbol: string;
  readonly product: 'delivery' | 'intraday';
  readonly instrumentKind: 'equity' | 'etf';
  /** Signed units that were held when the day began, and the price that they are measured from. */
  readonly openingQuantity: number;
  readonly previousClosePaise: number;
  readonly lastPaise: number;
  readonly fills: readonly DayFill[];
  readonly resting: readonly RestingOrder[];
}

/**
 * An entry that is asked for. `lastPaise`: the market's last price of it; `orders`: as how many it leaves, one where it
 * is absent.
 */
export interface EntryFacts extends RestingOrder {
  readonly orders?: number;
  readonly symbol: string;
  readonly product: 'delivery' | 'intraday';
  readonly instrumentKind: 'equity' | 'etf';
  readonly lastPaise: number;
}

/** An account's live trading on one exchange day. Whole paise. */
export interface AccountFacts {
  readonly day: IndiaDate;
  /** After charges, of positions closed today; of one that was carried into the day, since the close before it. */
  readonly realisedPaise: number;
  /** Trades begun today; an order that rests counts as one. */
  readonly trades: number;
  readonly lines: readonly HeldLine[];
  /** What the broker says; absent where it has not said. */
  readonly funds: { readonly availablePaise: number; readonly usedPaise: number } | undefined;
  /** Orders sent or planned within the last minute of the wall clock, by whomever. */
  readonly ordersLastMinute: number;
}

/** What is compared with the limits. */
export interface RiskFigures {
  readonly realisedPaise: number;
  readonly unrealisedPaise: number;
  readonly resultPaise: number;
  readonly trades: number;
  readonly grossPaise: number;
  readonly netPaise: number;
  readonly marginPaise: number;
  readonly fundsPaise: number | undefined;
  readonly ordersLastMinute: number;
}

/** Of an intraday position's value, what the exchange asks to be blocked at least. */
const INTRADAY_MARGIN_PERCENT = 20;

/** Where the account stands, everything held closed at the last price. */
export function figuresOf(facts: AccountFacts): RiskFigures {
  return figures(facts, facts.lines, stakeOf);
}

/** The worst that can come of it: an entry and whatever rests is filled, or is not, whichever is worse for each figure. */
export function worstAfter(facts: AccountFacts, entry: EntryFacts): RiskFigures {
  const asked = lineOf(entry);
  const worst = figures(facts, [...facts.lines, asked], worstStakeOf);
  const ofEntry = worstStakeOf(asked, facts.day).marginPaise;
  // The broker blocks for what it knows of; whichever of us knows of more is right.
  const before = Math.max(worst.marginPaise - ofEntry, facts.funds?.usedPaise ?? 0);
  return {
    ...worst,
    marginPaise: before + ofEntry,
    trades: facts.trades + 1,
    ordersLastMinute: facts.ordersLastMinute + (entry.orders ?? 1),
  };
}

function lineOf({ symbol, product, instrumentKind, lastPaise, side, quantity, pricePaise }: EntryFacts): HeldLine {
  const resting = [{ side, quantity, pricePaise }];
  return {
    isByHand: false,
    symbol,
    product,
    instrumentKind,
    openingQuantity: 0,
    previousClosePaise: lastPaise,
    lastPaise,
    fills: [],
    resting,
  };
}

/** What one line adds. `longPaise` and `shortPaise`: what may still come on each side. */
interface Stake {
  readonly resultPaise: number;
  /** Signed value of what is held. */
  readonly heldPaise: number;
  readonly longPaise: number;
  readonly shortPaise: number;
  readonly marginPaise: number;
}

function figures(
  facts: AccountFacts,
  lines: readonly HeldLine[],
  stake: (line: HeldLine, day: IndiaDate) => Stake,
): RiskFigures {
  const sum = { result: 0, gross: 0, held: 0, long: 0, short: 0, margin: 0 };
  for (const line of lines) {
    const { resultPaise, heldPaise, longPaise, shortPaise, marginPaise } = stake(line, facts.day);
    sum.result += resultPaise;
    sum.gross += furthest(heldPaise, longPaise, shortPaise);
    sum.held += heldPaise;
    sum.long += longPaise;
    sum.short += shortPaise;
    sum.margin += marginPaise;
  }
  const { funds } = facts;
  return {
    realisedPaise: facts.realisedPaise,
    unrealisedPaise: sum.result,
    resultPaise: facts.realisedPaise + sum.result,
    trades: facts.trades,
    grossPaise: sum.gross,
    netPaise: furthest(sum.held, sum.long, sum.short),
    marginPaise: sum.margin,
    fundsPaise: funds && funds.availablePaise + funds.usedPaise,
    ordersLastMinute: facts.ordersLastMinute,
  };
}

/** How far from zero a value can get when parts of what waits on each side are added. */
function furthest(held: number, long: number, short: number): number {
  return Math.max(Math.abs(held), Math.abs(held + long), Math.abs(held - short));
}

function stakeOf(line: HeldLine, day: IndiaDate): Stake {
  const heldPaise = netQuantity(line) * line.lastPaise;
  return {
    resultPaise: resultOf(line, day),
    heldPaise,
    longPaise: 0,
    shortPaise: 0,
    marginPaise: marginOf(line.product, Math.max(0, Math.abs(heldPaise) - paidFor(line))),
  };
}

/** Value that blocks nothing: it was paid for on the days before. */
function paidFor(line: HeldLine): number {
  return line.isOfBasket ? Math.min(line.openingQuantity, netQuantity(line)) * line.lastPaise : 0;
}

function worstStakeOf(line: HeldLine, day: IndiaDate): Stake {
  const held = stakeOf(line, day);
  let [longPaise, shortPaise, cost] = [0, 0, 0];
  const left = sellable(line);
  for (const order of line.resting) {
    const pricePaise = highestOf(order, line.lastPaise);
    if (order.side === 'buy') {
      longPaise += order.quantity * pricePaise;
      cost += costOf(line, order, day);
      continue;
    }
    const [ofHeld, ofAll] = [Math.min(order.quantity, left.held), Math.min(order.quantity, left.withBought)];
    left.held -= ofHeld;
    left.withBought -= ofAll;
    shortPaise += ofHeld * pricePaise;
    cost += costOf(line, { ...order, quantity: ofAll }, day);
  }
  const furthestPaise = furthest(held.heldPaise, longPaise, shortPaise);
  return {
    ...held,
    longPaise,
    shortPaise,
    resultPaise: held.resultPaise - cost,
    marginPaise: marginOf(line.product, Math.max(0, furthestPaise - paidFor(line))),
  };
}

/**
 * Units that resting sales can take from what is counted here: of a delivery line what is held, and what may still be
 * bought. More than that comes out of shares from before the day, which are neither exposure nor margin nor a loss.
 */
function sellable(line: HeldLine): { held: number; withBought: number } {
  if (line.product === 'intraday') return { held: Number.POSITIVE_INFINITY, withBought: Number.POSITIVE_INFINITY };
  const held = netQuantity(line);
  const bought = line.resting.reduce((sum, { side, quantity }) => (side === 'buy' ? sum + quantity : sum), 0);
  return { held, withBought: held + bought };
}

function highestOf({ pricePaise, highestPaise = pricePaise }: RestingOrder, lastPaise: number): number {
  return Math.max(highestPaise, lastPaise);
}

export function marginOf(product: HeldLine['product'], valuePaise: number): number {
  return product === 'delivery' ? valuePaise : Math.ceil((valuePaise * INTRADAY_MARGIN_PERCENT) / 100);
}

/** What filling an order and closing it at the last price would lose: its price against us, and the charges of both. */
function costOf(line: HeldLine, order: RestingOrder, day: IndiaDate): number {
  const { side, quantity, pricePaise } = order;
  const against = side === 'buy' ? pricePaise - line.lastPaise : line.lastPaise - pricePaise;
  const back = side === 'buy' ? 'sell' : 'buy';
  const worstPaise = highestOf(order, line.lastPaise);
  const charges =
    chargesOf(line, { side, quantity, valuePaise: quantity * worstPaise }, day) +
    chargesOf(line, { side: back, quantity, valuePaise: quantity * worstPaise }, day);
  return Math.max(0, against) * quantity + charges;
}

/** Signed units held. Shares that were bought before the day and are sold by hand are no short position. */
export function netQuantity(line: HeldLine): number {
  const net = line.fills.reduce(
    (sum, fill) => sum + (fill.side === 'buy' ? fill.quantity : -fill.quantity),
    line.openingQuantity,
  );
  return line.product === 'delivery' ? Math.max(0, net) : net;
}

/**
 * What a line adds to the day: what was sold less what was bought and the price that it began with, what is held at the
 * last price, after the charges of the day's orders and those of closing now.
 */
function resultOf(line: HeldLine, day: IndiaDate): number {
  const net = netQuantity(line);
  let bookPaise = -line.openingQuantity * line.previousClosePaise;
  let charges = 0;
  for (const fill of knownFills(line)) {
    bookPaise += fill.side === 'buy' ? -fill.valuePaise : fill.valuePaise;
    if (!fill.isCharged) charges += chargesOf(line, fill, day);
  }
  const toClose = line.isOfBasket ? 0 : closingCharges(line, day);
  return bookPaise + net * line.lastPaise - charges - toClose;
}

/** What closing the line at the last price would cost now. */
export function closingCharges(line: HeldLine, day: IndiaDate): number {
  const net = netQuantity(line);
  if (net === 0) return 0;
  const quantity = Math.abs(net);
  return chargesOf(line, { side: net > 0 ? 'sell' : 'buy', quantity, valuePaise: quantity * line.lastPaise }, day);
}

/** Of a delivery line, sales only up to what was bought: what the rest was bought for is not known. */
function knownFills(line: HeldLine): readonly DayFill[] {
  if (line.product === 'intraday') return line.fills;
  let left = line.openingQuantity;
  for (const fill of line.fills) if (fill.side === 'buy') left += fill.quantity;
  return line.fills.map((fill) => {
    if (fill.side === 'buy') return fill;
    const quantity = Math.max(0, Math.min(fill.quantity, left));
    left -= quantity;
    if (quantity === fill.quantity) return fill;
    return { side: 'sell' as const, quantity, valuePaise: Math.floor((fill.valuePaise * quantity) / fill.quantity) };
  });
}

function chargesOf(line: Pick<HeldLine, 'product' | 'instrumentKind'>, fill: DayFill, day: IndiaDate): number {
  if (fill.quantity === 0) return 0;
  return chargesForOrder({
    tariff: 'angelone',
    exchange: 'NSE',
    product: line.product === 'delivery' ? 'DELIVERY' : 'INTRADAY',
    side: fill.side,
    quantity: fill.quantity,
    pricePaise: Math.round(fill.valuePaise / fill.quantity),
    instrumentKind: line.instrumentKind,
    date: day,
  }).totalPaise;
}

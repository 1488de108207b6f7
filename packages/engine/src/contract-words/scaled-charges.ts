import { indiaDateOf } from '@trickdesk/domain';
import { type ChargedOrder, chargesForOrder } from '../charges/index.ts';
import type { ClosedTrade } from '../run/types.ts';

/** One trade of a back-test: units, and whole paise for each. */
export type ModelledTrade = Pick<
  ClosedTrade,
  'direction' | 'quantity' | 'entryAt' | 'entryPaise' | 'exitAt' | 'exitPaise'
>;

export interface ChargedRecord {
  readonly chargesPaise: number;
  readonly trades: number;
  /** Its newest trades, or all of them. */
  readonly newestTrades: readonly ModelledTrade[];
}

/**
 * What the trades of a back-test would pay at a multiple of their quantity, whole paise. Taxes and fees of the exchange go
 * with the value; brokerage has its floor and its cap for each order and the depository's fee is flat, so they are worked
 * out for each trade anew. Of trades that are not at hand it is assumed that they are like those that are.
 */
export function chargesAt(scale: number, product: ChargedOrder['product'], record: ChargedRecord): number {
  const { chargesPaise, trades, newestTrades } = record;
  const beyond = newestTrades.reduce((sum, trade) => sum + beyondProportion(scale, product, trade), 0);
  const ofAll = newestTrades.length === 0 ? 0 : (beyond * trades) / newestTrades.length;
  return Math.max(0, Math.round(chargesPaise * scale + ofAll));
}

export interface ScaledDay {
  readonly date: string;
  /** After charges; not rounded. */
  readonly resultPaise: number;
  /** Not all trades of the day are at hand. */
  readonly isEstimate: boolean;
}

/**
 * What the days of a back-test would have come to at a multiple of its quantity: prices go with the quantity, charges as
 * `chargesAt` works them out, each on the day of its order. Of trades that are not at hand it is assumed that they are
 * like those that are, and spread over their days.
 *
 * @param record.days change of the account's value after charges, whole paise
 */
export function daysAt(
  scale: number,
  product: ChargedOrder['product'],
  record: ChargedRecord & { readonly days: readonly { readonly date: string; readonly resultPaise: number }[] },
): ScaledDay[] {
  const { days, newestTrades, trades } = record;
  const beyond = beyondByDay(scale, product, newestTrades);
  const knownAfter = newestTrades.length < trades ? oldestEnd(newestTrades) : '';
  const unknown = days.filter(({ date }) => date <= knownAfter).length;
  const ofAll = [...beyond.values()].reduce((sum, paise) => sum + paise, 0);
  const ofOne = newestTrades.length === 0 ? 0 : ofAll / newestTrades.length;
  const ofUnknown = unknown === 0 ? 0 : (ofOne * (trades - newestTrades.length)) / unknown;
  return days.map(({ date, resultPaise }) => {
    const isUnknown = date <= knownAfter;
    const more = (beyond.get(date) ?? 0) + (isUnknown ? ofUnknown : 0);
    return { date, resultPaise: resultPaise * scale - more, isEstimate: isUnknown && scale !== 1 };
  });
}

/** On this day and before, trades may be missing: the newest are known by their ends. */
function oldestEnd(newestTrades: readonly ModelledTrade[]): string {
  // Later than any date.
  if (newestTrades.length === 0) return '9999-12-31';
  return indiaDateOf(newestTrades.reduce((oldest, { exitAt }) => Math.min(oldest, exitAt), Number.POSITIVE_INFINITY));
}

function beyondByDay(
  scale: number,
  product: ChargedOrder['product'],
  trades: readonly ModelledTrade[],
): ReadonlyMap<string, number> {
  const days = new Map<string, number>();
  for (const order of trades.flatMap((trade) => ordersOf(product, trade))) {
    days.set(order.date, (days.get(order.date) ?? 0) + beyondOrder(scale, order));
  }
  return days;
}

/** How far the charges of a trade at a multiple are from that multiple of its charges. */
function beyondProportion(scale: number, product: ChargedOrder['product'], trade: ModelledTrade): number {
  return ordersOf(product, trade).reduce((sum, order) => sum + beyondOrder(scale, order), 0);
}

function beyondOrder(scale: number, order: ChargedOrder): number {
  const quantity = Math.floor(order.quantity * scale);
  return chargesOf({ ...order, quantity }) - chargesOf(order) * scale;
}

function chargesOf(order: ChargedOrder): number {
  return order.quantity === 0 ? 0 : chargesForOrder(order).totalPaise;
}

function ordersOf(product: ChargedOrder['product'], trade: ModelledTrade): readonly ChargedOrder[] {
  const { direction, quantity, entryAt, entryPaise, exitAt, exitPaise } = trade;
  // An ETF pays less of the tax on transactions, which is in proportion and cancels out.
  const shared = { tariff: 'angelone', exchange: 'NSE', instrumentKind: 'equity', product, quantity } as const;
  const [entrySide, exitSide] = direction === 'long' ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const);
  return [
    { ...shared, side: entrySide, pricePaise: entryPaise, date: indiaDateOf(entryAt) },
    { ...shared, side: exitSide, pricePaise: exitPaise, date: indiaDateOf(exitAt) },
  ];
}

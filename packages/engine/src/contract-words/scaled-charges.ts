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

/** How far the charges of a trade at a multiple are from that multiple of its charges. */
function beyondProportion(scale: number, product: ChargedOrder['product'], trade: ModelledTrade): number {
  const quantity = Math.floor(trade.quantity * scale);
  return chargesOf(product, { ...trade, quantity }) - chargesOf(product, trade) * scale;
}

function chargesOf(product: ChargedOrder['product'], trade: ModelledTrade): number {
  const { direction, quantity, entryAt, entryPaise, exitAt, exitPaise } = trade;
  if (quantity === 0) return 0;
  // An ETF pays less of the tax on transactions, which is in proportion and cancels out.
  const shared = { tariff: 'angelone', exchange: 'NSE', instrumentKind: 'equity', product, quantity } as const;
  const [entrySide, exitSide] = direction === 'long' ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const);
  const entry = { ...shared, side: entrySide, pricePaise: entryPaise, date: indiaDateOf(entryAt) };
  const exit = { ...shared, side: exitSide, pricePaise: exitPaise, date: indiaDateOf(exitAt) };
  return chargesForOrder(entry).totalPaise + chargesForOrder(exit).totalPaise;
}

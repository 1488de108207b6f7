import { MINUTE_MS } from '@trickdesk/domain';
import { circuitsOf } from '../market/depth.ts';
import type { LiveQuote } from '../market/live-book.ts';
import { chargesOf, holdingOf, stakeOf } from './account.ts';
import { blockedBy, type MarginOrder, marginOrderOf, totalOf } from './margin.ts';
import type { DeskParts } from './parts.ts';
import type { AccountRecord, OrderRecord } from './records.ts';
import { isWorking } from './state.ts';
import { frozen, insufficientFunds, insufficientHoldings, notAuthorised, TEXT } from './words.ts';

/** From so long before the close no intraday order may open a position. */
const INTRADAY_CUT_OFF_MS = 15 * MINUTE_MS;

/**
 * What broker and exchange find wrong with an order that has its place in neither yet; the first that fails speaks.
 *
 * @returns the text of the rejection; `undefined`: nothing is wrong
 */
export function rejectionOf(parts: DeskParts, order: OrderRecord): string | undefined {
  const quote = parts.market.quoteOf(order.token);
  if (!quote || quote.last <= 0) return TEXT.noPrice;
  if (order.quantity > parts.settings.freezeQuantity) return frozen(parts.settings.freezeQuantity);
  return priceTrouble(order, quote) ?? accountTrouble(parts, order);
}

function priceTrouble(order: OrderRecord, quote: LiveQuote): string | undefined {
  const { upper, lower } = circuitsOf(quote);
  const prices = [order.pricePaise, order.triggerPaise].filter((price) => price > 0);
  if (prices.some((price) => price > upper || price < lower)) return TEXT.circuit;
  if (!order.armed) return undefined;
  if (order.side === 'BUY' && order.triggerPaise <= quote.last) return TEXT.triggerBuy;
  if (order.side === 'SELL' && order.triggerPaise >= quote.last) return TEXT.triggerSell;
  return undefined;
}

function accountTrouble(parts: DeskParts, order: OrderRecord): string | undefined {
  const { state, settings, market } = parts;
  const account = state.account(order.clientCode);
  const others = state.ordersOf(order.clientCode).filter((other) => other.number !== order.number && isWorking(other));
  if (order.product === 'DELIVERY' && order.side === 'SELL')
    return holdingTrouble({ account, others, standing: settings.hasStandingAuthorisation(account.clientCode) }, order);
  if (order.product === 'MARGIN') {
    if (order.side === 'SELL') return pledgedTrouble({ account, others }, order);
    if (parts.faults.isCautionary(order.token)) return TEXT.notForMargin;
  }
  const opens = order.product !== 'INTRADAY' || opensPosition(account, others, order);
  if (!opens) return undefined;
  const session = market.session();
  if (order.product === 'INTRADAY' && session && market.now() >= session.closeAt - INTRADAY_CUT_OFF_MS)
    return TEXT.intradayCutOff;
  return fundsTrouble(parts, { account, others }, order);
}

interface OwnMarket {
  readonly account: AccountRecord;
  readonly others: readonly OrderRecord[];
}

function holdingTrouble(own: OwnMarket & { readonly standing: boolean }, order: OrderRecord): string | undefined {
  const today = stakeOf(own.account, order.token, 'DELIVERY')?.netQuantity ?? 0;
  const holding = holdingOf(own.account, order.token);
  const offered = sum(own.others.filter((other) => isDeliverySale(other, order.token)).map(openQuantity));
  const wanted = openQuantity(order);
  const free = today + (holding?.settledQuantity ?? 0) + (holding?.t1Quantity ?? 0) - offered;
  if (wanted > free) return insufficientHoldings(Math.max(0, free), wanted);
  if (own.standing) return undefined;
  const released = today + (holding?.releasedQuantity ?? 0) + (holding?.t1Quantity ?? 0) - offered;
  return wanted > released ? notAuthorised(Math.max(0, released), wanted) : undefined;
}

/** What margin trading holds is pledged to the broker, who needs no word to the depository to sell it. */
function pledgedTrouble({ account, others }: OwnMarket, order: OrderRecord): string | undefined {
  const held = stakeOf(account, order.token, 'MARGIN')?.netQuantity ?? 0;
  const offered = others.filter(
    (other) => other.token === order.token && other.product === 'MARGIN' && other.side === 'SELL',
  );
  const free = held - sum(offered.map(openQuantity));
  const wanted = openQuantity(order);
  return wanted > free ? insufficientHoldings(Math.max(0, free), wanted) : undefined;
}

function isDeliverySale(order: OrderRecord, token: string): boolean {
  return order.token === token && order.product === 'DELIVERY' && order.side === 'SELL';
}

/** Whether an intraday order could leave more open than it closes, those before it filled first. */
function opensPosition(account: AccountRecord, others: readonly OrderRecord[], order: OrderRecord): boolean {
  const net = stakeOf(account, order.token, 'INTRADAY')?.netQuantity ?? 0;
  const closable = order.side === 'BUY' ? Math.max(0, -net) : Math.max(0, net);
  const before = others.filter(
    (other) => other.token === order.token && other.product === 'INTRADAY' && other.side === order.side,
  );
  return openQuantity(order) > closable - sum(before.map(openQuantity));
}

function fundsTrouble(parts: DeskParts, { account, others }: OwnMarket, order: OrderRecord): string | undefined {
  const worth = (of: OrderRecord): MarginOrder => marginOrderOf(of, tickOf(parts, of.token));
  const before = totalOf(blockedBy(account, others.map(worth)));
  const after = totalOf(blockedBy(account, [...others.map(worth), worth(order)]));
  const available = account.cashPaise - before;
  return after - before > available ? insufficientFunds(available, after - before) : undefined;
}

/** Charges of the whole order at the price it is worth, for orders that open something; 0 for the others. */
export function estimateCharges(parts: DeskParts, order: OrderRecord): number {
  const instrument = parts.market.instrumentOf(order.token);
  const account = parts.state.account(order.clientCode);
  if (!instrument || (order.product !== 'INTRADAY' && order.side === 'SELL')) return 0;
  const others = parts.state
    .ordersOf(order.clientCode)
    .filter((other) => other.number !== order.number && isWorking(other));
  if (order.product === 'INTRADAY' && !opensPosition(account, others, order)) return 0;
  const { pricePaise } = marginOrderOf(order, instrument.tickPaise);
  const turnoverPaise = order.quantity * pricePaise;
  // No order is worth that much: its quantity or its price is refused right after.
  if (!Number.isSafeInteger(turnoverPaise)) return 0;
  return chargesOf(order, turnoverPaise, { instrument, date: parts.state.day.date });
}

/** What the client's working orders block, oldest first. */
export function marginOrdersOf(parts: DeskParts, clientCode: string): readonly MarginOrder[] {
  const working = parts.state.ordersOf(clientCode).filter(isWorking);
  return working.map((order) => marginOrderOf(order, tickOf(parts, order.token)));
}

function tickOf({ market }: DeskParts, token: string): number {
  return market.instrumentOf(token)?.tickPaise ?? 1;
}

export function openQuantity(order: OrderRecord): number {
  return order.quantity - order.filledQuantity;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

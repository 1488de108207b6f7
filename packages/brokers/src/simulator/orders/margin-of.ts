import { blockedBy, type MarginOrder } from './margin.ts';
import type { DeskParts } from './parts.ts';
import { productOf } from './request-rules.ts';
import { marginOrdersOf } from './risk-rules.ts';
import type { MarginAnswer, Refused, SimMarginLeg } from './types.ts';
import { REFUSAL } from './words.ts';

/** What the legs would block on top of what positions and orders of the client block already; charges not counted. */
export function marginOfLegs(parts: DeskParts, clientCode: string, legs: readonly SimMarginLeg[]): MarginAnswer {
  const orders: MarginOrder[] = [];
  for (const leg of legs) {
    const order = marginLeg(parts, leg);
    if ('kind' in order) return order;
    orders.push(order);
  }
  const account = parts.state.account(clientCode);
  const working = marginOrdersOf(parts, clientCode);
  const before = blockedBy(account, working);
  const after = blockedBy(account, [...working, ...orders]);
  const deliveryPaise =
    after.deliveryPaise + after.marginTradingPaise - before.deliveryPaise - before.marginTradingPaise;
  const intradayPaise = after.intradayPaise - before.intradayPaise;
  return { kind: 'margin', totalPaise: deliveryPaise + intradayPaise, deliveryPaise, intradayPaise };
}

function marginLeg({ market }: DeskParts, leg: SimMarginLeg): MarginOrder | Refused {
  const { token, side, quantity } = leg;
  const instrument = market.instrumentOf(token);
  if (!instrument || instrument.exchange !== leg.exchange) return REFUSAL.token;
  if (side !== 'BUY' && side !== 'SELL') return REFUSAL.side;
  const product = productOf(leg.product);
  if (!product) return REFUSAL.product;
  if (!Number.isSafeInteger(quantity) || quantity <= 0) return REFUSAL.quantity;
  if (!(leg.pricePaise >= 0)) return REFUSAL.price;
  const pricePaise = leg.pricePaise || (market.quoteOf(token)?.last ?? 0);
  return { token, product, side, quantity, pricePaise, chargesPaise: 0 };
}

import { stakeFor, takeCost } from './account.ts';
import { blockedBy, totalOf } from './margin.ts';
import type { DeskParts } from './parts.ts';
import { productOf } from './request-rules.ts';
import { marginOrdersOf, openQuantity } from './risk-rules.ts';
import { isWorking } from './state.ts';
import type { ConvertAnswer, ConvertRequest } from './types.ts';
import { REFUSAL } from './words.ts';

/**
 * Turns a part of today's long position into the other product, at its cost. A short position cannot be delivered, and
 * what working sales have been promised stays where it is.
 */
export function convertPosition(parts: DeskParts, clientCode: string, request: ConvertRequest): ConvertAnswer {
  const { state } = parts;
  const instrument = parts.market.instrumentOf(request.token);
  if (!instrument || instrument.exchange !== request.exchange) return REFUSAL.token;
  const from = productOf(request.from);
  const to = productOf(request.to);
  if (!from || !to || from === to) return REFUSAL.product;
  const account = structuredClone(state.account(clientCode));
  const promised = state
    .ordersOf(clientCode)
    .filter((order) => isWorking(order) && order.token === request.token && order.product === from)
    .reduce((sum, order) => sum + (order.side === 'SELL' ? openQuantity(order) : 0), 0);
  const source = stakeFor(account, request.token, from);
  const { quantity } = request;
  const isWhole = Number.isSafeInteger(quantity) && quantity > 0 && quantity % instrument.lotSize === 0;
  // What margin trading carried here was no purchase of today's.
  const convertible = Math.min(source.netQuantity - promised, source.buyQuantity);
  if (!isWhole || request.side !== 'BUY' || quantity > convertible) return REFUSAL.conversion;
  if (to === 'MARGIN' && parts.faults.isCautionary(request.token)) return REFUSAL.conversion;
  const target = stakeFor(account, request.token, to);
  if (target.netQuantity < 0) return REFUSAL.conversion;
  const cost = takeCost(source, source.netQuantity, quantity);
  source.netQuantity -= quantity;
  source.buyQuantity -= quantity;
  source.buyValuePaise -= cost;
  target.netQuantity += quantity;
  target.costPaise += cost;
  target.buyQuantity += quantity;
  target.buyValuePaise += cost;
  if (from === 'DELIVERY') account.cashPaise += cost;
  if (to === 'DELIVERY') account.cashPaise -= cost;
  if (account.cashPaise < totalOf(blockedBy(account, marginOrdersOf(parts, clientCode)))) return REFUSAL.conversion;
  state.accountChanged(account);
  return { kind: 'converted' };
}

import type { HandPositionRow } from '@trickdesk/contract';
import { paiseToRupees, toIndiaIso, toSafePaise } from '@trickdesk/domain';
import type { HandPosition } from './hand-positions.ts';
import { productToWire } from './own-orders-wire.ts';
import type { Sortable } from './sort-positions.ts';
import type { PositionFilter } from './store.ts';
import { badgeOf } from './wire.ts';

/** Positions that were opened by hand or handed over, in the words of the wire. */

/** Whether a list that is narrowed by broker account and by text shows it. */
export function isAskedFor(
  { brokerLinkId, symbol, handedOverBy }: HandPosition,
  filter: Pick<PositionFilter, 'brokerLinkId' | 'search'>,
): boolean {
  if (filter.brokerLinkId !== undefined && filter.brokerLinkId !== brokerLinkId) return false;
  const text = filter.search?.toLowerCase() ?? '';
  return [symbol, ...handedOverBy.map(({ name }) => name)].some((one) => one.toLowerCase().includes(text));
}

/** Before charges, at the last prices; what has had no price yet adds no result. Whole paise. */
export function handTotals(positions: readonly HandPosition[]): { readonly pnl: bigint; readonly invested: bigint } {
  let [pnl, invested] = [0n, 0n];
  for (const position of positions) {
    pnl += pnlOf(position) ?? 0n;
    invested += BigInt(Math.abs(position.quantity)) * BigInt(position.averagePaise);
  }
  return { pnl, invested };
}

/** By its result before charges: there is no other. */
export function handSortable(position: HandPosition): Sortable {
  return { id: 0, symbol: position.symbol, time: position.openedAt, result: pnlOf(position) };
}

function pnlOf({ quantity, averagePaise, last }: HandPosition): bigint | undefined {
  return last && BigInt(quantity) * BigInt(last.pricePaise - averagePaise);
}

export function handToWire(position: HandPosition, simulated: boolean): HandPositionRow {
  const { last, quantity, stop } = position;
  const pnl = pnlOf(position);
  const openedAt = toIndiaIso(position.openedAt);
  return {
    placedBy: 'hand',
    isByHand: position.isByHand,
    handedOverBy: position.handedOverBy.map(({ deploymentId, name }) => ({ TricksId: deploymentId, trickName: name })),
    brokerId: position.brokerLinkId,
    is_live: 1,
    badge: badgeOf('live', simulated),
    symbol: position.symbol,
    exchange: 'NSE',
    side: quantity > 0 ? 'buy' : 'sell',
    product: productToWire(position.product) === 'DELIVERY' ? 'DELIVERY' : 'INTRADAY',
    quantity: Math.abs(quantity),
    averagePrice: paiseToRupees(position.averagePaise),
    ...(last ? { lastPrice: paiseToRupees(last.pricePaise), lastPriceAt: toIndiaIso(last.at) } : {}),
    status: 'open',
    states: [{ state: 'open', at: openedAt }],
    reason: reasonOf(position),
    ...(pnl === undefined ? {} : { pnlBeforeChargesPaise: toSafePaise(pnl) }),
    restingQuantity: position.restingQuantity,
    ...(stop ? { stop: { triggerPrice: paiseToRupees(stop.triggerPaise), quantity: stop.quantity } } : {}),
    openedAt,
  };
}

function reasonOf({ isByHand, handedOverBy }: HandPosition): string {
  const tricks = handedOverBy.map(({ name }) => `“${name}”`).join(', ');
  if (handedOverBy.length === 0) return 'Opened by hand.';
  return isByHand ? `Opened by hand, and handed over from ${tricks}.` : `Handed over from ${tricks}.`;
}

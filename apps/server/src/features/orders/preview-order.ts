import type { OrderPreview } from '@trickdesk/contract';
import { indiaDateOf, paiseToRupees, toIndiaIso, toSafePaise } from '@trickdesk/domain';
import { withHeld } from './ask-held.ts';
import type { OwnOrderParts, PriceBand } from './own-order-parts.ts';
import { chargesByKind, problemsOf } from './own-orders-rules.ts';
import { handOrderOf, type KnownWish, readWish, type WishInput } from './read-wish.ts';
import { badgeOf } from './wire.ts';

/** What an order would block and cost, and what stands in its way. Nothing is kept and nothing sent. */
export async function previewOrder(parts: OwnOrderParts, accountId: number, wish: WishInput): Promise<OrderPreview> {
  const known = await readWish(parts, accountId, wish);
  const { brokerLinkId, instrument, shape, last } = known;
  const at = known.exchangeNow ?? parts.clock.now();
  const order = await withHeld(parts, handOrderOf(accountId, wish, known, at));
  const [margin, band, veto] = await Promise.all([
    parts.marginOf(brokerLinkId, order),
    parts.bandOf(brokerLinkId, instrument),
    parts.foresee(parts.database.kysely, order),
  ]);
  const { tickPaise, lotSize, kind: instrumentKind } = instrument;
  return {
    brokerId: brokerLinkId,
    badge: badgeOf('live', parts.marketData.simulated),
    kind: shape.kind,
    tickSize: paiseToRupees(tickPaise),
    lotSize,
    ...(last ? { lastPrice: paiseToRupees(last.pricePaise), lastPriceAt: toIndiaIso(last.at) } : {}),
    ...(band ? { lowerBand: paiseToRupees(band.lowerPaise), upperBand: paiseToRupees(band.upperPaise) } : {}),
    valuePaise: shape.quantity * shape.pricePaise,
    ...(margin?.kind === 'ok' ? { marginPaise: toSafePaise(margin.value) } : {}),
    charges: chargesByKind({
      product: wish.product,
      side: wish.side,
      quantity: shape.quantity,
      pricePaise: shape.pricePaise,
      instrumentKind: instrumentKind === 'etf' ? 'etf' : 'equity',
      date: indiaDateOf(at),
    }),
    problems: [
      ...(known.isOpen ? [] : [{ sentence: CLOSED }]),
      ...problemsOf(wish, wishFacts(known, band)),
      ...(veto ? [{ sentence: veto.sentence }] : []),
      ...(margin?.kind === 'refused' ? [{ sentence: `The broker says: ${margin.message}` }] : []),
    ],
  };
}

const CLOSED = 'The market is closed. Orders are taken while continuous trading is open.';

export function wishFacts({ instrument, last }: KnownWish, band: PriceBand | undefined) {
  const { symbol, tickPaise, lotSize } = instrument;
  return { symbol, tickPaise, lotSize, lastPaise: last?.pricePaise, band };
}

import type { OrderPreview } from '@trickdesk/contract';
import { indiaDateOf, type PriceBand, paiseToRupees, toIndiaIso, toSafePaise } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import { withHeld } from './ask-held.ts';
import {
  changedOrder,
  changedWish,
  mayBeTriggered,
  priceAgainst,
  restProblem,
  standingOf,
  triggerProblem,
} from './changed-order.ts';
import { wasSoldForDelivery } from './order-details-store.ts';
import type { HandOrder, OwnOrderParts } from './own-order-parts.ts';
import { chargesByKind, decideChange, problemsOf, type WishProblem } from './own-orders-rules.ts';
import { findOwn } from './own-orders-store.ts';
import { phaseNotes, stopProblem, unchangeableWords, untakenWords } from './phase-words.ts';
import { handOrderOf, type KnownWish, readWish, type WishInput } from './read-wish.ts';
import { releaseProblem } from './release-problem.ts';
import { badgeOf } from './wire.ts';

/** `replaces`: the order by hand that is to be changed; share, side, product and account are its own then. */
export interface PreviewInput extends WishInput {
  readonly replaces?: number | undefined;
}

/** What an order would block and cost, and what stands in its way. Nothing is kept and nothing sent. */
export async function previewOrder(
  parts: OwnOrderParts,
  accountId: number,
  input: PreviewInput,
): Promise<OrderPreview> {
  const { replaces, ...wish } = input;
  if (replaces !== undefined) return previewChange(parts, accountId, { ...wish, replaces });
  const known = await readWish(parts, accountId, wish);
  const order = handOrderOf(accountId, wish, known, known.exchangeNow ?? parts.clock.now());
  const untaken = sentenceOf(untakenWords(known.phase, known.instrument.symbol));
  return previewOf(parts, { known, order, problemsIn: (band) => [...untaken, ...problemsIn(wish, known, band)] });
}

/** The same of what an order by hand may still trade once it is changed. */
async function previewChange(
  parts: OwnOrderParts,
  accountId: number,
  { replaces, ...wanted }: WishInput & { readonly replaces: number },
): Promise<OrderPreview> {
  const record = await findOwn(parts.database.kysely, accountId, replaces);
  if (!record) throw new Refusal('NOT_FOUND');
  const decision = decideChange(standingOf(record), wanted);
  if (!decision.allowed) throw new Refusal(decision.code);
  const { shape } = decision;
  const problem = triggerProblem(record, wanted) ?? restProblem(record, shape);
  if (problem) throw new Refusal('INVALID_INPUT', { message: problem.message, errors: [problem] });
  const wish = changedWish(record, wanted, shape);
  const { symbol, broker_link_id: brokerId } = record;
  const known = await readWish(parts, accountId, { ...wish, symbol, brokerId });
  const order = await changedOrder(parts, { accountId, record, shape });
  if (!order) throw new Refusal('INSTRUMENT_UNKNOWN');
  // As with the change itself: a stop may have been triggered meanwhile, and where the price stands is no problem then.
  const lastPaise = priceAgainst(record, wanted, known.last?.pricePaise);
  const unchangeable = sentenceOf(unchangeableWords(known.phase, symbol));
  const problemsIn = (band: PriceBand | undefined) => [
    ...unchangeable,
    ...problemsOf(wish, { ...wishFacts(known, band), lastPaise, mayBeTriggered: mayBeTriggered(record) }),
  ];
  return previewOf(parts, { known, order, problemsIn });
}

interface Previewed {
  readonly known: KnownWish;
  readonly order: HandOrder;
  readonly problemsIn: (band: PriceBand | undefined) => OrderPreview['problems'];
}

async function previewOf(parts: OwnOrderParts, previewed: Previewed): Promise<OrderPreview> {
  const { known, problemsIn } = previewed;
  const { brokerLinkId, instrument, shape, last } = known;
  const order = await withHeld(parts, previewed.order);
  const date = indiaDateOf(order.at);
  const db = parts.database.kysely;
  const [margin, band, release, veto, wasSold] = await Promise.all([
    parts.marginOf(brokerLinkId, order),
    parts.bandOf(brokerLinkId, instrument),
    askRelease(parts, order),
    parts.foresee(db, order),
    wasSoldForDelivery(db, { brokerLinkId, symbol: instrument.symbol, day: date }),
  ]);
  const { tickPaise, lotSize, kind: instrumentKind, symbol } = instrument;
  return {
    brokerId: brokerLinkId,
    badge: badgeOf('live', parts.marketData.simulated),
    kind: shape.kind,
    tickSize: paiseToRupees(tickPaise),
    lotSize,
    ...(last ? { lastPrice: paiseToRupees(last.pricePaise), lastPriceAt: toIndiaIso(last.at) } : {}),
    ...(band ? { lowerBand: paiseToRupees(band.lowerPaise), upperBand: paiseToRupees(band.upperPaise) } : {}),
    valuePaise: order.quantity * order.pricePaise,
    ...(margin?.kind === 'ok' ? { marginPaise: toSafePaise(margin.value) } : {}),
    charges: chargesByKind({
      product: order.product === 'delivery' ? 'DELIVERY' : 'INTRADAY',
      side: order.side,
      quantity: order.quantity,
      pricePaise: order.pricePaise,
      instrumentKind: instrumentKind === 'etf' ? 'etf' : 'equity',
      date,
      isFirstSale: !wasSold,
    }),
    problems: [
      ...problemsIn(band),
      ...(release ? [release] : []),
      ...(veto ? [{ sentence: veto.sentence }] : []),
      ...(margin?.kind === 'refused' ? [{ sentence: `The broker says: ${margin.message}` }] : []),
    ],
    notes: phaseNotes(known.phase, symbol, shape.kind === 'stop_limit'),
  };
}

/** Only a sale for delivery is asked about, and what was bought today only where that may mend it. */
async function askRelease(parts: OwnOrderParts, order: HandOrder) {
  if (order.side !== 'sell' || order.product !== 'delivery') return undefined;
  const reading = await parts.releasesOf(order.brokerLinkId);
  if (!releaseProblem(order, reading, 0)) return undefined;
  return releaseProblem(order, reading, (await parts.heldOf(order.brokerLinkId, order)) ?? 0);
}

function sentenceOf(sentence: string | undefined) {
  return sentence === undefined ? [] : [{ sentence }];
}

/** What is wrong with a wish as it stands, each with the field that mends it. */
export function problemsIn(wish: WishInput, known: KnownWish, band: PriceBand | undefined): WishProblem[] {
  const stop = stopProblem(known.phase, known.instrument.symbol, known.shape.kind === 'stop_limit');
  return [...(stop ? [stop] : []), ...problemsOf(wish, wishFacts(known, band))];
}

function wishFacts({ instrument, last }: KnownWish, band: PriceBand | undefined) {
  const { symbol, tickPaise, lotSize } = instrument;
  return { symbol, tickPaise, lotSize, lastPaise: last?.pricePaise, band };
}

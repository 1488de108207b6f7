import type { Tx } from '@trickdesk/db';
import { formatPaise, indiaDateOf, type PriceBand } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import type { Caller } from '../../platform/caller.ts';
import { answerOnce, findAnswerOf } from '../../platform/idempotency.ts';
import { recordActivity } from '../activity/index.ts';
import { holdLink } from '../broker-links/index.ts';
import { withHeld } from './ask-held.ts';
import { awaitAnswer, type Standing } from './await-answer.ts';
import type { HandOrder, HandVeto, OwnOrderParts } from './own-order-parts.ts';
import { insertDeed, insertOwnOrder } from './own-orders-store.ts';
import { untakenWords } from './phase-words.ts';
import { problemsIn } from './preview-order.ts';
import { handOrderOf, type KnownWish, readWish, type WishInput } from './read-wish.ts';

/** What the first request with a key led to; it survives as JSON. */
export type Placed =
  | { readonly kind: 'kept'; readonly orderId: number }
  | { readonly kind: 'vetoed'; readonly veto: HandVeto };

export interface PlaceRequest extends WishInput {
  readonly idempotencyKey: string;
  /** What the product places it for, in the account's log: `the basket “Banks”`. Absent: its owner did it by hand. */
  readonly onBehalfOf?: string;
  /** Notes whose order it is, in the transaction that keeps it: no desk sees it without. @throws Refusal */
  readonly keptAs?: (tx: Tx, orderId: number) => Promise<void>;
}

/**
 * Keeps an order by hand, so that the desk of the account sends it, and waits a moment for what becomes of it. What
 * the account's limits say no to is kept as a veto.
 *
 * @throws Refusal
 */
export async function placeOwnOrder(parts: OwnOrderParts, caller: Caller, request: PlaceRequest): Promise<Standing> {
  const { idempotencyKey: key, onBehalfOf: _whose, keptAs: _how, ...body } = request;
  const { accountId } = caller;
  const asked = { accountId, call: 'placeorder', key } as const;
  // An order that stands is told of, whatever its account may do by now: who hears “no” places it once more.
  const isRepeated = (await findAnswerOf(parts.database.kysely, asked)) !== undefined;
  const wished = isRepeated ? undefined : await readWished(parts, caller, request);
  const answer = await parts.database.transaction((tx) =>
    answerOnce(tx, { ...asked, body, now: new Date(parts.clock.now()) }, (): Promise<Placed> => {
      if (!wished) throw new Error('the answer to a key went away while it was read');
      return keep(tx, parts, wished);
    }),
  );
  if (answer.kind === 'key_reused') throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  if (answer.answer.kind === 'vetoed') throw refusalOfVeto(answer.answer.veto);
  if (wished) parts.wakeDesk(wished.known.brokerLinkId);
  return awaitAnswer(parts, accountId, answer.answer.orderId);
}

export function refusalOfVeto({ rule, sentence: message }: HandVeto): Refusal {
  return new Refusal(rule === 'kill_switch' ? 'KILL_SWITCH_ON' : 'RISK_VETOED', { message });
}

interface Wished {
  readonly caller: Caller;
  readonly wish: WishInput;
  readonly known: KnownWish;
  /** `undefined` before the exchange's first word. */
  readonly order: HandOrder | undefined;
  /** The exchange's, where the broker told it soon enough: otherwise it is the broker's to check. */
  readonly band: PriceBand | undefined;
  readonly onBehalfOf: string | undefined;
  readonly keptAs: PlaceRequest['keptAs'];
}

/** All that is asked before the transaction, which nobody outside may hold up. @throws Refusal */
async function readWished(parts: OwnOrderParts, caller: Caller, request: PlaceRequest): Promise<Wished> {
  const { idempotencyKey: _key, onBehalfOf, keptAs, ...wish } = request;
  const { accountId } = caller;
  const known = await readWish(parts, accountId, wish);
  const { exchangeNow } = known;
  const asked = exchangeNow === undefined ? undefined : handOrderOf(accountId, wish, known, exchangeNow);
  const [order, band] = await Promise.all([
    asked && withHeld(parts, asked),
    // A basket tries a refused name again by itself.
    known.phase.phase !== 'closed' && onBehalfOf === undefined
      ? parts.bandOf(known.brokerLinkId, known.instrument)
      : undefined,
  ]);
  return { caller, wish, known, order, band, onBehalfOf, keptAs };
}

async function keep(tx: Tx, parts: OwnOrderParts, wished: Wished): Promise<Placed> {
  const { caller, wish, known, order, band, onBehalfOf, keptAs } = wished;
  const { exchangeNow, shape, instrument, brokerLinkId } = known;
  const untaken = untakenWords(known.phase, instrument.symbol);
  if (untaken !== undefined) throw new Refusal('MARKET_CLOSED', { message: untaken });
  if (exchangeNow === undefined || !order) throw new Refusal('MARKET_CLOSED');
  const errors = problemsIn(wish, known, band).map(({ field, sentence }) => ({
    path: field,
    message: sentence,
  }));
  if (errors.length > 0) throw new Refusal('INVALID_INPUT', { errors });
  const { accountId, origin } = caller;
  // What is kept of an account that is being unlinked would be sent by whoever links it again.
  if (!(await holdLink(tx, brokerLinkId))) throw new Refusal('BROKER_NOT_LINKED');
  const veto = await parts.gate(tx, order);
  if (veto) return { kind: 'vetoed', veto };
  const { side, product } = order;
  const at = new Date(parts.clock.now());
  const exchangeAt = new Date(exchangeNow);
  const day = indiaDateOf(exchangeNow);
  const tag = parts.newTag();
  const row = { accountId, brokerLinkId, tag, instrument, side, product, shape, day, exchangeAt, at };
  const orderId = await insertOwnOrder(tx, row);
  await keptAs?.(tx, orderId);
  const { pricePaise, triggerPaise, quantity } = shape;
  await insertDeed(tx, { orderId, state: 'intended', pricePaise, triggerPaise, exchangeAt, at });
  const verb = side === 'buy' ? 'buy' : 'sell';
  const deal = `${verb} ${quantity} ${instrument.symbol}`;
  const how = onBehalfOf === undefined ? 'by hand' : `for ${onBehalfOf}`;
  const sentence = `Placed an order ${how}: ${deal} at ${formatPaise(pricePaise)}.`;
  await recordActivity(tx, { accountId, kind: 'broker', sentence, origin, facts: { orderId, brokerLinkId }, at });
  return { kind: 'kept', orderId };
}

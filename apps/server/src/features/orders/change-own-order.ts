import type { Tx } from '@trickdesk/db';
import { formatPaise, type PriceBand, phaseAt } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import type { Caller } from '../../platform/caller.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { recordActivity } from '../activity/index.ts';
import { holdLink } from '../broker-links/index.ts';
import { withHeld } from './ask-held.ts';
import { awaitAnswer, type Standing } from './await-answer.ts';
import {
  changedOrder,
  changedWish,
  mayBeTriggered,
  priceAgainst,
  restProblem,
  standingOf,
  triggerProblem,
  type WantedChange,
} from './changed-order.ts';
import type { HandOrder, HandVeto, OwnOrderParts } from './own-order-parts.ts';
import { decideChange, type OwnShape, problemsOf, refusalOfChange } from './own-orders-rules.ts';
import {
  findOwn,
  type HandLink,
  insertDeed,
  insertRequest,
  listHandLinks,
  lockOwn,
  type OwnRecord,
} from './own-orders-store.ts';
import { stateIn } from './own-orders-wire.ts';
import { unchangeableWords } from './phase-words.ts';
import { refusalOfVeto } from './place-own-order.ts';

export interface ChangeRequest extends WantedChange {
  readonly orderId: number;
  readonly idempotencyKey: string;
}

/** What the first request with a key led to; it survives as JSON. */
type Asked = { readonly kind: 'asked' } | { readonly kind: 'vetoed'; readonly veto: HandVeto };

/** Asks the desk to change an order by hand at the broker. @throws Refusal */
export async function modifyOwnOrder(parts: OwnOrderParts, caller: Caller, request: ChangeRequest): Promise<Standing> {
  const { idempotencyKey: key, ...body } = request;
  const known = await readOutside(parts, caller, request);
  return askOnce(parts, caller, {
    call: 'modifyorder',
    key,
    body,
    orderId: request.orderId,
    ask: (tx, record) => askChange(tx, parts, { caller, record, request, ...known }),
  });
}

/** Asks the desk to cancel what is not filled of it. @throws Refusal */
export function cancelOwnOrder(
  parts: OwnOrderParts,
  caller: Caller,
  { orderId, idempotencyKey: key }: Pick<ChangeRequest, 'orderId' | 'idempotencyKey'>,
): Promise<Standing> {
  return askOnce(parts, caller, {
    call: 'cancelorder',
    key,
    body: { orderId },
    orderId,
    ask: async (tx, record) => {
      const refused = refusalOfChange({ role: record.role, state: stateIn(record.state) });
      if (refused) throw new Refusal(refused);
      await requireLink(tx, parts, caller.accountId, record.broker_link_id);
      await keepRequest(tx, parts, { caller, record, verb: 'cancel' });
      return { kind: 'asked' };
    },
  });
}

interface OnceAsked {
  readonly call: string;
  readonly key: string;
  readonly body: object;
  readonly orderId: number;
  readonly ask: (tx: Tx, record: OwnRecord) => Promise<Asked>;
}

async function askOnce(parts: OwnOrderParts, { accountId }: Caller, asked: OnceAsked): Promise<Standing> {
  const { call, key, body, orderId, ask } = asked;
  const known = await findOwn(parts.database.kysely, accountId, orderId);
  if (!known) throw new Refusal('NOT_FOUND');
  const answer = await parts.database.transaction((tx) =>
    answerOnce(tx, { accountId, call, key, body, now: new Date(parts.clock.now()) }, async () => {
      const record = await lockOwn(tx, accountId, orderId);
      if (!record) throw new Refusal('NOT_FOUND');
      return ask(tx, record);
    }),
  );
  if (answer.kind === 'key_reused') throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  if (answer.answer.kind === 'vetoed') throw refusalOfVeto(answer.answer.veto);
  parts.wakeDesk(known.broker_link_id);
  return awaitAnswer(parts, accountId, orderId);
}

/** What is asked before the transaction, which nobody outside may hold up. */
interface Outside {
  /** What the broker shows, where it was asked. */
  readonly heldAtBroker: HandOrder['heldAtBroker'];
  /** The exchange's price band of the day, where the broker told it soon enough. */
  readonly band: PriceBand | undefined;
  /** The market's, where a trigger is to change. */
  readonly lastPaise: number | undefined;
}

interface Changing extends Outside {
  readonly caller: Caller;
  readonly record: OwnRecord;
  readonly request: ChangeRequest;
}

type Known = Pick<Changing, 'record' | 'request'>;

async function readOutside(parts: OwnOrderParts, { accountId }: Caller, request: ChangeRequest): Promise<Outside> {
  const record = await findOwn(parts.database.kysely, accountId, request.orderId);
  if (!record) return { heldAtBroker: undefined, band: undefined, lastPaise: undefined };
  const [heldAtBroker, band, lastPaise] = await Promise.all([
    heldFor(parts, accountId, { record, request }),
    bandFor(parts, { record, request }),
    lastFor(parts, { record, request }),
  ]);
  return { heldAtBroker, band, lastPaise };
}

/** Only where our rows would say no. */
async function heldFor(parts: OwnOrderParts, accountId: number, { record, request }: Known) {
  const decision = decideChange(standingOf(record), request);
  if (!decision.allowed || decision.shape.quantity <= record.filled_quantity) return undefined;
  const order = await changedOrder(parts, { accountId, record, shape: decision.shape });
  return order && (await withHeld(parts, order)).heldAtBroker;
}

/** Only where a price is to change: what rests already was taken. */
async function bandFor(parts: OwnOrderParts, { record, request }: Known) {
  if (request.price === undefined && request.triggerPrice === undefined) return undefined;
  const instrument = await parts.marketData.instrument(record.exchange, record.symbol);
  return instrument && parts.bandOf(record.broker_link_id, instrument);
}

/** Only where a trigger is to change. */
async function lastFor(parts: OwnOrderParts, { record, request }: Known) {
  if (request.triggerPrice === undefined) return undefined;
  const [last] = await parts.marketData.lastPrices([{ symbol: record.symbol }]);
  return last?.pricePaise;
}

async function askChange(tx: Tx, parts: OwnOrderParts, changing: Changing): Promise<Asked> {
  const { caller, record, request, heldAtBroker, band, lastPaise } = changing;
  const decision = decideChange(standingOf(record), request);
  if (!decision.allowed) throw new Refusal(decision.code);
  const { accountId } = caller;
  // A basket counts no more than it asked for.
  if (await parts.basketOf(tx, accountId, record.id)) throw new Refusal('ORDER_OF_BASKET');
  await requireSession(tx, parts, accountId, record.broker_link_id);
  const { shape } = decision;
  const order = await changedOrder(parts, { accountId, record, shape });
  if (!order) throw new Refusal('NOT_FOUND');
  const unchangeable = unchangeableWords(phaseAt(parts.marketData.calendar, record.symbol, order.at), record.symbol);
  if (unchangeable !== undefined) throw new Refusal('MARKET_CLOSED', { message: unchangeable });
  refuseBadShape(record, request, { shape, band, lastPaise, ...order.instrument });
  const veto = await parts.gate(tx, heldAtBroker === undefined ? order : { ...order, heldAtBroker });
  if (veto) return { kind: 'vetoed', veto };
  await keepRequest(tx, parts, { caller, record, verb: 'modify', shape });
  return { kind: 'asked' };
}

function refuseBadShape(
  record: OwnRecord,
  request: ChangeRequest,
  known: {
    readonly shape: OwnShape;
    readonly band: PriceBand | undefined;
    readonly lastPaise: number | undefined;
    readonly symbol: string;
    readonly tickPaise: number;
    readonly lotSize: number;
  },
): void {
  const { shape, band, lastPaise, symbol, tickPaise, lotSize } = known;
  const wish = changedWish(record, request, shape);
  // Where the price stands now does not matter to a stop that has been triggered meanwhile: the broker decides that.
  const problems = problemsOf(wish, {
    symbol,
    tickPaise,
    lotSize,
    lastPaise: priceAgainst(record, request, lastPaise),
    band,
    mayBeTriggered: mayBeTriggered(record),
  });
  const errors = problems.map(({ field, sentence }) => ({ path: String(field), message: sentence }));
  for (const problem of [triggerProblem(record, request), restProblem(record, shape)])
    if (problem) errors.push(problem);
  if (errors.length > 0) throw new Refusal('INVALID_INPUT', { errors });
}

/** A change that nobody can send would wait for an unknown time; a cancellation is kept until somebody can. */
async function requireSession(tx: Tx, parts: OwnOrderParts, accountId: number, linkId: number): Promise<void> {
  const link = await requireLink(tx, parts, accountId, linkId);
  if (link.status === 'linked' && link.token_expires_at.getTime() > parts.clock.now()) return;
  throw new Refusal('BROKER_SESSION_CLOSED');
}

const UNLINKED =
  'This broker account is not linked any more. Change or cancel the order in your broker’s own app, or link it again.';

/** Of an account that was unlinked nobody here asks the broker anything until its owner links it again. */
async function requireLink(tx: Tx, parts: OwnOrderParts, accountId: number, linkId: number): Promise<HandLink> {
  const links = await listHandLinks(tx, accountId, parts.environment);
  const link = links.find(({ id }) => id === linkId);
  if (!link || !(await holdLink(tx, linkId))) throw new Refusal('BROKER_NOT_LINKED', { message: UNLINKED });
  return link;
}

interface Keeping {
  readonly caller: Caller;
  readonly record: OwnRecord;
  readonly verb: 'modify' | 'cancel';
  readonly shape?: OwnShape;
}

async function keepRequest(tx: Tx, parts: OwnOrderParts, { caller, record, verb, shape }: Keeping): Promise<void> {
  const wallNow = parts.clock.now();
  const { now: exchangeNow = wallNow } = await parts.marketData.marketState();
  const [at, exchangeAt] = [new Date(wallNow), new Date(exchangeNow)];
  const { id: orderId, symbol, state } = record;
  await insertRequest(tx, { orderId, verb, at, ...(shape ? { body: shape } : {}) });
  const levels = shape ? { pricePaise: shape.pricePaise, triggerPaise: shape.triggerPaise } : {};
  await insertDeed(tx, { orderId, state, note: verb, ...levels, exchangeAt, at });
  const sentence = shape
    ? `Asked to change an order by hand in ${symbol} to ${shape.quantity} at ${formatPaise(shape.pricePaise)}.`
    : `Asked to cancel an order by hand in ${symbol}.`;
  const { accountId, origin } = caller;
  await recordActivity(tx, { accountId, kind: 'broker', sentence, origin, facts: { orderId }, at });
}

import type { Tx } from '@trickdesk/db';
import { formatPaise, type IndiaDate, indiaDateOf, type Paise } from '@trickdesk/domain';
import { Refusal } from '../../http/refusal.ts';
import type { Caller } from '../../platform/caller.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { wakeUserStreams } from '../../platform/user-events/index.ts';
import { recordActivity } from '../activity/index.ts';
import { isWorking } from './advance-run.ts';
import type { RunKind } from './decide-run.ts';
import { heldBackReason } from './desk-store.ts';
import { stopRun } from './end-run.ts';
import { latestVersion, type VersionFacts } from './latest-version.ts';
import * as store from './owned-store.ts';
import type { BasketParts } from './parts.ts';
import { readBook } from './read-book.ts';
import { RUN_WORDS } from './run-words.ts';
import { endSip } from './sip-store.ts';
import { isStopped } from './stop-store.ts';
import { tellChange } from './tell.ts';

export type Who = Pick<Caller, 'accountId' | 'origin'>;

/** Looks at whether an account may place live orders. @throws Refusal; @returns its broker account */
export type LiveGate = (accountId: number, brokerId: number | undefined) => Promise<number>;

export interface StartParts extends BasketParts {
  readonly liveGate: LiveGate;
}

/** Does something once for a key, and shows it to the owner's browsers. @throws Refusal */
export async function once<Answer>(
  { database, clock, bus }: BasketParts,
  {
    accountId,
    call,
    key,
    body,
  }: { readonly accountId: number; readonly call: string; readonly key: string; readonly body: object },
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  const outcome = await database.transaction((tx) =>
    answerOnce(tx, { accountId, call, key, body, now: new Date(clock.now()) }, () => work(tx)),
  );
  if (outcome.kind === 'key_reused') throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  wakeUserStreams(bus, accountId);
  return outcome.answer;
}

/** The exchange's time; before its first word that of the clock. */
export interface Today {
  readonly day: IndiaDate;
  readonly at: Date;
}

export async function todayOf({ marketData, clock }: Pick<BasketParts, 'marketData' | 'clock'>): Promise<Today> {
  const { now } = await marketData.marketState();
  const at = now ?? clock.now();
  return { day: indiaDateOf(at), at: new Date(at) };
}

export interface OpenRequest {
  readonly basketId: number;
  readonly amountPaise: Paise;
  readonly mode: 'paper' | 'live';
  readonly brokerId?: number | undefined;
  readonly idempotencyKey: string;
}

/** Puts an amount into a basket for the first time. Orders follow by themselves. @throws Refusal */
export async function openBasket(parts: StartParts, who: Who, asked: OpenRequest): Promise<{ myBasketId: number }> {
  const { database, marketData } = parts;
  const { accountId } = who;
  const { idempotencyKey: key, basketId, amountPaise, mode, brokerId } = asked;
  const version = await latestVersion(database.kysely, marketData, { accountId, basketId });
  mustBuyOfEach(version, amountPaise);
  const brokerLinkId = mode === 'live' ? await parts.liveGate(accountId, brokerId) : null;
  const today = await todayOf(parts);
  const body = { basketId, amountPaise: String(amountPaise), mode, brokerId: brokerId ?? null };
  return once(parts, { accountId, call: 'openBasket', key, body }, async (tx) => {
    await mustBeOffered(tx, basketId);
    const { id } = await store.insertOwned(tx, {
      ...{ account_id: accountId, basket_id: basketId, basket_version_id: version.versionId, mode },
      ...{ broker_link_id: brokerLinkId, dataset: marketData.dataset, status: 'opening', opened_at: today.at },
    });
    const owned = await store.ownedById(tx, id);
    await beginRun(tx, parts, { owned, kind: 'open', amountPaise, versionId: version.versionId, today });
    await logDeed(tx, parts, { who, owned, sentence: `Invested ${formatPaise(amountPaise)} in ${owned.name}` });
    return { myBasketId: id };
  });
}

/** @throws Refusal where operators hold the basket back; one that is not stays so until the transaction ends */
export async function mustBeOffered(tx: Tx, basketId: number): Promise<void> {
  if ((await heldBackReason(tx, basketId)) !== undefined) throw new Refusal('BASKET_HELD_BACK');
}

/** An amount has to buy a share of every name. @throws Refusal */
export function mustBuyOfEach({ minInvestmentPaise }: VersionFacts, amountPaise: Paise): void {
  if (minInvestmentPaise === undefined) {
    throw new Refusal('PRICE_UNKNOWN', {
      message: 'A share of this basket has no price yet, so nothing can be planned. Try again in a moment.',
    });
  }
  if (amountPaise >= BigInt(minInvestmentPaise)) return;
  const message = `This basket takes ${formatPaise(minInvestmentPaise)} at least, so that there is a share of each name.`;
  throw new Refusal('BASKET_AMOUNT_TOO_SMALL', { message, errors: [{ path: 'amountPaise', message }] });
}

export interface RunWish {
  readonly owned: store.OwnedRecord;
  readonly kind: RunKind;
  readonly amountPaise?: Paise;
  readonly versionId: number;
  readonly today: Today;
}

const FLOW_CAUSES = { open: 'opening', top_up: 'top_up', sip: 'sip' } as const;

/** @throws Refusal */
async function mustMayBegin(tx: Tx, owned: store.OwnedRow, kind: RunKind): Promise<void> {
  if (kind !== 'close' && kind !== 'reverse' && (await isStopped(tx, owned))) throw new Refusal('KILL_SWITCH_ON');
}

/** @returns the run's number; @throws Refusal */
export async function beginRun(
  tx: Tx,
  { clock }: Pick<BasketParts, 'clock'>,
  { owned, kind, amountPaise, versionId, today }: RunWish,
): Promise<number> {
  const { day, at } = today;
  await mustMayBegin(tx, owned, kind);
  if (amountPaise !== undefined && (kind === 'open' || kind === 'top_up' || kind === 'sip')) {
    const cause = FLOW_CAUSES[kind];
    await store.insertFlow(tx, { owned_basket_id: owned.id, day, amount_paise: amountPaise, cause, at });
  }
  const { id } = await store.insertRun(tx, {
    ...{ owned_basket_id: owned.id, kind, mode: owned.mode, state: 'working', amount_paise: amountPaise ?? null },
    ...{ basket_version_id: versionId, next_look_at: new Date(clock.now()), started_at: at },
  });
  await tellChange(tx, owned, `${RUN_WORDS[kind]} of ${owned.name} has begun.`);
  return id;
}

interface Deed {
  readonly who: Who;
  readonly owned: store.OwnedRecord;
  /** Without the mode and the full stop. */
  readonly sentence: string;
}

export function logDeed(tx: Tx, { clock }: Pick<BasketParts, 'clock'>, { who, owned, sentence }: Deed): Promise<void> {
  const { accountId, origin } = who;
  const mode = owned.mode === 'paper' ? ' in test mode' : '';
  const facts = { myBasketId: owned.id };
  return recordActivity(tx, {
    accountId,
    kind: 'broker',
    sentence: `${sentence}${mode}.`,
    origin,
    facts,
    at: new Date(clock.now()),
  });
}

export interface ChangeRequest {
  readonly myBasketId: number;
  readonly idempotencyKey: string;
}

/** A holding that may be changed: its owner's, in this world, not closed; a live one with a usable broker account. */
export async function changeable(
  parts: StartParts,
  { accountId }: Who,
  myBasketId: number,
): Promise<store.OwnedRecord> {
  const owned = await store.findOwned(parts.database.kysely, accountId, myBasketId);
  if (!owned || owned.dataset !== parts.marketData.dataset) throw new Refusal('NOT_FOUND');
  if (owned.status === 'closed') throw new Refusal('BASKET_CLOSED');
  if (owned.broker_link_id !== null) await parts.liveGate(accountId, owned.broker_link_id);
  return owned;
}

/** @throws Refusal `BASKET_BUSY` where something is under way */
async function lockIdle(tx: Tx, id: number): Promise<store.OwnedRecord> {
  await store.lockOwned(tx, id);
  if (await store.findRunUnderWay(tx, id)) throw new Refusal('BASKET_BUSY');
  const owned = await store.ownedById(tx, id);
  if (owned.status === 'closed') throw new Refusal('BASKET_CLOSED');
  return owned;
}

/** Puts more into a basket, once. @throws Refusal */
export async function topUpBasket(
  parts: StartParts,
  who: Who,
  { myBasketId, amountPaise, idempotencyKey: key }: ChangeRequest & { readonly amountPaise: Paise },
): Promise<{ myBasketId: number; runId: number }> {
  const { accountId } = who;
  await changeable(parts, who, myBasketId);
  const today = await todayOf(parts);
  return once(
    parts,
    { accountId, call: 'addtobasket', key, body: { myBasketId, amountPaise: String(amountPaise) } },
    async (tx) => {
      const owned = await lockIdle(tx, myBasketId);
      await mustBeOffered(tx, owned.basket_id);
      const wish = { owned, kind: 'top_up' as const, amountPaise, versionId: owned.basket_version_id, today };
      const runId = await beginRun(tx, parts, wish);
      await logDeed(tx, parts, { who, owned, sentence: `Put ${formatPaise(amountPaise)} more into ${owned.name}` });
      return { myBasketId, runId };
    },
  );
}

/**
 * Begins the way back to the weights of the basket's newest version.
 *
 * @param orderCount of its plan a moment before
 * @throws Refusal
 */
export async function rebalanceBasket(
  parts: StartParts,
  who: Who,
  { myBasketId, orderCount, idempotencyKey: key }: ChangeRequest & { readonly orderCount: number },
): Promise<number> {
  const { accountId } = who;
  const known = await changeable(parts, who, myBasketId);
  const { marketData, database } = parts;
  const version = await latestVersion(database.kysely, marketData, { accountId, basketId: known.basket_id });
  const today = await todayOf(parts);
  const { runId } = await once(
    parts,
    { accountId, call: 'rebalanceFetchbasket', key, body: { myBasketId } },
    async (tx) => {
      const owned = await lockIdle(tx, myBasketId);
      if (orderCount === 0) throw new Refusal('BASKET_IN_BALANCE');
      const wish = { owned, kind: 'rebalance' as const, versionId: version.versionId, today };
      const begun = await beginRun(tx, parts, wish);
      await logDeed(tx, parts, { who, owned, sentence: `Began to rebalance ${owned.name}` });
      return { runId: begun };
    },
  );
  return runId;
}

/** Begins to sell all of a basket, and ends its SIP. @throws Refusal */
export async function closeBasket(
  parts: StartParts,
  who: Who,
  { myBasketId, idempotencyKey: key }: ChangeRequest,
): Promise<store.OwnedRow['status']> {
  const { accountId } = who;
  await changeable(parts, who, myBasketId);
  const today = await todayOf(parts);
  return once(parts, { accountId, call: 'closeBasket', key, body: { myBasketId } }, async (tx) => {
    const owned = await lockIdle(tx, myBasketId);
    await beginSale(tx, parts, { owned, kind: 'close', today });
    await logDeed(tx, parts, { who, owned, sentence: `Began to close ${owned.name}` });
    return 'closing' as const;
  });
}

async function beginSale(
  tx: Tx,
  parts: BasketParts,
  {
    owned,
    kind,
    today,
  }: { readonly owned: store.OwnedRecord; readonly kind: 'close' | 'reverse'; readonly today: Today },
): Promise<void> {
  await endSip(tx, owned.id, new Date(parts.clock.now()));
  await store.setOwned(tx, owned.id, { status: 'closing' });
  await beginRun(tx, parts, {
    owned: { ...owned, status: 'closing' },
    kind,
    versionId: owned.basket_version_id,
    today,
  });
}

/** Of orders that ended halfway: tries the rest now, sells what an opening has bought, or leaves it as it is. */
export async function repairBasket(
  parts: StartParts,
  who: Who,
  { myBasketId, verb, idempotencyKey: key }: ChangeRequest & { readonly verb: 'complete' | 'reverse' | 'stop' },
): Promise<store.OwnedRow['status']> {
  const { accountId } = who;
  await changeable(parts, who, myBasketId);
  const today = await todayOf(parts);
  return once(parts, { accountId, call: 'repairbasket', key, body: { myBasketId, verb } }, async (tx) => {
    await store.lockOwned(tx, myBasketId);
    const book = await readBook(tx, parts.marketData, myBasketId);
    const run = await store.findRunUnderWay(tx, myBasketId);
    if (run && book.orders.some((order) => order.basket_run_id === run.id && isWorking(order)))
      throw new Refusal('BASKET_BUSY');
    const { owned } = book;
    await logDeed(tx, parts, { who, owned, sentence: REPAIR_WORDS[verb](owned.name) });
    if (verb === 'complete') {
      if (run) await store.setRun(tx, run.id, { next_look_at: new Date(parts.clock.now()), state: 'working' });
      else
        await beginRun(tx, parts, {
          owned,
          kind: await repairKind(tx, myBasketId),
          versionId: owned.basket_version_id,
          today,
        });
    } else {
      if (!run) throw new Refusal('BASKET_NOTHING_TO_REPAIR');
      await stopRun(tx, { book, run, today });
      if (verb === 'reverse' && book.standingAt(today.day).held.size > 0) {
        await beginSale(tx, parts, { owned, kind: 'reverse', today });
      }
    }
    return (await store.ownedById(tx, myBasketId)).status;
  });
}

/** What was given up last is what is completed. */
async function repairKind(tx: Tx, ownedId: number): Promise<RunKind> {
  const [last] = await store.listRuns(tx, [ownedId]);
  const isLeft = last?.state === 'given_up' || last?.state === 'stopped';
  // What a purchase did not spend was given back at its end: there is nothing that could be completed with.
  if (!isLeft || last.kind === 'open' || last.kind === 'top_up' || last.kind === 'sip') {
    throw new Refusal('BASKET_NOTHING_TO_REPAIR');
  }
  return last.kind;
}

const REPAIR_WORDS = {
  complete: (name: string) => `Asked to complete the orders of ${name}`,
  reverse: (name: string) => `Asked to sell again what was bought of ${name}`,
  stop: (name: string) => `Stopped the orders of ${name}`,
} as const;

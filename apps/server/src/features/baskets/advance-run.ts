import type { Tx } from '@trickdesk/db';
import { type PlannedOrder, sliceQuantity } from '@trickdesk/engine';
import { applyReports } from './apply-reports.ts';
import { decideRun, limitOf, type RunDecision, type RunFacts } from './decide-run.ts';
import { endRun } from './end-run.ts';
import * as store from './owned-store.ts';
import type { AdvanceParts, MarketMoment, SentOrder } from './parts.ts';
import { type Book, readBook } from './read-book.ts';
import { readMoment, readNames } from './read-market.ts';
import { waitingNote } from './run-words.ts';
import { spendableOn } from './standing.ts';
import { tellProgress } from './tell.ts';

/** How soon a run is looked at again: while orders are under way, and while it waits for a session. */
const WORKING_MS = 1_000;
const WAITING_MS = 10_000;
const TROUBLED_MS = 30_000;
const MOST_AT_ONCE = 50;
/** An order that was not filled for so long is taken back, and the rest is tried at the price of then. */
const PATIENCE_MS = 30_000;

/** Looks at every run of the desk's mode that is due. What fails for one holds up no other. */
export async function advanceBaskets(parts: AdvanceParts): Promise<void> {
  const { database, clock, desk, log } = parts;
  const moment = await readMoment(parts.marketData);
  if (!moment) return;
  const asked = { mode: desk.mode, now: new Date(clock.now()), limit: MOST_AT_ONCE };
  for (const { id, owned_basket_id: ownedId } of await store.runsToLookAt(database.kysely, asked)) {
    try {
      await advanceRun(parts, { runId: id, ownedId }, moment);
    } catch (error) {
      log.error({ error, runId: id }, 'a run of a basket could not be advanced');
      const next = new Date(clock.now() + TROUBLED_MS);
      await database.transaction((tx) => store.setRun(tx, id, { next_look_at: next }));
    }
  }
}

interface RunRef {
  readonly runId: number;
  readonly ownedId: number;
}

/** What a look leads to outside of its transaction. */
interface Leaving {
  readonly sends: readonly SentOrder[];
  readonly cancels: readonly SentOrder[];
}

async function advanceRun(parts: AdvanceParts, ref: RunRef, moment: MarketMoment): Promise<void> {
  const { database, desk, clock } = parts;
  const { sends, cancels } = await database.transaction((tx) => look(tx, parts, ref, moment));
  await Promise.all(cancels.map((sent) => desk.cancel(sent)));
  await Promise.all(
    sends.map(async (sent) => {
      const outcome = await desk.send(sent);
      const at = new Date(clock.now());
      const change =
        outcome.kind === 'refused'
          ? { state: 'rejected' as const, reason: outcome.reason, updated_at: at }
          : { state: 'sent' as const, broker_order_id: outcome.brokerOrderId ?? null, updated_at: at };
      await database.transaction((tx) => store.setOrder(tx, sent.order.id, change));
    }),
  );
}

async function look(tx: Tx, parts: AdvanceParts, { runId, ownedId }: RunRef, moment: MarketMoment): Promise<Leaving> {
  const { desk, clock, marketData } = parts;
  await store.lockOwned(tx, ownedId);
  const run = await store.findRunUnderWay(tx, ownedId);
  if (run?.id !== runId) return NOTHING;
  await applyReports(tx, parts, { ownedId, runId, moment });
  const book = await readBook(tx, marketData, ownedId);
  const working = book.orders.filter((order) => order.basket_run_id === runId && isWorking(order));
  const unsent = working.filter(({ state }) => state === 'intended');
  const sent = working.filter(({ state }) => state === 'sent');
  const late = sent.filter(({ placed_at: at }) => clock.now() - at.getTime() > PATIENCE_MS);
  const asSent = (order: store.OrderRow): SentOrder => {
    const { account_id: accountId, broker_link_id: brokerLinkId, name } = book.owned;
    return { order, accountId, brokerLinkId, name };
  };
  if (run.ending !== null) {
    await endAsked(tx, parts, { book, run, because: run.ending, working, moment });
    return { sends: [], cancels: late.map(asSent) };
  }
  const { sessions, day } = countSession(run, moment);
  const facts = await factsOf(parts, { book, run, sessions, moment });
  const decision = decideRun(facts);
  const placed = await carryOut(tx, parts, { book, run, decision, facts, moment });
  if (decision.kind !== 'end') {
    const isWaiting = decision.kind === 'wait_for_session';
    await store.setRun(tx, runId, {
      ...{ sessions, last_day: day, state: isWaiting ? 'waiting' : 'working' },
      note: isWaiting
        ? waitingNote(
            decision,
            book.orders.filter((order) => order.basket_run_id === runId),
          )
        : null,
      next_look_at: new Date(clock.now() + (isWaiting ? WAITING_MS : WORKING_MS)),
    });
  }
  const isPaper = desk.mode === 'paper';
  return { sends: isPaper ? [] : [...unsent, ...placed].map(asSent), cancels: isPaper ? [] : late.map(asSent) };
}

interface EndAsked extends Pick<Looked, 'book' | 'run' | 'moment'> {
  readonly because: string;
  readonly working: readonly store.OrderRow[];
}

/** What has not left does not leave; the run is over once nothing of it may be filled any more. */
async function endAsked(tx: Tx, { clock }: AdvanceParts, asked: EndAsked): Promise<void> {
  const { book, run, because, working, moment } = asked;
  const at = new Date(clock.now());
  const unkept = working.filter((order) => order.state === 'intended' && order.broker_order_id === null);
  for (const { id } of unkept) await store.setOrder(tx, id, { state: 'rejected', reason: because, updated_at: at });
  if (unkept.length < working.length) {
    await store.setRun(tx, run.id, { next_look_at: new Date(clock.now() + WORKING_MS) });
    return;
  }
  const decision = { kind: 'end', state: 'given_up', symbols: [], because } as const;
  await endRun(tx, { book, run, decision, today: { day: moment.day, at: new Date(moment.now) } });
}

const NOTHING: Leaving = { sends: [], cancels: [] };

export function isWorking({ state }: Pick<store.OrderRow, 'state'>): boolean {
  return state === 'intended' || state === 'sent';
}

function countSession(run: store.RunRow, { day, isOpen }: MarketMoment) {
  if (!isOpen || run.last_day === day) return { sessions: run.sessions, day: run.last_day };
  return { sessions: run.sessions + 1, day };
}

interface Looked {
  readonly book: Book;
  readonly run: store.RunRow;
  readonly sessions: number;
  readonly moment: MarketMoment;
}

async function factsOf({ marketData }: AdvanceParts, { book, run, sessions, moment }: Looked): Promise<RunFacts> {
  const targets = book.weightsOf(run.basket_version_id);
  const standing = book.standingAt(moment.day);
  const symbols = [...new Set([...targets.map(({ symbol }) => symbol), ...standing.held.keys()])];
  const own = book.orders.filter((order) => order.basket_run_id === run.id);
  const today = own.filter((order) => order.day === moment.day);
  return {
    kind: run.kind,
    day: moment.day,
    isOpen: moment.isOpen,
    sessions,
    targets,
    held: standing.held,
    cashPaise: Number(standing.cashPaise),
    spendablePaise: Number(spendableOn(moment.day, standing.cashPaise, book.executed)),
    names: await readNames(marketData, symbols, moment),
    hasTraded: own.some((order) => order.filled_quantity > 0),
    orders: today.map((order) => ({
      symbol: order.symbol,
      side: order.side,
      isWorking: isWorking(order),
      wasRefused: order.state === 'rejected',
      filledQuantity: order.filled_quantity,
    })),
  };
}

interface CarryOut extends Omit<Looked, 'sessions'> {
  readonly decision: RunDecision;
  readonly facts: RunFacts;
}

/** @returns the orders that are new */
async function carryOut(tx: Tx, parts: AdvanceParts, asked: CarryOut): Promise<store.OrderRow[]> {
  const { book, run, decision, facts, moment } = asked;
  switch (decision.kind) {
    case 'place':
      return placeOrders(tx, parts, { run, orders: decision.orders, facts, moment });
    case 'end':
      await endRun(tx, { book, run, decision, today: { day: moment.day, at: new Date(moment.now) } });
      return [];
    case 'wait_for_session':
      if (run.state !== 'waiting' && decision.because !== 'closed') await tellProgress(tx, { book, run, decision });
      return [];
    case 'wait_for_orders':
      return [];
  }
}

/** The exchange freezes larger orders; shares of baskets stay far below, funds of a few rupees need not. */
const MOST_UNITS = 50_000;

interface Placing {
  readonly run: store.RunRow;
  readonly orders: readonly PlannedOrder[];
  readonly facts: RunFacts;
  readonly moment: MarketMoment;
}

function placeOrders(tx: Tx, { clock }: AdvanceParts, { run, orders, facts, moment }: Placing) {
  const at = new Date(clock.now());
  return store.insertOrders(
    tx,
    orders.flatMap((order) => {
      const tickPaise = facts.names.get(order.symbol)?.tickPaise ?? 1;
      const slices = sliceQuantity(order.quantity, { freezeQuantity: MOST_UNITS, lotSize: 1 });
      return slices.map((quantity) => ({
        ...{ basket_run_id: run.id, owned_basket_id: run.owned_basket_id, symbol: order.symbol, side: order.side },
        ...{ quantity, limit_paise: limitOf(order, tickPaise), state: 'intended' as const, day: moment.day },
        ...{ exchange_at: new Date(moment.now), placed_at: at, updated_at: at },
      }));
    }),
  );
}

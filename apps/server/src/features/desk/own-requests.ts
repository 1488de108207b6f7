import { isTerminal, ORDER_STATES } from '@trickdesk/domain';
import type { AccountDesk } from './account-desk.ts';
import { findHandExit } from './hand-exit-store.ts';
import { toDeskInstrument } from './load-desk.ts';
import { type DeskOrder, isOver } from './model.ts';
import { orderOf } from './order-row.ts';
import { takeRequest } from './own-orders.ts';
import { shapeIn } from './recall-changes.ts';
import { listNewOwn, listOwnRequests, type OwnRequestRow } from './store.ts';

const ENDED_STATES: ReadonlySet<string> = new Set(ORDER_STATES.filter(isTerminal));

/** Takes in what the owner asks by hand: new orders, changes, cancellations, and that all of it be closed. */
export async function applyOwnRequests(desk: AccountDesk): Promise<void> {
  const db = desk.parts.database.kysely;
  // Each before what it presupposes: a wish to close everything came with cancellations, and those with orders.
  const wish = await findHandExit(db, desk.linkId);
  const requests = await listOwnRequests(db, desk.linkId);
  await takeNewOrders(desk);
  applyRequests(desk, requests);
  desk.core.hand.take(wish);
}

function applyRequests(desk: AccountDesk, requests: Awaited<ReturnType<typeof listOwnRequests>>): void {
  if (requests.length === 0) return;
  const known = new Map<number, DeskOrder>();
  for (const order of desk.core.orders.values()) known.set(order.rowId, order);
  for (const request of requests) {
    const { id, broker_order_id: rowId, verb, body, role } = request;
    const order = known.get(rowId);
    if (role === 'entry') withdrawEntry(desk, request, order);
    else if (!order || isOver(order)) desk.core.finishRequest(id);
    else takeRequest(order, { id, verb, wants: shapeIn(body) }, desk.parts.clock.now());
  }
}

/** The switch of the whole product takes entries back. Such a request stands until the entry has ended. */
function withdrawEntry(desk: AccountDesk, { id, state }: OwnRequestRow, order: DeskOrder | undefined): void {
  // One that is not here may be on its way from its run's transaction: its row says whether it is over.
  if (order ? isOver(order) : ENDED_STATES.has(state)) desk.core.finishRequest(id);
  else if (order && !order.cancelWanted) {
    order.cancelWanted = true;
    if (order.line) desk.core.touch(order.line);
  }
}

async function takeNewOrders(desk: AccountDesk): Promise<void> {
  const { database, marketData, clock } = desk.parts;
  for (const row of await listNewOwn(database.kysely, desk.linkId)) {
    const instrument = toDeskInstrument(await marketData.instrument(row.exchange, row.symbol));
    // Looked up after the wait: whoever took it up meanwhile has it now.
    if (!instrument || row.tag === null || desk.core.orders.has(row.tag)) continue;
    const order = orderOf(row, { instrument, line: undefined, wall: clock.now() });
    // Written by whoever took the request, and never sent by anybody: nothing about it is unclear.
    order.inherited = false;
    order.shapeUnclear = false;
    order.progress = { ...order.progress, state: 'intended' };
    desk.core.add(order);
  }
}

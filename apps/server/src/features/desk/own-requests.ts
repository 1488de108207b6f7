import type { AccountDesk } from './account-desk.ts';
import { findHandExit } from './hand-exit-store.ts';
import { toDeskInstrument } from './load-desk.ts';
import { type DeskOrder, isOver, type OrderShape } from './model.ts';
import { orderOf } from './order-row.ts';
import { listNewOwn, listOwnRequests } from './store.ts';

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
  const own = new Map<number, DeskOrder>();
  for (const order of desk.core.orders.values()) if (order.role === 'own') own.set(order.rowId, order);
  for (const { id, broker_order_id: rowId, verb, body } of requests) {
    const order = own.get(rowId);
    if (!order || isOver(order)) desk.core.finishRequest(id);
    else if (!order.requests.some((known) => known.id === id)) {
      order.requests.push({ id, verb });
      if (verb === 'cancel') order.cancelWanted = true;
      else order.wanted = shapeIn(body) ?? order.wanted;
    }
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

/** `undefined` where another release wrote something else. */
function shapeIn(body: unknown): OrderShape | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(body));
  const [kind, quantity, price, trigger] = ['kind', 'quantity', 'pricePaise', 'triggerPaise'].map((n) => fields.get(n));
  if ((kind !== 'limit' && kind !== 'stop_limit') || typeof quantity !== 'number' || typeof price !== 'number') {
    return undefined;
  }
  return typeof trigger === 'number'
    ? { kind, quantity, pricePaise: price, triggerPaise: trigger }
    : { kind, quantity, pricePaise: price };
}

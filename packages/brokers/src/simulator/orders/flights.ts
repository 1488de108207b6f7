import { hashOf } from '@trickdesk/domain';
import { land } from './flow.ts';
import type { DeskParts } from './parts.ts';
import type { Flight, OrderRecord } from './records.ts';

/** Sends something to the exchange; a client's requests arrive in the order in which they were sent. */
export function send(parts: DeskParts, order: OrderRecord, flight: Flight): void {
  const { state } = parts;
  const before = state
    .inFlight()
    .filter((other) => other.clientCode === order.clientCode)
    .flatMap((other) => other.flights.map((sent) => sent.dueAt));
  const wallNow = flight.dueAt;
  const dueAt = Math.max(wallNow + latencyOf(parts, order), ...before);
  order.flights.push({ ...flight, dueAt });
  state.orderChanged(order);
  if (dueAt <= wallNow) landDue(parts, wallNow);
}

/** Lets everything arrive that is due, by time and then by order number. */
export function landDue(parts: DeskParts, wallNow: number): void {
  for (let next = earliest(parts); next && next.dueAt <= wallNow; next = earliest(parts)) {
    const [flight, ...rest] = next.order.flights;
    if (!flight) return;
    next.order.flights = rest;
    land(parts, next.order, flight);
    parts.state.orderChanged(next.order);
  }
}

/** Wall moment of the next arrival. */
export function nextArrival(parts: DeskParts): number | undefined {
  return earliest(parts)?.dueAt;
}

function earliest({ state }: DeskParts): { readonly order: OrderRecord; readonly dueAt: number } | undefined {
  const waiting = state.inFlight().map((order) => ({ order, dueAt: order.flights[0]?.dueAt ?? 0 }));
  waiting.sort((a, b) => a.dueAt - b.dueAt || a.order.number - b.order.number);
  return waiting[0];
}

function latencyOf({ settings }: DeskParts, order: OrderRecord): number {
  const { least, most } = settings.latencyMs;
  const draw = hashOf(`${settings.seed}|${order.number}|${order.updatedAt}|${order.flights.length}`);
  return least + (draw % (most - least + 1));
}

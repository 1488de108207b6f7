import type { Bus } from '@trickdesk/db';
import type { OwnOrdersService } from '../features/orders/index.ts';
import { createTicketsService, type TicketsService } from '../features/tickets/index.ts';
import type { ServerParts } from '../http/server.ts';
import type { SessionGate } from '../http/session-gate.ts';
import { serveTicketAttachments } from '../http/ticket-attachment-route.ts';
import type { Foundation } from './foundation.ts';

export interface Tickets {
  readonly called: { readonly tickets: TicketsService };
  /** Where the files of tickets are fetched. */
  readonly routes: NonNullable<ServerParts['routes']>;
}

/** What people ask support, and the files that go with it. */
export function openTickets(
  foundation: Foundation,
  parts: { readonly bus: Bus; readonly gate: SessionGate; readonly orders: OwnOrdersService },
): Tickets {
  const tickets = createTicketsService({ ...foundation, ...parts });
  return { called: { tickets }, routes: [serveTicketAttachments({ gate: parts.gate, find: tickets.attachment })] };
}

import type { Ticket, TicketMessage } from '@trickdesk/contract';
import {
  ASKED_ABOUT,
  type AskedAbout,
  TICKET_CATEGORIES,
  TICKET_STATES,
  TICKET_SUBJECT_LONGEST,
} from '@trickdesk/domain';
import type { Query } from '../../lib/query-of.ts';
import { routeId } from '../../lib/route-id.ts';
import { timeListInput } from '../../ui/table/time-list.ts';

export const STATUSES = ['open', 'closed'] as const;

/** What an address asks of a person's own list; what it cannot mean is left out. */
export function ticketsInput(query: Query) {
  const status = STATUSES.find((each) => each === query['status']);
  return { ...timeListInput(query), ...(status === undefined ? {} : { status }) };
}

export const QUEUE_STATES = [...TICKET_STATES, 'all'] as const;
export const TAKEN = ['all', 'mine', 'nobody'] as const;

/** What an address asks of the operators' queue; its own choices stand in no address. */
export function queueInput(query: Query) {
  const { from_date: _from, to_date: _to, ...page } = timeListInput(query);
  const state = QUEUE_STATES.find((each) => each === query['state']);
  const taken = TAKEN.find((each) => each === query['taken']);
  const category = TICKET_CATEGORIES.find((each) => each === query['category']);
  return {
    ...page,
    ...(state === undefined || state === 'open' ? {} : { state }),
    ...(taken === undefined || taken === 'all' ? {} : { taken }),
    ...(category === undefined ? {} : { category }),
  };
}

interface Asked {
  readonly subject: string;
  readonly about: { readonly kind: AskedAbout; readonly id: number } | undefined;
}

/** What a link asks about: `/tickets/new?about=order&id=12&subject=…`. */
export function askedIn(query: Query): Asked {
  const kind = ASKED_ABOUT.find((each) => each === query['about']);
  const id = routeId(query['id']);
  return {
    subject: (query['subject'] ?? '').slice(0, TICKET_SUBJECT_LONGEST),
    about: kind === undefined || id === undefined ? undefined : { kind, id },
  };
}

/** Where what is asked about stands by itself. */
export function pageOfAsked({ kind, id }: NonNullable<Asked['about']>): string {
  switch (kind) {
    case 'order':
      return `/orders/${id}`;
    case 'own_order':
      return `/orders/own/${id}`;
    case 'trade':
      return '/trades';
  }
}

interface ThreadOnScreen {
  readonly ticket: Ticket;
  readonly messages: readonly TicketMessage[];
}
interface TicketNews {
  readonly ticket: Ticket;
  readonly message?: TicketMessage | undefined;
}

/** A thread after something was told of it: a message that is there already is not added again, an old one takes nothing back. */
export function withNews<Thread extends ThreadOnScreen>(thread: Thread, { ticket, message }: TicketNews): Thread {
  if (thread.ticket.ticketId !== ticket.ticketId) return thread;
  const isKnown = message === undefined || thread.messages.some(({ messageId }) => messageId === message.messageId);
  const isOlder = Date.parse(ticket.changedAt) < Date.parse(thread.ticket.changedAt);
  return {
    ...thread,
    ticket: isOlder ? thread.ticket : { ...thread.ticket, ...ticket },
    messages: isKnown ? thread.messages : [...thread.messages, message],
  };
}

const [KIB, MIB] = [1_024, 1_024 * 1_024];

/** A size as people say it. */
export function sizeOf(bytes: number): { readonly unit: 'kb' | 'mb'; readonly value: string } {
  return bytes < MIB
    ? { unit: 'kb', value: String(Math.max(1, Math.round(bytes / KIB))) }
    : { unit: 'mb', value: (bytes / MIB).toFixed(1) };
}

/** The contract's, which a test compares: its schemas are not loaded by the browser. */
export const ATTACHMENT_PATH = '/userapi/ticketattachments';

/** The server's name for it has the ending of what it is. */
export function nameIn(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1];
  return encoded === undefined ? undefined : decodeURIComponent(encoded);
}

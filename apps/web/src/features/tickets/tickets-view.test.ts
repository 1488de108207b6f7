import { opstickets, TICKET_ATTACHMENT_PATH, type Ticket, type TicketMessage, ticketlist } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import { isNarrowed } from '../../ui/table/time-list.ts';
import {
  ATTACHMENT_PATH,
  askedIn,
  nameIn,
  pageOfAsked,
  QUEUE_STATES,
  queueInput,
  STATUSES,
  sizeOf,
  TAKEN,
  ticketsInput,
  withNews,
} from './tickets-view.ts';

test('a person’s list opens with page 1 of everything; an address narrows it, and what it cannot mean is left out', () => {
  expect(ticketsInput({})).toEqual({ pageNumber: 1, pageSize: 12 });
  expect(isNarrowed(ticketsInput({ page: '2', sort: 'time' }))).toBe(false);
  const query = { status: 'closed', search: 'stop', from_date: '2026-11-01', to_date: '2026-11-12' };
  const narrowed = { status: 'closed', Search: 'stop', from_date: '2026-11-01', to_date: '2026-11-12' };
  expect(ticketsInput(query)).toEqual({ pageNumber: 1, pageSize: 12, ...narrowed });
  expect(ticketsInput({ status: 'lost', from_date: 'today' })).toEqual(ticketsInput({}));
});

test('the queue opens with what waits; its own choices stand in no address', () => {
  expect(queueInput({})).toEqual({ pageNumber: 1, pageSize: 12 });
  expect(queueInput({ state: 'open', taken: 'all', category: 'none' })).toEqual(queueInput({}));
  expect(queueInput({ state: 'waiting', taken: 'mine', category: 'money' })).toMatchObject({
    ...{ state: 'waiting', taken: 'mine', category: 'money' },
  });
  expect(opstickets.input.parse({})).toEqual({ ...queueInput({}), state: 'open', taken: 'all', sort: 'time' });
});

test('states, choices and the way to a file are those of the contract', () => {
  expect(STATUSES).toEqual(ticketlist.input.shape.status.def.innerType.options);
  expect(QUEUE_STATES).toEqual(opstickets.input.shape.state.def.innerType.options);
  expect(TAKEN).toEqual(opstickets.input.shape.taken.def.innerType.options);
  expect(ATTACHMENT_PATH).toBe(TICKET_ATTACHMENT_PATH);
});

test('a link says what is asked about, and with which words the subject begins', () => {
  expect(askedIn({ about: 'order', id: '12', subject: 'About: Buy 5 SBIN' })).toEqual({
    ...{ subject: 'About: Buy 5 SBIN', about: { kind: 'order', id: 12 } },
  });
  for (const query of [{}, { about: 'order' }, { about: 'order', id: '-1' }, { about: 'secret', id: '1' }]) {
    expect(askedIn(query).about).toBeUndefined();
  }
  expect(askedIn({ subject: 'x'.repeat(500) }).subject).toHaveLength(120);
  expect((['order', 'own_order', 'trade'] as const).map((kind) => pageOfAsked({ kind, id: 7 }))).toEqual([
    '/orders/7',
    '/orders/own/7',
    '/trades',
  ]);
});

const ticket: Ticket = {
  ...{ ticketId: 7, subject: 'Why?', category: 'trade', state: 'open', messages: 1 },
  ...{ openedAt: '2026-11-24T10:00:00.000Z', changedAt: '2026-11-24T10:00:00.000Z' },
};
const said = (messageId: number, from: TicketMessage['from']): TicketMessage => ({
  messageId,
  from,
  text: 'Words.',
  at: ticket.openedAt,
  attachments: [],
});
const thread = { ticket, messages: [said(1, 'person')], about: undefined };

test('an answer is added to the thread once, however often it is told', () => {
  const answered = { ...ticket, state: 'waiting', messages: 2, changedAt: '2026-11-24T11:00:00.000Z' } as const;
  const news = { ticket: answered, message: said(2, 'support') };
  const once = withNews(thread, news);
  expect([once.ticket.state, once.messages.map(({ messageId }) => messageId)]).toEqual(['waiting', [1, 2]]);
  expect(withNews(once, news)).toEqual(once);
});

test('news of another ticket, or older than what is on screen, take nothing back', () => {
  expect(withNews(thread, { ticket: { ...ticket, ticketId: 8, state: 'closed' } })).toBe(thread);
  const older = { ...ticket, state: 'closed', changedAt: '2026-11-24T09:00:00.000Z' } as const;
  expect(withNews(thread, { ticket: older }).ticket.state).toBe('open');
});

test('a size is said as people say it', () => {
  expect([0, 900, 340_000, 1_048_576, 5_242_880].map((bytes) => Object.values(sizeOf(bytes)).join(' '))).toEqual([
    'kb 1',
    'kb 1',
    'kb 332',
    'mb 1.0',
    'mb 5.0',
  ]);
});

test('a file is saved under the server’s name for it', () => {
  const name = 'सबूत (1).png';
  expect(nameIn(`attachment; filename="____.png"; filename*=UTF-8''${encodeURIComponent(name)}`)).toBe(name);
  expect([nameIn(null), nameIn('attachment')]).toEqual([undefined, undefined]);
});

import {
  ASKED_ABOUT,
  ATTACHMENT_KINDS,
  ATTACHMENT_LARGEST_BYTES,
  ATTACHMENTS_MOST,
  ORDER_STATES,
  TICKET_CATEGORIES,
  TICKET_MESSAGE_LONGEST,
  TICKET_STATES,
  TICKET_SUBJECT_LONGEST,
} from '@trickdesk/domain';
import { z } from 'zod';
import { call } from './call.ts';
import { zDecision } from './deployments.ts';
import {
  dateRangeInput,
  pagingInput,
  pagingOutput,
  zBadge,
  zFilledText,
  zId,
  zKey,
  zMoment,
  zRupees,
  zSort,
} from './fields.ts';
import { zTimelineEntry } from './order-details.ts';

/** `GET` with the bearer token: `/userapi/ticketattachments/<attachmentId>`. */
export const TICKET_ATTACHMENT_PATH = '/userapi/ticketattachments';

/** Of a text in base 64, without decoding it. */
const decodedBytes = (text: string): number =>
  (text.length / 4) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);
const isBase64 = (text: string): boolean =>
  text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(text.replace(/={1,2}$/, ''));

const zAttachmentInput = z.strictObject({
  name: zFilledText(120),
  /** Base 64. */
  content: z
    .string()
    .refine((text) => decodedBytes(text) <= ATTACHMENT_LARGEST_BYTES, {
      message: 'This file is larger than 5 MB.',
      abort: true,
    })
    .refine(isBase64, 'Send the file in base 64.'),
});
export type AttachmentInput = z.output<typeof zAttachmentInput>;

const BASE64_LONGEST = Math.ceil(ATTACHMENT_LARGEST_BYTES / 3) * 4;
/** As many files as may be, each as large as may be, and room for what is said beside them. */
const LARGEST_BODY_BYTES = ATTACHMENTS_MOST * BASE64_LONGEST + 64 * 1_024;

const messageInput = {
  message: zFilledText(TICKET_MESSAGE_LONGEST),
  attachments: z.array(zAttachmentInput).max(ATTACHMENTS_MOST, `Attach ${ATTACHMENTS_MOST} files at most.`).default([]),
  idempotencyKey: zKey,
};

const zTicketAttachment = z.strictObject({
  attachmentId: z.uuid(),
  name: z.string(),
  kind: z.enum(ATTACHMENT_KINDS),
  sizeBytes: z.int(),
});
export type TicketAttachment = z.output<typeof zTicketAttachment>;

export const zTicketMessage = z.strictObject({
  messageId: zId,
  from: z.enum(['person', 'support']),
  text: z.string(),
  at: zMoment,
  attachments: z.array(zTicketAttachment),
});
export type TicketMessage = z.output<typeof zTicketMessage>;

const zAbout = z.strictObject({ kind: z.enum(ASKED_ABOUT), id: zId });
export type About = z.output<typeof zAbout>;

/**
 * One order as it stood when it was asked about. It is kept with its ticket and read long afterwards: what is added here
 * later is optional.
 */
const zAskedOrder = z.strictObject({
  orderId: zId,
  isOwn: z.boolean(),
  badge: zBadge,
  trickName: z.string().optional(),
  symbol: z.string(),
  side: z.enum(['buy', 'sell']),
  status: z.enum(ORDER_STATES),
  quantity: z.int(),
  filledQuantity: z.int(),
  price: zRupees.optional(),
  reason: z.string(),
  at: zMoment,
  /** With the value of everything that it compared. */
  decision: zDecision.optional(),
  timeline: z.array(zTimelineEntry),
});
export type AskedOrder = z.output<typeof zAskedOrder>;

const zAskedStory = z.strictObject({
  ...zAbout.shape,
  /** When it was read, by the wall clock. */
  takenAt: zMoment,
  orders: z.array(zAskedOrder),
});
export type AskedStory = z.output<typeof zAskedStory>;

export const zTicket = z.strictObject({
  ticketId: zId,
  subject: z.string(),
  category: z.enum(TICKET_CATEGORIES),
  state: z.enum(TICKET_STATES),
  messages: z.int(),
  openedAt: zMoment,
  /** When it last went on: a message, or another state. */
  changedAt: zMoment,
});
export type Ticket = z.output<typeof zTicket>;

export const threadShape = { messages: z.array(zTicketMessage), about: zAskedStory.optional() };
const zThread = z.strictObject({ ticket: zTicket, ...threadShape });
export type TicketThread = z.output<typeof zThread>;

export const ticketlist = call('ticketlist', {
  summary: 'The caller’s tickets, those that went on last first, and how many are open and closed. Days are India’s.',
  input: z.strictObject({
    ...pagingInput(),
    ...dateRangeInput,
    /** `open` has those that wait for the caller, too. */
    status: z.enum(['open', 'closed']).optional(),
    sort: zSort('time').default('-time'),
  }),
  output: z.strictObject({
    ticket_list: z.array(zTicket),
    /** Over the days and the text that are asked for, whatever the status is. */
    openTicket: z.int(),
    closeTicket: z.int(),
    ...pagingOutput,
  }),
});

export const addticket = call('addticket', {
  summary:
    'Opens a ticket. Files are PNG, JPEG or PDF by their content. What is asked about is attached by the server. The same key opens once.',
  input: z.strictObject({
    subject: zFilledText(TICKET_SUBJECT_LONGEST),
    category: z.enum(TICKET_CATEGORIES),
    about: zAbout.optional(),
    ...messageInput,
  }),
  output: zThread,
  refusals: [
    'NOT_FOUND',
    'ATTACHMENT_REFUSED',
    'ATTACHMENTS_FULL',
    'TICKETS_USED_UP',
    'TICKETS_OPEN',
    'IDEMPOTENCY_KEY_REUSED',
  ],
  largestBodyBytes: LARGEST_BODY_BYTES,
});

export const ticketdetails = call('ticketdetails', {
  summary: 'One ticket of the caller: every message, and what it asks about as it stood then.',
  input: z.strictObject({ ticketId: zId }),
  output: zThread,
  refusals: ['NOT_FOUND'],
});

/** What answering in a ticket takes, by whomever. */
export const answering = {
  input: z.strictObject({ ticketId: zId, ...messageInput }),
  refusals: ['NOT_FOUND', 'TICKET_CLOSED', 'TICKET_FULL', 'ATTACHMENT_REFUSED', 'IDEMPOTENCY_KEY_REUSED'],
  largestBodyBytes: LARGEST_BODY_BYTES,
} as const;

export const replyticket = call('replyticket', {
  summary:
    'Writes in a ticket of the caller that is not closed; support sees it as open then. The same key writes once.',
  input: answering.input,
  output: zThread,
  refusals: [...answering.refusals, 'ATTACHMENTS_FULL'],
  largestBodyBytes: answering.largestBodyBytes,
});

export const closeticket = call('closeticket', {
  summary: 'Closes a ticket of the caller. It can be opened again.',
  input: z.strictObject({ ticketId: zId }),
  output: zThread,
  refusals: ['NOT_FOUND', 'TICKET_CLOSED'],
});

export const reopenticket = call('reopenticket', {
  summary: 'Opens a closed ticket of the caller again.',
  input: z.strictObject({ ticketId: zId }),
  output: zThread,
  refusals: ['NOT_FOUND', 'TICKET_NOT_CLOSED', 'TICKETS_OPEN'],
});

export const ticketCalls = { ticketlist, addticket, ticketdetails, replyticket, closeticket, reopenticket };

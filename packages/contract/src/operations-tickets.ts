import { TICKET_CATEGORIES, TICKET_STATES } from '@trickdesk/domain';
import { z } from 'zod';
import { call } from './call.ts';
import { pagingInput, pagingOutput, zId, zMoment, zSort } from './fields.ts';
import { may } from './operations.ts';
import { answering, threadShape, zTicket } from './tickets.ts';

/** The calls of operators who answer tickets. */

/** Who asks, as far as whoever answers needs to know: the rest stands with the account, for those who may read it. */
const zAsker = z.strictObject({
  userId: zId,
  /** The first name in full. */
  name: z.string(),
  emailMasked: z.string(),
  kycVerified: z.boolean(),
  memberSince: zMoment,
});

const zOpsTicket = z.strictObject({
  ...zTicket.shape,
  person: zAsker,
  /** Who has taken it on. */
  assignee: z.strictObject({ operatorId: zId, name: z.string() }).optional(),
  isMine: z.boolean(),
  /** Whether the caller may answer, close or take it: not their own. */
  mayAct: z.boolean(),
});
export type OpsTicket = z.output<typeof zOpsTicket>;

const zOpsThread = z.strictObject({
  ticket: zOpsTicket,
  ...threadShape,
  /** Who of support wrote a message, by its number. */
  writers: z.array(z.strictObject({ messageId: zId, name: z.string() })),
});
export type OpsTicketThread = z.output<typeof zOpsThread>;

export const opstickets = call('opstickets', {
  needs: may('read', 'Ticket'),
  summary: 'Tickets for operators: those that wait for an answer, the longest first, or all of a state.',
  input: z.strictObject({
    ...pagingInput(),
    state: z.enum([...TICKET_STATES, 'all']).default('open'),
    taken: z.enum(['all', 'mine', 'nobody']).default('all'),
    category: z.enum(TICKET_CATEGORIES).optional(),
    sort: zSort('time').default('time'),
  }),
  output: z.strictObject({ ticket_list: z.array(zOpsTicket), ...pagingOutput }),
});

export const opsticket = call('opsticket', {
  needs: may('read', 'Ticket'),
  summary: 'One ticket with every message, what it asks about, and who asks, masked.',
  input: z.strictObject({ ticketId: zId }),
  output: zOpsThread,
  refusals: ['NOT_FOUND'],
});

export const opsreplyticket = call('opsreplyticket', {
  needs: may('decide', 'Ticket'),
  summary: 'Answers a ticket of somebody else, who is told. It waits for them then. The same key answers once.',
  input: answering.input,
  output: zOpsThread,
  refusals: [...answering.refusals, 'OWN_CASE'],
  largestBodyBytes: answering.largestBodyBytes,
});

export const opscloseticket = call('opscloseticket', {
  needs: may('decide', 'Ticket'),
  summary: 'Closes a ticket of somebody else, who is told and can open it again.',
  input: z.strictObject({ ticketId: zId }),
  output: zOpsThread,
  refusals: ['NOT_FOUND', 'TICKET_CLOSED', 'OWN_CASE'],
});

export const opstaketicket = call('opstaketicket', {
  needs: may('decide', 'Ticket'),
  summary:
    'Takes a ticket of somebody else on, or gives it back; from a colleague only where one knows that it is theirs.',
  input: z.strictObject({
    ticketId: zId,
    take: z.boolean(),
    /** Whose it is as the caller has read it; absent: nobody’s. */
    from: zId.optional(),
  }),
  output: zOpsThread,
  refusals: ['NOT_FOUND', 'TICKET_CLOSED', 'TICKET_TAKEN', 'OWN_CASE'],
});

export const ticketCaseCalls = { opstickets, opsticket, opsreplyticket, opscloseticket, opstaketicket };

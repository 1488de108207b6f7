import { accountIdOf, DEMO_INVESTOR, DEMO_OPERATOR } from '../features/accounts/index.ts';
import { listOrders } from '../features/orders/index.ts';
import type { TicketDesk, TicketsService } from '../features/tickets/index.ts';
import type { Foundation } from './foundation.ts';

const ORIGIN = { requestId: 'demo', address: '127.0.0.1', device: 'demo' };
const SUBJECT = 'Why did it buy so early in the day?';
const QUESTION = 'I thought that it would wait for a clearer move. What did it see?';
const ANSWER =
  'Its rule looks at the close of each bar, and this one fulfilled it: the values stand beside your question. Nothing after ' +
  'that bar was known then.';

export interface DemoTicketParts {
  readonly foundation: Pick<Foundation, 'database'>;
  readonly tickets: TicketsService;
  readonly desk: TicketDesk;
}

/** Gives the demo investor a question about an order, with its answer, by using the product. Once: what was done stays. */
export async function makeDemoTicket({ foundation, tickets, desk }: DemoTicketParts): Promise<void> {
  const db = foundation.database.kysely;
  const [accountId, operatorId] = [await accountIdOf(db, DEMO_INVESTOR), await accountIdOf(db, DEMO_OPERATOR)];
  if (accountId === undefined || operatorId === undefined) return;
  const page = { limit: 1, offset: 0 } as const;
  if ((await tickets.list({ accountId }, { ...page, sort: '-time' })).total > 0) return;
  const [order] = await listOrders(db, { accountId, mode: 'paper', hasFills: true }, { ...page, sort: 'time' });
  if (!order) return;
  const about = { kind: 'order', id: order.id } as const;
  const asked = { subject: SUBJECT, category: 'trade', message: QUESTION, attachments: [], about } as const;
  const { ticket } = await tickets.open({ accountId, origin: ORIGIN }, { ...asked, idempotencyKey: 'demo-ticket' });
  const said = { ticketId: ticket.ticketId, message: ANSWER, attachments: [], idempotencyKey: 'demo-answer' };
  await desk.reply({ accountId: operatorId, origin: ORIGIN }, said);
}

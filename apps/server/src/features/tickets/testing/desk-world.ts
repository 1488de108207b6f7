import type { addticket, SentInputOf } from '@trickdesk/contract';
import { sql } from 'kysely';
import { openTestApi, type Person, signUpOperator, type TestApi } from '../../../testing/test-api.ts';

export type SupportWorld = Awaited<ReturnType<typeof openSupport>>;

/** People who ask, and operators who answer, through the calls as in a browser. */
export async function openSupport(opened?: TestApi) {
  const api = opened ?? (await openTestApi());
  let count = 0;
  const freshKey = (): string => `ticket-key-${++count}`;
  const as = ({ accessToken }: Person) => ({ token: accessToken });
  const ask = (person: Person, more: Partial<SentInputOf<typeof addticket>> = {}) =>
    api.send(
      'addticket',
      {
        subject: 'Why was it sold?',
        category: 'trade',
        message: 'I expected it to stay.',
        idempotencyKey: freshKey(),
        ...more,
      },
      as(person),
    );
  return {
    ...{ api, as, freshKey, ask },
    kysely: api.database.db.kysely,
    person: (): Promise<Person> => api.signUp(`asker${++count}`),
    operator: (role: 'operator' | 'approver' = 'operator') => signUpOperator(api, `desk${++count}`, role),
    /** @returns its number */
    asked: async (person: Person): Promise<number> => (await ask(person)).data.ticket.ticketId,
    write: (person: Person, ticketId: number, message = 'And one more thing.') =>
      api.send('replyticket', { ticketId, message, idempotencyKey: freshKey() }, as(person)),
    answer: (operator: Person, ticketId: number, message = 'Its stop was reached.') =>
      api.send('opsreplyticket', { ticketId, message, idempotencyKey: freshKey() }, as(operator)),
    thread: (person: Person, ticketId: number) => api.send('ticketdetails', { ticketId }, as(person)),
    /** Fetches a file the way a browser does. */
    fetch: (person: Person | undefined, attachmentId: string) =>
      api.server.inject({
        method: 'GET',
        url: `/userapi/ticketattachments/${attachmentId}`,
        ...(person ? { headers: { authorization: `Bearer ${person.accessToken}` } } : {}),
      }),
    /** What somebody's browsers were told of tickets, the oldest first. */
    eventsOf: async ({ userId }: Person) => {
      const { rows } = await sql<{ payload: { ticket: { state: string }; message?: { text: string } } }>`
        SELECT payload FROM user_event WHERE account_id = ${userId} AND name = 'ticket' ORDER BY id`.execute(
        api.database.db.kysely,
      );
      return rows.map(({ payload }) => [payload.ticket.state, payload.message?.text]);
    },
    alertsOf: async (person: Person) =>
      (await api.send('usernotificationlist', { notication_category_id: 7 }, as(person))).data.notification_list,
    close: () => api.close(),
  };
}

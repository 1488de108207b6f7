import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { printOfDatabase } from '../../testing/database-print.ts';
import { type Person, signInAgain } from '../../testing/test-api.ts';
import { MESSAGES_AN_HOUR, MESSAGES_OF_A_TICKET, TICKETS_A_DAY, TICKETS_NOT_CLOSED } from './rules.ts';
import { openSupport, type SupportWorld } from './testing/desk-world.ts';
import { attached, pngFile } from './testing/files.ts';

let world: SupportWorld;
let person: Person;
let stranger: Person;
beforeAll(async () => {
  world = await openSupport();
  [person, stranger] = [await world.person(), await world.person()];
});
afterAll(() => world.close());

const print = () => printOfDatabase(world.api.database.db);
const list = (who: Person, input = {}) => world.api.send('ticketlist', input, world.as(who));

describe('a ticket', () => {
  test('is opened with its first message, and its thread is answered', async () => {
    const asker = await world.person();
    const { status, message, data } = await world.ask(asker);
    expect([status, message]).toEqual([200, 'Sent. You are told of the answer.']);
    expect(data.ticket).toMatchObject({ subject: 'Why was it sold?', category: 'trade', state: 'open', messages: 1 });
    expect(data.messages.map(({ from, text, attachments }) => [from, text, attachments])).toEqual([
      ['person', 'I expected it to stay.', []],
    ]);
    expect((await world.thread(asker, data.ticket.ticketId)).data).toEqual(data);
    expect(await world.eventsOf(asker)).toEqual([['open', 'I expected it to stay.']]);
  });

  test('goes on, is closed, refuses words then, and is opened again', async () => {
    const asker = await world.person();
    const id = await world.asked(asker);
    const { data } = await world.write(asker, id);
    expect([data.ticket.messages, data.messages.at(-1)?.text]).toEqual([2, 'And one more thing.']);
    const call = (name: 'closeticket' | 'reopenticket') => world.api.send(name, { ticketId: id }, world.as(asker));
    expect((await call('reopenticket')).code).toBe('TICKET_NOT_CLOSED');
    expect((await call('closeticket')).data.ticket.state).toBe('closed');
    expect([(await call('closeticket')).code, (await world.write(asker, id)).code]).toEqual([
      'TICKET_CLOSED',
      'TICKET_CLOSED',
    ]);
    expect((await call('reopenticket')).data.ticket.state).toBe('open');
    expect((await world.write(asker, id)).status).toBe(200);
    expect((await world.eventsOf(asker)).map(([state]) => state)).toEqual(['open', 'open', 'closed', 'open', 'open']);
  });

  test('of two requests with one key at once is one ticket, and one message', async () => {
    const asker = await world.person();
    const key = { idempotencyKey: world.freshKey(), attachments: [attached('one.png', pngFile())] };
    const answers = await Promise.all([1, 2, 3].map(() => world.ask(asker, key)));
    expect(new Set(answers.map(({ status, data }) => `${status} ${data.ticket.ticketId}`)).size).toBe(1);
    expect((await list(asker)).data.total).toBe(1);
    const ticketId = answers[0]?.data.ticket.ticketId ?? 0;
    const reply = { ticketId, message: 'Once.', idempotencyKey: world.freshKey() };
    const replies = await Promise.all([1, 2, 3].map(() => world.api.send('replyticket', reply, world.as(asker))));
    expect(replies.map(({ status, data }) => [status, data.messages.length])).toEqual([
      [200, 2],
      [200, 2],
      [200, 2],
    ]);
  });

  test('whose key comes again with other words, or another file, is refused', async () => {
    const asker = await world.person();
    const key = { idempotencyKey: world.freshKey() };
    const { data } = await world.ask(asker, { ...key, attachments: [attached('one.png', pngFile('one'))] });
    const others = [
      await world.ask(asker, { ...key, message: 'Other words.' }),
      await world.ask(asker, { ...key, attachments: [attached('one.png', pngFile('two'))] }),
    ];
    expect(others.map(({ code }) => code)).toEqual(['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_REUSED']);
    expect((await world.thread(asker, data.ticket.ticketId)).data.messages).toHaveLength(1);
  });

  test('is nobody else’s: every call of it answers as if there were none, and changes nothing', async () => {
    const id = await world.asked(person);
    const key = { idempotencyKey: 'stranger' };
    const before = await print();
    for (const ticketId of [id, 2_000_000_000]) {
      const answers = [
        await world.thread(stranger, ticketId),
        await world.api.send('replyticket', { ticketId, message: 'Hello?', ...key }, world.as(stranger)),
        await world.api.send('closeticket', { ticketId }, world.as(stranger)),
        await world.api.send('reopenticket', { ticketId }, world.as(stranger)),
      ];
      expect(answers.map(({ status, code }) => [status, code])).toEqual(answers.map(() => [404, 'NOT_FOUND']));
    }
    expect(await print()).toEqual(before);
    expect((await list(stranger)).data).toMatchObject({ ticket_list: [], openTicket: 0, closeTicket: 0, total: 0 });
  });

  test('is asked for by whoever is signed in alone', async () => {
    const input = { subject: 'Hello', category: 'other', message: 'Hello', idempotencyKey: 'k' } as const;
    const answers = [
      await world.api.send('addticket', input),
      await world.api.send('ticketlist', {}),
      await world.api.send('ticketdetails', { ticketId: 1 }),
      await world.api.send('replyticket', { ticketId: 1, message: 'Hello', idempotencyKey: 'k' }),
      await world.api.send('closeticket', { ticketId: 1 }),
      await world.api.send('reopenticket', { ticketId: 1 }),
    ];
    expect(answers.map(({ status, code }) => [status, code])).toEqual(answers.map(() => [401, 'TOKEN_MISSING']));
  });
});

describe('the list', () => {
  test('counts what is open and closed, finds by subject and number, and narrows by state and day', async () => {
    const asker = await world.person();
    const first = await world.asked(asker);
    await world.api.clock.advance(60_000);
    const { data } = await world.ask(asker, { subject: 'Where is my 100% refund?' });
    const second = data.ticket.ticketId;
    await world.api.clock.advance(60_000);
    await world.api.send('closeticket', { ticketId: first }, world.as(asker));
    const idsOf = async (input: object) => (await list(asker, input)).data.ticket_list.map(({ ticketId }) => ticketId);
    const all = (await list(asker)).data;
    expect([all.openTicket, all.closeTicket, all.total]).toEqual([1, 1, 2]);
    // Closing is the last thing that happened.
    expect(await idsOf({})).toEqual([first, second]);
    expect(await idsOf({ sort: 'time' })).toEqual([second, first]);
    expect(await idsOf({ status: 'open' })).toEqual([second]);
    expect(await idsOf({ status: 'closed' })).toEqual([first]);
    const narrowed = (await list(asker, { status: 'closed', Search: 'refund' })).data;
    expect([narrowed.openTicket, narrowed.closeTicket, narrowed.total]).toEqual([1, 0, 0]);
    expect(await idsOf({ Search: '100%' })).toEqual([second]);
    expect(await idsOf({ Search: `#${first}` })).toEqual([first]);
    expect(await idsOf({ from_date: '2026-01-05', to_date: '2026-01-05' })).toHaveLength(2);
    expect(await idsOf({ from_date: '2026-01-06' })).toEqual([]);
    expect(await idsOf({ pageSize: 1, pageNumber: 2 })).toHaveLength(1);
  });
});

describe('what one person may ask', () => {
  test('is ten tickets a day, a wait told with the refusal', async () => {
    const asker = await world.person();
    for (let i = 0; i < TICKETS_A_DAY; i += 1) expect((await world.ask(asker)).status).toBe(200);
    const refused = await world.ask(asker);
    expect([refused.status, refused.code]).toEqual([429, 'TICKETS_USED_UP']);
    expect(Number(refused.http.headers['retry-after'])).toBeGreaterThan(86_000);
    expect((await list(asker)).data.total).toBe(TICKETS_A_DAY);
  });

  test('is twenty tickets that are not closed, also by opening some again', async () => {
    const asker = await world.person();
    const id = await world.asked(asker);
    await world.api.send('closeticket', { ticketId: id }, world.as(asker));
    await sql`INSERT INTO ticket (account_id, subject, category, state, opened_at, changed_at)
      SELECT ${asker.userId}, 'Old', 'other', 'waiting', now() - interval '400 days', now()
      FROM generate_series(1, ${TICKETS_NOT_CLOSED})`.execute(world.kysely);
    expect((await world.ask(asker)).code).toBe('TICKETS_OPEN');
    const again = await world.api.send('reopenticket', { ticketId: id }, world.as(asker));
    expect([again.status, again.code]).toEqual([409, 'TICKETS_OPEN']);
  });

  test('is so many messages of a ticket, and so many an hour', async () => {
    const asker = await world.person();
    const id = await world.asked(asker);
    await sql`UPDATE ticket SET message_count = ${MESSAGES_OF_A_TICKET} WHERE id = ${id}`.execute(world.kysely);
    expect((await world.write(asker, id)).code).toBe('TICKET_FULL');
    const other = await world.asked(asker);
    const at = new Date(world.api.clock.now());
    await sql`INSERT INTO ticket_message (ticket_id, account_id, text, at)
      SELECT ${id}, ${asker.userId}, 'Again', ${at} FROM generate_series(1, ${MESSAGES_AN_HOUR})`.execute(world.kysely);
    const refused = await world.write(asker, other);
    expect([refused.status, refused.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(refused.http.headers['retry-after'])).toBeGreaterThan(3_500);
    await world.api.clock.advance(61 * 60_000);
    expect((await world.write(await signInAgain(world.api, asker), other)).status).toBe(200);
    [person, stranger] = [await signInAgain(world.api, person), await signInAgain(world.api, stranger)];
  });

  test('is so many words: what is too long, or empty, is named', async () => {
    const wrong = await world.ask(person, { subject: 'x'.repeat(121), message: ' ' });
    expect([wrong.status, wrong.errors.map(({ path }) => path)]).toEqual([422, ['subject', 'message']]);
    const long = await world.ask(person, { message: 'y'.repeat(4_001), category: 'nothing' as never });
    expect(long.errors.map(({ path }) => path).toSorted()).toEqual(['category', 'message']);
    expect((await world.ask(await world.person(), { message: `${'y'.repeat(3_998)}\n₹` })).status).toBe(200);
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { printOfDatabase } from '../../testing/database-print.ts';
import type { Person } from '../../testing/test-api.ts';
import { linkNew, verifyChain } from '../audit/index.ts';
import { openSupport, type SupportWorld } from './testing/desk-world.ts';
import { attached, pngFile } from './testing/files.ts';

let world: SupportWorld;
let operator: Person;
let colleague: Person;
let reader: Person;
beforeAll(async () => {
  world = await openSupport();
  operator = await world.operator();
  colleague = await world.operator();
  reader = await world.operator('approver');
});
afterAll(() => world.close());

const queue = (who: Person, input = {}) => world.api.send('opstickets', input, world.as(who));
const read = (who: Person, ticketId: number) => world.api.send('opsticket', { ticketId }, world.as(who));
const close = (who: Person, ticketId: number) => world.api.send('opscloseticket', { ticketId }, world.as(who));
const take = (who: Person, ticketId: number, from?: Person) =>
  world.api.send('opstaketicket', { ticketId, take: true, ...(from ? { from: from.userId } : {}) }, world.as(who));
const giveBack = (who: Person, ticketId: number, from = who) =>
  world.api.send('opstaketicket', { ticketId, take: false, from: from.userId }, world.as(who));
const actsOn = async (ticketId: number) =>
  (
    await sql<{ what: string; operator_id: number; before: object; after: object; sentence: string }>`
    SELECT what, operator_id, before, after, sentence FROM operator_act
    WHERE subject = 'ticket' AND subject_id = ${String(ticketId)} ORDER BY id`.execute(world.kysely)
  ).rows;

describe('an answer', () => {
  test('makes it the person’s turn, tells them once, reaches the open thread, and is on the record without a word of it', async () => {
    const person = await world.person();
    const id = await world.asked(person);
    const key = { ticketId: id, message: 'Its stop was reached.', idempotencyKey: world.freshKey() };
    const answers = await Promise.all([1, 2].map(() => world.api.send('opsreplyticket', key, world.as(operator))));
    for (const { status, data } of answers) {
      expect(status).toBe(200);
      expect(data.ticket).toMatchObject({ state: 'waiting', messages: 2, isMine: true });
      expect(data.writers).toEqual([{ messageId: data.messages[1]?.messageId, name: 'Asha Rao' }]);
    }
    const { data } = await world.thread(person, id);
    expect([data.ticket.state, data.messages.at(-1)]).toMatchObject([
      'waiting',
      { from: 'support', text: 'Its stop was reached.' },
    ]);
    // Who of support it was is for support to know.
    expect(JSON.stringify(data)).not.toContain('Rao');
    expect(await world.eventsOf(person)).toEqual([
      ['open', 'I expected it to stay.'],
      ['waiting', 'Its stop was reached.'],
    ]);
    expect(await world.alertsOf(person)).toMatchObject([
      { title: 'Support has answered: Why was it sold?', body: 'Its stop was reached.', link: `/tickets/${id}` },
    ]);
    const acts = await actsOn(id);
    expect(acts).toMatchObject([
      { what: 'reply_ticket', operator_id: operator.userId, before: { state: 'open', assigneeId: null } },
    ]);
    expect(JSON.stringify(acts)).not.toMatch(/stop was reached|Why was it sold/);
    await linkNew({ database: world.api.database.db, clock: world.api.clock });
    expect((await verifyChain(world.api.database.db)).broken).toBeUndefined();
  });

  test('that the person answers puts it among the open ones again', async () => {
    const person = await world.person();
    const id = await world.asked(person);
    const has = async (state: 'open' | 'waiting') =>
      (await queue(operator, { state, pageSize: 100 })).data.ticket_list.some(({ ticketId }) => ticketId === id);
    expect([await has('open'), await has('waiting')]).toEqual([true, false]);
    await world.answer(operator, id);
    expect([await has('open'), await has('waiting')]).toEqual([false, true]);
    await world.write(person, id);
    expect([await has('open'), await has('waiting')]).toEqual([true, false]);
    // Whoever has taken it on hears of it.
    const { rows } = await sql<{ payload: object }>`SELECT payload FROM user_event
      WHERE account_id = ${operator.userId} AND name = 'opsticket' ORDER BY id DESC LIMIT 1`.execute(world.kysely);
    expect(rows).toEqual([{ payload: { ticketId: id, state: 'open' } }]);
  });

  test('may come with a file, which its owner can fetch', async () => {
    const person = await world.person();
    const id = await world.asked(person);
    const message = { ticketId: id, message: 'See the picture.', idempotencyKey: world.freshKey() };
    const attachments = [attached('how.png', pngFile('of support'))];
    await world.api.send('opsreplyticket', { ...message, attachments }, world.as(operator));
    const [file] = (await world.thread(person, id)).data.messages.at(-1)?.attachments ?? [];
    expect((await world.fetch(person, file?.attachmentId ?? '')).rawPayload.toString('latin1')).toContain('of support');
    const forged = {
      ...message,
      idempotencyKey: world.freshKey(),
      attachments: [attached('a.png', Buffer.from('no'))],
    };
    expect((await world.api.send('opsreplyticket', forged, world.as(operator))).code).toBe('ATTACHMENT_REFUSED');
  });

  test('a colleague’s first, does not take the ticket away', async () => {
    const id = await world.asked(await world.person());
    await take(colleague, id);
    const { data } = await world.answer(operator, id);
    expect(data.ticket.assignee?.operatorId).toBe(colleague.userId);
  });
});

describe('an operator', () => {
  test('sees who asks masked, and no address, number or secret of theirs', async () => {
    const person = await world.person();
    const id = await world.asked(person);
    const { data } = await read(reader, id);
    expect(data.ticket.person).toMatchObject({ userId: person.userId, name: 'Asha R.', emailMasked: 'a•••@mail.test' });
    const listed = (await queue(reader, { Search: `#${id}` })).data;
    for (const text of [JSON.stringify(data), JSON.stringify(listed)]) {
      expect(text).not.toContain(`${person.username}@`);
      expect(text).not.toContain('Asha Rao');
    }
  });

  test('finds by the whole address, and by no part of it', async () => {
    const person = await world.person();
    await world.asked(person);
    const total = async (Search: string) => (await queue(operator, { Search })).data.total;
    expect(await total(`${person.username}@mail.test`.toUpperCase())).toBe(1);
    expect(await total(`${person.username}@mail`)).toBe(0);
  });

  test('takes a ticket on, hands it over and gives it back; whoever was slower is told', async () => {
    const id = await world.asked(await world.person());
    expect((await take(operator, id)).data.ticket).toMatchObject({ isMine: true });
    expect((await take(colleague, id)).code).toBe('TICKET_TAKEN');
    expect((await giveBack(colleague, id, operator)).code).toBe('TICKET_TAKEN');
    expect((await take(colleague, id, operator)).data.ticket.assignee?.operatorId).toBe(colleague.userId);
    const mine = async (who: Person) => (await queue(who, { taken: 'mine', state: 'all' })).data.ticket_list;
    expect((await mine(colleague)).some(({ ticketId }) => ticketId === id)).toBe(true);
    expect((await mine(operator)).some(({ ticketId }) => ticketId === id)).toBe(false);
    expect((await giveBack(colleague, id)).data.ticket.assignee).toBeUndefined();
    const nobodys = (await queue(operator, { taken: 'nobody', pageSize: 100 })).data.ticket_list;
    expect(nobodys.some(({ ticketId }) => ticketId === id)).toBe(true);
    expect((await actsOn(id)).map(({ what, operator_id: by }) => [what, by])).toEqual([
      ['take_ticket', operator.userId],
      ['take_ticket', colleague.userId],
      ['give_ticket_back', colleague.userId],
    ]);
  });

  test('of two who take it at once one has it', async () => {
    const id = await world.asked(await world.person());
    const answers = await Promise.all([take(operator, id), take(colleague, id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await actsOn(id)).toHaveLength(1);
  });

  test('closes it with an alert; then nobody answers, takes or closes it until its owner opens it again', async () => {
    const person = await world.person();
    const id = await world.asked(person);
    expect((await close(operator, id)).data.ticket.state).toBe('closed');
    const refused = [await close(operator, id), await world.answer(operator, id), await take(operator, id)];
    expect(refused.map(({ code }) => code)).toEqual(['TICKET_CLOSED', 'TICKET_CLOSED', 'TICKET_CLOSED']);
    expect((await world.alertsOf(person)).map(({ title }) => title)).toEqual(['Support has closed: Why was it sold?']);
    await world.api.send('reopenticket', { ticketId: id }, world.as(person));
    expect((await world.answer(operator, id)).status).toBe(200);
  });

  test('does nothing in a ticket of their own, and nothing in one that is not there', async () => {
    const own = await world.asked(operator);
    expect((await read(operator, own)).data.ticket.mayAct).toBe(false);
    const before = await printOfDatabase(world.api.database.db);
    for (const [id, code] of [
      [own, 'OWN_CASE'],
      [2_000_000_000, 'NOT_FOUND'],
    ] as const) {
      const answers = [await world.answer(operator, id), await close(operator, id), await take(operator, id)];
      expect(answers.map((answer) => answer.code)).toEqual([code, code, code]);
    }
    expect((await read(operator, 2_000_000_000)).code).toBe('NOT_FOUND');
    expect(await printOfDatabase(world.api.database.db)).toEqual(before);
  });

  test('who may only read answers, closes and takes nothing', async () => {
    const id = await world.asked(await world.person());
    expect((await read(reader, id)).status).toBe(200);
    const answers = [await world.answer(reader, id), await close(reader, id), await take(reader, id)];
    expect(answers.map(({ status, code }) => [status, code])).toEqual(answers.map(() => [403, 'NOT_ALLOWED']));
  });

  test('finds nothing of somebody who has just been erased', async () => {
    const person = await world.person();
    const id = await world.asked(person);
    await sql`UPDATE account SET erased_at = now() WHERE id = ${person.userId}`.execute(world.kysely);
    expect([(await read(operator, id)).code, (await world.answer(operator, id)).code]).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
    ]);
    expect((await queue(operator, { Search: `#${id}`, state: 'all' })).data.total).toBe(0);
  });
});

describe('the queue', () => {
  test('shows what waits for an answer, the longest first, by state and kind', async () => {
    const before = (await queue(operator)).data.total;
    const person = await world.person();
    const first = await world.asked(person);
    await world.api.clock.advance(1_000);
    const { data } = await world.ask(person, { category: 'money' });
    await world.api.clock.advance(1_000);
    await world.write(person, first);
    const { data: open } = await queue(operator, { pageSize: 100 });
    expect(open.total).toBe(before + 2);
    expect(open.ticket_list.slice(-2).map(({ ticketId }) => ticketId)).toEqual([data.ticket.ticketId, first]);
    const turned = (await queue(operator, { sort: '-time', category: 'money' })).data.ticket_list;
    expect(turned.map(({ ticketId }) => ticketId)).toEqual([data.ticket.ticketId]);
  });
});

import { createServer, type Server, type Socket } from 'node:net';
import { createFakeClock, type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { textOfDatabase } from '../../testing/database-print.ts';
import { tellerOf } from '../../testing/hindi.ts';
import { createLog } from '../log.ts';
import { createSecrets } from '../secrets.ts';
import { deletePastMails, deliverMails, type MailTransport, readLocalOutbox, writeMail } from './index.ts';
import { createSmtp } from './smtp.ts';

const NOW = Date.UTC(2026, 0, 5, 4, 0);
const HOUR_MS = 3_600_000;
const secrets = createSecrets([{ id: 'test', bytes: Buffer.alloc(32, 7) }]);

let database: TestDatabase;
beforeAll(async () => {
  database = await withTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => void (await database.db.kysely.deleteFrom('mail').execute()));

const logged: string[] = [];
const clock = createFakeClock(NOW);
const write = (dedupeKey: string, isLocal = false) =>
  database.db.transaction((tx) => {
    const bodyUntil = new Date(clock.now() + HOUR_MS);
    const mail = { to: 'asha@mail.test', language: null, subject: 'A link', body: 'secret link', dedupeKey, bodyUntil };
    return writeMail(tx, { secrets, isLocal, tellerOf }, mail, new Date(clock.now()));
  });
const deliver = (transport: MailTransport) =>
  deliverMails({
    database: database.db,
    clock,
    secrets,
    transport,
    log: createLog('debug', (line) => logged.push(line)),
  });

type Outgoing = Parameters<MailTransport['send']>[0];
/** A server that takes mails once it has refused so many. */
function transportThatFails(times: number) {
  const taken: Outgoing[] = [];
  const tried: Outgoing[] = [];
  const send: MailTransport['send'] = async (mail) => {
    tried.push(mail);
    if (tried.length <= times) throw Object.assign(new Error('550 asha@mail.test unknown'), { code: 'EENVELOPE' });
    taken.push(mail);
  };
  return { taken, tried, transport: { send, close: () => undefined } };
}

test('a mail leaves once, and what stood in it is kept no longer', async () => {
  expect([await write('one'), await write('one')]).toEqual([true, false]);
  expect(await textOfDatabase(database.db)).not.toContain('secret link');
  const server = transportThatFails(0);
  expect(await deliver(server.transport)).toBe(1);
  expect(server.taken).toMatchObject([{ to: 'asha@mail.test', subject: 'A link', text: 'secret link' }]);
  expect(await deliver(server.transport)).toBe(0);
  const row = await database.db.kysely.selectFrom('mail').select(['sealed_body', 'sent_at']).executeTakeFirstOrThrow();
  expect([row.sealed_body, row.sent_at?.getTime()]).toEqual([null, NOW]);
});

test('what fails is tried again after longer and longer, under the same message id, and holds nothing else up', async () => {
  await write('two');
  const server = transportThatFails(2);
  expect(await deliver(server.transport)).toBe(0);
  expect(await deliver(server.transport)).toBe(0);
  await clock.advance(30_000);
  await write('three');
  // The second try of the first fails, too; the other one leaves.
  expect(await deliver(server.transport)).toBe(1);
  await clock.advance(119_000);
  expect(await deliver(server.transport)).toBe(0);
  await clock.advance(1_000);
  expect(await deliver(server.transport)).toBe(1);
  const ofFirst = server.tried.filter(({ messageId }) => messageId === server.tried[0]?.messageId);
  expect(ofFirst).toHaveLength(3);
  expect(logged.join('\n')).toContain('EENVELOPE');
  expect(logged.join('\n')).not.toContain('asha@mail.test');
});

test('who dies while sending leaves the mail for later; two at once send it once', async () => {
  await write('four');
  const never: MailTransport = { send: () => new Promise(() => undefined), close: () => undefined };
  void deliver(never);
  const server = transportThatFails(0);
  await expect
    .poll(async () => (await database.db.kysely.selectFrom('mail').select('tries').executeTakeFirst())?.tries, {
      timeout: 10_000,
    })
    .toBe(1);
  expect(await deliver(server.transport)).toBe(0);
  await clock.advance(30_000);
  expect((await Promise.all([deliver(server.transport), deliver(server.transport)])).toSorted()).toEqual([0, 1]);
});

test('after a day of trying it is given up', async () => {
  await write('five');
  const server = transportThatFails(Number.POSITIVE_INFINITY);
  for (let i = 0; i < 40; i += 1) {
    await deliver(server.transport);
    await clock.advance(HOUR_MS);
  }
  expect(server.tried).toHaveLength(24);
  expect(await textOfDatabase(database.db)).toContain('A link');
});

test('a mail that stays here can be read until its time is over, and is known for a month', async () => {
  await write('six', true);
  expect(await deliver(transportThatFails(0).transport)).toBe(0);
  expect((await readLocalOutbox(database.db, secrets))[0]).toMatchObject({ to: 'asha@mail.test', body: 'secret link' });
  await clock.advance(HOUR_MS);
  await deletePastMails(database.db.kysely, clock.now());
  expect((await readLocalOutbox(database.db, secrets))[0]).toMatchObject({ subject: 'A link', body: undefined });
  await clock.advance(31 * 24 * HOUR_MS);
  await deletePastMails(database.db.kysely, clock.now());
  expect(await readLocalOutbox(database.db, secrets)).toEqual([]);
});

test('over SMTP a mail arrives as it was written, with its message id', async () => {
  const received: string[] = [];
  const server = await listenSmtp(received);
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const smtp = createSmtp(`smtp://127.0.0.1:${port}`, 'Trickdesk <desk@mail.test>');
  try {
    const text = 'Hello Asha,\n\nhttp://localhost:8080/reset-password#token=abc\n';
    await smtp.send({ messageId: '<mail-7@trickdesk>', to: 'asha@mail.test', subject: 'A link', text });
  } finally {
    smtp.close();
    server.close();
  }
  const all = received.join('\n');
  expect(all).toContain('MAIL FROM:<desk@mail.test>');
  expect(all).toContain('RCPT TO:<asha@mail.test>');
  expect(all).toContain('Message-ID: <mail-7@trickdesk>');
  expect(all).toContain('Subject: A link');
  expect(all).toContain('http://localhost:8080/reset-password#token=abc');
});

const REPLIES: readonly (readonly [line: RegExp, reply: string])[] = [
  [/^(EHLO|HELO|MAIL|RCPT)/, '250 fine'],
  [/^DATA$/, '354 go on'],
  [/^\.$/, '250 taken'],
  [/^QUIT$/, '221 bye'],
];

/** Enough of a mail server to take one mail (RFC 5321). */
function listenSmtp(received: string[]): Promise<Server> {
  const server = createServer((socket: Socket) => {
    socket.write('220 mail.test\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n')) {
        received.push(line);
        const reply = REPLIES.find(([asked]) => asked.test(line))?.[1];
        if (reply) socket.write(`${reply}\r\n`);
      }
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type { PushMessage } from '@trickdesk/providers/push';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { readLocalOutbox } from '../../platform/mail/index.ts';
import { openTellers } from '../../platform/tellers.ts';
import { tellerOf, WEB_DIR } from '../../testing/hindi.ts';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { createMemoryBus } from '../deployments/testing/memory-bus.ts';
import { type Alert, deliverAlerts, deliverPushes, notify } from './index.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ WEB_DIR });
});
afterAll(() => api.close());

const as = (person: Person) => ({ token: person.accessToken });
const MAILS_OF_TRADES = { changes: [{ notication_category_id: 1, channel: 'email' as const, isOn: true }] };

async function reader(username: string, language?: 'en' | 'hi'): Promise<Person> {
  const person = await api.signUp(username);
  const { status } = await api.send('notificationpreferences', { ...MAILS_OF_TRADES, language }, as(person));
  expect(status).toBe(200);
  return person;
}

async function tell(person: Person, said: Pick<Alert, 'title' | 'body'>, using = tellerOf): Promise<void> {
  const alert = { ...said, accountId: person.userId, category: 'trades', severity: 'info', link: '/trades' } as const;
  await api.database.db.transaction((tx) => notify(tx, { ...alert, dedupeKey: randomUUID() }));
  await deliverAlerts({
    ...api.foundation,
    bus: createMemoryBus(),
    outbox: { secrets: api.foundation.secrets, isLocal: true, tellerOf: using },
    publicUrl: 'https://desk.test',
  });
}

const mailsTo = async (person: Person) =>
  (await readLocalOutbox(api.database.db, api.foundation.secrets)).filter(
    ({ to }) => to === `${person.username}@mail.test`,
  );

/** Words of English in a row, which no line of Hindi has. */
const ENGLISH = /[A-Za-z]{2,} [A-Za-z]{2,} [A-Za-z]{2,}/;
const HINDI = /[\u0900-\u097f]/;

test('a mail of an alert comes in the language that its reader chose; English is of whoever chose none', async () => {
  const [asha, ben, cleo] = [await reader('asha', 'hi'), await reader('ben', 'en'), await reader('cleo')];
  const said = { title: 'Your password was reset', body: 'The plan is active.' };
  for (const person of [asha, ben, cleo]) await tell(person, said);

  const [hindi] = await mailsTo(asha);
  expect(hindi?.subject).toBe(tellerOf('hi')(said.title));
  expect([hindi?.subject, hindi?.body].filter((text) => !HINDI.test(text ?? '') || ENGLISH.test(text ?? ''))).toEqual(
    [],
  );
  expect(hindi?.body).toContain('https://desk.test/trades');
  for (const person of [ben, cleo]) {
    const [english] = await mailsTo(person);
    expect(english).toMatchObject({ subject: said.title });
    expect(english?.body).toContain('The plan is active.\n');
    expect(english?.body).not.toMatch(HINDI);
  }
});

test('a sentence that Hindi lacks comes in English, beside those that it has', async () => {
  const person = await reader('dina', 'hi');
  await tell(person, { title: 'A sentence of tomorrow', body: 'Nobody has put this into Hindi. The plan is active.' });
  const [mail] = await mailsTo(person);
  expect(mail?.subject).toBe('A sentence of tomorrow');
  expect(mail?.body).toMatch(/^Nobody has put this into Hindi\. .*[\u0900-\u097f]/);
});

test('where the file of a language cannot be read the mail comes in English, and the log says so', async () => {
  const logged: string[] = [];
  const without = openTellers(
    '/no/such/folder',
    createLog('warn', (line) => logged.push(line)),
  );
  const person = await reader('elif', 'hi');
  await tell(person, { title: 'Your password was reset', body: 'The plan is active.' }, without);
  expect((await mailsTo(person))[0]).toMatchObject({ subject: 'Your password was reset' });
  expect(logged.join('\n')).toContain('"language":"hi"');
});

test('a message of a browser comes in the language of the account', async () => {
  const said: string[] = [];
  const send = async (_to: unknown, message: PushMessage) => {
    said.push(message.payload);
    return { kind: 'taken' } as const;
  };
  for (const language of ['hi', 'en'] as const) {
    const person = await reader(`pushed-${language}`.replace('-', ''), language);
    expect((await api.send('subscribewebpush', browser(), as(person))).status).toBe(200);
    await tell(person, { title: 'Your password was reset', body: 'The plan is active.' });
  }
  expect(await deliverPushes({ ...api.foundation, tellerOf, webPush: { send } })).toBe(2);
  const [hindi, english] = said.map((payload) => JSON.parse(payload));
  expect([hindi.title, hindi.body].filter((text) => !HINDI.test(text))).toEqual([]);
  expect(english).toMatchObject({ title: 'Your password was reset', body: 'The plan is active.' });
});

test('every mail about the account itself comes in Hindi: a link, a new password, the farewell', async () => {
  const person = await reader('farah', 'hi');
  const email = 'farah@mail.test';
  await api.send('forgot-password', { email });
  const token = /#token=([\w-]+)/.exec((await mailsTo(person))[0]?.body ?? '')?.[1] ?? '';
  const password = 'Copper-kettle-77';
  expect((await api.send('reset-password', { token, password })).status).toBe(200);
  // At the erasure those before the farewell go.
  const mails = await mailsTo(person);
  const { data } = await api.send('login', { email, password, tokenTransport: 'body' });
  expect((await api.send('deleteaccount', { password }, { token: data.accessToken })).status).toBe(200);
  mails.push(...(await mailsTo(person)));
  expect(mails).toHaveLength(3);
  expect(mails.filter(({ subject, body }) => !HINDI.test(subject) || ENGLISH.test(`${subject}\n${body}`))).toEqual([]);
});

test('the choice is the account’s own, is told once in the log, and goes with the account’s data', async () => {
  const [person, other] = [await reader('gita', 'hi'), await reader('hari')];
  const read = async (whose: Person) => (await api.send('notificationpreferences', {}, as(whose))).data.language;
  expect([await read(person), await read(other)]).toEqual(['hi', 'en']);
  await api.send('notificationpreferences', { language: 'hi' }, as(person));
  const { data } = await api.send('userlog', { kind: 'settings' }, as(person));
  const chosen = data.log_list.filter(({ sentence }) => sentence === 'Chose Hindi for mails and messages.');
  expect(chosen).toHaveLength(1);
  const refused = await api.send('notificationpreferences', { language: 'fr' as 'hi' }, as(person));
  expect([refused.code, await read(person)]).toEqual(['INVALID_INPUT', 'hi']);
});

function browser() {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`;
  return { endpoint, p256dh: keys.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };
}

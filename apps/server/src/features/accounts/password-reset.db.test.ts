import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readLocalOutbox } from '../../platform/mail/index.ts';
import { textOfDatabase } from '../../testing/database-print.ts';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';

const NEW_PASSWORD = 'Copper-kettle-77';
const MINUTE_MS = 60_000;

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ DEMO: '1' });
});
afterAll(() => api.close());

let made = 0;
const somebody = (): Promise<Person> => api.signUp(`forgetful${++made}`);
const ask = (email: string, address = `10.0.0.${++made}`) => api.send('forgot-password', { email }, { address });
const mailsTo = async (person: Person) =>
  (await readLocalOutbox(api.database.db, api.foundation.secrets)).filter(
    ({ to }) => to === `${person.username}@mail.test`,
  );
const tokenIn = (text = ''): string => /\/reset-password#token=([\w-]+)/.exec(text)?.[1] ?? '';
const tokenFor = async (person: Person): Promise<string> => {
  await ask(`${person.username}@mail.test`);
  return tokenIn((await mailsTo(person))[0]?.body);
};
const reset = (token: string, password = NEW_PASSWORD) => api.send('reset-password', { token, password });
const login = (person: Person, password: string) => api.send('login', { email: person.username, password });

describe('a forgotten password', () => {
  test('is replaced by a link from a mail: it opens a new one, and ends every session', async () => {
    const person = await somebody();
    const asked = await ask(`${person.username}@mail.test`);
    expect([asked.status, asked.data.localOutbox]).toEqual([200, true]);
    const [mail] = await mailsTo(person);
    expect(mail?.body).toContain('http://localhost:8080/reset-password#token=');
    const done = await reset(tokenIn(mail?.body));
    expect([done.status, done.message]).toEqual([200, 'Your password is changed. Sign in with the new one.']);
    expect((await api.send('myprofile', {}, { token: person.accessToken })).status).toBe(401);
    expect((await login(person, person.password)).code).toBe('BAD_CREDENTIALS');
    const { data } = await login(person, NEW_PASSWORD);
    const alerts = await api.send('usernotificationlist', {}, { token: data.accessToken });
    expect(alerts.data.notification_list.map(({ title }) => title)).toEqual(['Your password was reset']);
    const log = await api.send('userlog', { kind: 'security' }, { token: data.accessToken });
    expect(log.data.log_list[0]?.sentence).toBe('Set a new password by a link from a mail.');
    expect((await mailsTo(person)).map(({ subject }) => subject)).toEqual([
      'Your Trickdesk password was changed',
      'A new password for Trickdesk',
    ]);
  });

  test('is answered alike whether there is such an account or not, and never sooner than the work for one takes', async () => {
    const person = await somebody();
    const timed = async (email: string) => {
      const startedAt = performance.now();
      const answer = await ask(email);
      return { answer, ms: performance.now() - startedAt };
    };
    const known = await timed(`${person.username}@mail.test`);
    const unknown = await timed('nobody@mail.test');
    const { requestId: _one, ...knownBody } = known.answer.http.json();
    const { requestId: _other, ...unknownBody } = unknown.answer.http.json();
    expect(unknownBody).toEqual(knownBody);
    expect(Math.min(known.ms, unknown.ms)).toBeGreaterThan(140);
  });

  test('fills nobody’s letter box: three links an hour, with the same answer afterwards', async () => {
    const person = await somebody();
    for (let i = 0; i < 5; i += 1) {
      expect((await ask(`${person.username}@mail.test`)).status).toBe(200);
      await api.clock.advance(1_000);
    }
    expect(await mailsTo(person)).toHaveLength(3);
  });

  test('is not asked about without end from one address', async () => {
    const answers = [];
    for (let i = 0; i < 21; i += 1) answers.push(ask('nobody2@mail.test', '10.9.9.9'));
    const codes = (await Promise.all(answers)).map(({ code }) => code);
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(1);
  });
});

describe('the link', () => {
  test('works once, of two at once for one', async () => {
    const token = await tokenFor(await somebody());
    const both = await Promise.all([reset(token), reset(token, 'Another-kettle-78')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    const late = await reset(token);
    expect([late.status, late.code]).toEqual([422, 'RESET_TOKEN_INVALID']);
  });

  test('lasts half an hour; a newer one takes its place, and so does a change of the password', async () => {
    const person = await somebody();
    const old = await tokenFor(person);
    await api.clock.advance(1_000);
    const newer = await tokenFor(person);
    expect(newer).not.toBe(old);
    expect((await reset(old)).code).toBe('RESET_TOKEN_INVALID');
    const change = { currentPassword: person.password, newPassword: 'Silver-spoon-42' };
    await api.send('updateprofilepassword', change, { token: person.accessToken });
    expect((await reset(newer)).code).toBe('RESET_TOKEN_INVALID');
    const another = await somebody();
    const token = await tokenFor(another);
    await api.clock.advance(30 * MINUTE_MS);
    expect((await reset(token)).code).toBe('RESET_TOKEN_INVALID');
  });

  test('is still good where the new password was refused', async () => {
    const token = await tokenFor(await somebody());
    const weak = await reset(token, 'password123');
    expect([weak.status, weak.code, weak.errors[0]?.path]).toEqual([422, 'PASSWORD_TOO_WEAK', 'password']);
    expect((await reset(token)).status).toBe(200);
  });

  test('that nobody sent opens nothing', async () => {
    for (const token of ['x', 'A'.repeat(43)]) expect((await reset(token)).code).toBe('RESET_TOKEN_INVALID');
  });

  test('is not to be found in the database or the log', async () => {
    const person = await somebody();
    const token = await tokenFor(person);
    expect(token).toHaveLength(43);
    const everything = `${await textOfDatabase(api.database.db)}\n${api.logged.join('\n')}`;
    expect(everything).toContain(`${person.username}@mail.test`);
    expect(everything).not.toContain(token);
    expect(everything).not.toContain(Buffer.from(token).toString('hex'));
  });
});

describe('the local outbox', () => {
  test('shows what would have been sent, with links that can be clicked and names as text', async () => {
    const person = await somebody();
    const fullName = '<b>Asha</b> & Co';
    await api.send('updatepersonaldetails', { fullName }, { token: person.accessToken });
    const token = await tokenFor(person);
    const page = await api.server.inject({ url: '/dev/outbox' });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(`<a href="http://localhost:8080/reset-password#token=${token}">`);
    expect(page.body).toContain('Hello &lt;b&gt;Asha&lt;/b&gt; &amp; Co,');
    expect(page.headers['cache-control']).toBe('no-store');
  });

  test.each([
    ['without the demo', {}],
    ['where others reach the port', { DEMO: '1', HOST: '0.0.0.0' }],
    ['where mails are sent', { DEMO: '1', SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'desk@mail.test' }],
  ])('is not there %s', async (_, environment) => {
    const other = await openTestApi(environment);
    try {
      const page = await other.server.inject({ url: '/dev/outbox', headers: { accept: 'application/json' } });
      expect(page.body).not.toContain('Mails that stayed here');
      await other.signUp('asha');
      const asked = await other.send('forgot-password', { email: 'asha@mail.test' });
      expect(asked.data.localOutbox).toBe(false);
    } finally {
      await other.close();
    }
  });
});

import { DAY_MS } from '@trickdesk/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApi } from '../../compose/api.ts';
import { openTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const refresh = (refreshToken: string) => api.send('refresh-token', { refreshToken });

test('a refresh answers new tokens, and both work', async () => {
  const person = await api.signUp('asha');
  const answer = await refresh(person.refreshToken);
  expect(answer.status).toBe(200);
  expect(answer.data.refreshToken).not.toBe(person.refreshToken);
  expect((await api.send('myprofile', {}, { token: answer.data.accessToken })).status).toBe(200);
  expect((await refresh(answer.data.refreshToken ?? '')).status).toBe(200);
});

test('the second use of a refresh token ends the whole family of sessions', async () => {
  const person = await api.signUp('bala');
  const next = await refresh(person.refreshToken);
  const reused = await refresh(person.refreshToken);
  expect([reused.status, reused.code, reused.message]).toEqual([401, 'INVALID_REFRESH_TOKEN', 'Invalid refresh token']);
  expect((await refresh(next.data.refreshToken ?? '')).status).toBe(401);
  const call = await api.send('myprofile', {}, { token: next.data.accessToken });
  expect([call.status, call.code]).toEqual([401, 'TOKEN_EXPIRED']);
  const again = await api.send('login', { email: 'bala', password: person.password });
  expect(again.status).toBe(200);
});

test('of eight uses of one refresh token at once one gets tokens, and the family has ended', async () => {
  const person = await api.signUp('chitra');
  const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(person.refreshToken)));
  const winners = answers.filter((answer) => answer.status === 200);
  expect(winners).toHaveLength(1);
  expect(answers.filter((answer) => answer.code === 'INVALID_REFRESH_TOKEN')).toHaveLength(7);
  expect((await refresh(winners[0]?.data.refreshToken ?? '')).status).toBe(401);
});

test('eight tabs that refresh one after the other, each with the token of the one before, all go on', async () => {
  let token = (await api.signUp('deepa')).refreshToken;
  for (let tab = 0; tab < 8; tab += 1) {
    const answer = await refresh(token);
    expect(answer.status).toBe(200);
    token = answer.data.refreshToken ?? '';
  }
});

test('a session of another sign-in lives on when a family ends', async () => {
  const person = await api.signUp('esha');
  const other = await api.send('login', { email: 'esha', password: person.password, tokenTransport: 'body' });
  await refresh(person.refreshToken);
  await refresh(person.refreshToken);
  expect((await api.send('myprofile', {}, { token: other.data.accessToken })).status).toBe(200);
  expect((await refresh(other.data.refreshToken ?? '')).status).toBe(200);
});

test('a refresh token that is too old, unknown or ended is refused in the same words', async () => {
  const person = await api.signUp('farah');
  const unknown = await refresh('x'.repeat(43));
  const none = await api.send('refresh-token', {});
  await api.send('logout', { refreshToken: person.refreshToken });
  const ended = await refresh(person.refreshToken);
  const old = await api.signUp('gita');
  await api.clock.advance(30 * DAY_MS + 1);
  const expired = await refresh(old.refreshToken);
  for (const answer of [unknown, none, ended, expired]) {
    expect([answer.status, answer.message]).toEqual([401, 'Invalid refresh token']);
  }
});

test('the cookie refreshes by itself, and its answer keeps the token out of the body', async () => {
  const person = await api.signUp('hari');
  const headers = { cookie: `theme=dark; refreshToken=${person.refreshToken}` };
  const answer = await api.send('refresh-token', {}, { headers });
  expect(answer.status).toBe(200);
  expect(answer.data.refreshToken).toBeUndefined();
  expect(String(answer.http.headers['set-cookie'])).toMatch(/^refreshToken=[\w-]{43}; Path=\/jwt/);
});

test('a page that is waited for is told of by the answer, to whichever page comes next', async () => {
  const person = await api.signUp('gargi');
  const cookie = `renewing=1; refreshToken=${person.refreshToken}`;
  const answer = await api.send('refresh-token', {}, { headers: { cookie } });
  expect(answer.status).toBe(200);
  expect(answer.http.headers['set-cookie']).toEqual([
    expect.stringMatching(/^refreshToken=[\w-]{43}; Path=\/jwt/),
    'renewing=; Path=/; Max-Age=0; SameSite=Strict',
  ]);
});

test('another site cannot use the cookie', async () => {
  const person = await api.signUp('indu');
  const cookie = `refreshToken=${person.refreshToken}`;
  for (const foreign of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ]) {
    const answer = await api.send('refresh-token', {}, { headers: { cookie, ...foreign } });
    expect([answer.status, answer.code]).toEqual([403, 'FOREIGN_ORIGIN']);
  }
  const own = { cookie, origin: 'http://localhost:8080', 'sec-fetch-site': 'same-origin' };
  expect((await api.send('refresh-token', {}, { headers: own })).status).toBe(200);
});

test('signing out ends the session at once in this process and clears the cookie', async () => {
  const person = await api.signUp('jaya');
  expect((await api.send('myprofile', {}, { token: person.accessToken })).status).toBe(200);
  const answer = await api.send('logout', {}, { token: person.accessToken });
  expect(answer.status).toBe(200);
  expect(String(answer.http.headers['set-cookie'])).toContain('Expires=Thu, 01 Jan 1970');
  const call = await api.send('myprofile', {}, { token: person.accessToken });
  expect([call.status, call.code]).toEqual([401, 'TOKEN_EXPIRED']);
  expect((await refresh(person.refreshToken)).status).toBe(401);
});

test('another process refuses an ended session within five seconds', async () => {
  const person = await api.signUp('kavya');
  const other = await buildApi(api.foundation);
  try {
    const ask = () =>
      other.server.inject({
        method: 'POST',
        url: '/userapi/myprofile',
        headers: { authorization: `Bearer ${person.accessToken}` },
      });
    expect((await ask()).statusCode).toBe(200);
    await api.send('logout', { refreshToken: person.refreshToken });
    await api.clock.advance(5_000);
    expect((await ask()).statusCode).toBe(401);
  } finally {
    await other.close();
  }
});

test('an access token lives a quarter of an hour', async () => {
  const person = await api.signUp('leela');
  await api.clock.advance(14 * 60_000);
  expect((await api.send('myprofile', {}, { token: person.accessToken })).status).toBe(200);
  await api.clock.advance(61_000);
  const late = await api.send('myprofile', {}, { token: person.accessToken });
  expect([late.status, late.code]).toEqual([401, 'TOKEN_EXPIRED']);
});

test('a token that is missing, changed, unsigned or of another key opens nothing', async () => {
  const person = await api.signUp('mohan');
  const [header = '', payload = '', signature = ''] = person.accessToken.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const forged = Buffer.from(JSON.stringify({ ...claims, sub: '1' })).toString('base64url');
  const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
  for (const token of [undefined, 'x', `${header}.${forged}.${signature}`, `${unsigned}.${payload}.`]) {
    const answer = await api.send('myprofile', {}, { token });
    expect([answer.status, answer.code]).toEqual([401, 'TOKEN_MISSING']);
  }
});

test('without an ability nothing but signing in is allowed', async () => {
  const person = await api.signUp('nita');
  const token = await api.tokens.issue({
    accountId: person.userId,
    sessionId: await familyOf(person.userId),
    ability: [],
  });
  const answer = await api.send('myprofile', {}, { token });
  expect([answer.status, answer.code]).toEqual([403, 'NOT_ALLOWED']);
});

async function familyOf(accountId: number): Promise<string> {
  const row = await api.database.db.kysely
    .selectFrom('session_family')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.id;
}

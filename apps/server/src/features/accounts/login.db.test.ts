import { scaledCount } from '@trickdesk/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, PASSWORD, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

/** Each test speaks from an address of its own, so that one's failures are not another's. */
let addresses = 0;
function newAddress(): string {
  addresses += 1;
  return `10.1.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
}

test('one signs in with the email address or the username, in any case', async () => {
  await api.signUp('kiran');
  const address = newAddress();
  for (const email of ['kiran@mail.test', 'KIRAN@mail.test', 'kiran', 'Kiran']) {
    const answer = await api.send('login', { email, password: PASSWORD, tokenTransport: 'body' }, { address });
    expect([answer.status, answer.data.userData.username]).toEqual([200, 'kiran']);
    expect(answer.data.refreshToken).toMatch(/^[\w-]{43}$/);
    expect(answer.http.headers['set-cookie']).toBeUndefined();
  }
});

test('a wrong password and an unknown account are answered alike', async () => {
  await api.signUp('lata');
  const wrong = await api.send('login', { email: 'lata', password: 'wrong one here' }, { address: newAddress() });
  const unknown = await api.send('login', { email: 'nobody', password: 'wrong one here' }, { address: newAddress() });
  expect([wrong.status, wrong.code, wrong.message]).toEqual([401, 'BAD_CREDENTIALS', 'Email or Password is Invalid']);
  expect([unknown.status, unknown.code, unknown.message]).toEqual([wrong.status, wrong.code, wrong.message]);
});

test('a wrong password and an unknown account take the same time', async () => {
  await api.signUp('manoj');
  const rounds = scaledCount('timed sign-ins of each kind', 4, 10);
  const timed = async (email: string): Promise<number> => {
    const start = performance.now();
    await api.send('login', { email, password: 'wrong one here' }, { address: newAddress() });
    return performance.now() - start;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    known.push(await timed('manoj'));
    unknown.push(await timed(`nobody${round}`));
    // The account's own back-off answers without a check, which is not what is timed here.
    await api.clock.advance(3 * 3_600_000);
  }
  // The quickest of each kind: a busy machine makes single answers slower, never quicker.
  const ratio = Math.min(...known) / Math.min(...unknown);
  console.log(`quickest known to quickest unknown: ${ratio.toFixed(2)}`);
  // Without the stand-in hash an unknown account answers several times faster.
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});

test('after five failures an account waits, longer each time, from wherever it is tried', async () => {
  await api.signUp('nandini');
  const tryOnce = (password: string) => api.send('login', { email: 'nandini', password }, { address: newAddress() });
  for (let failure = 0; failure < 5; failure += 1) expect((await tryOnce('wrong one here')).status).toBe(401);
  const blocked = await tryOnce(PASSWORD);
  expect([blocked.status, blocked.code]).toEqual([429, 'TOO_MANY_TRIES']);
  const firstWait = Number(blocked.http.headers['retry-after']);
  expect(firstWait).toBeGreaterThan(0);
  await api.clock.advance(firstWait * 1000);
  expect((await tryOnce('wrong one here')).status).toBe(401);
  const secondWait = Number((await tryOnce(PASSWORD)).http.headers['retry-after']);
  expect(secondWait).toBe(firstWait * 2);
  await api.clock.advance(secondWait * 1000);
  expect((await tryOnce(PASSWORD)).status).toBe(200);
  // A success forgets the failures.
  for (let failure = 0; failure < 4; failure += 1) expect((await tryOnce('wrong one here')).status).toBe(401);
  expect((await tryOnce(PASSWORD)).status).toBe(200);
});

test('an account is the same by its email address and its username', async () => {
  await api.signUp('omkar');
  const names = ['omkar', 'omkar@mail.test', 'OMKAR', 'omkar@MAIL.test', 'omkar'];
  for (const email of names) await api.send('login', { email, password: 'wrong one here' }, { address: newAddress() });
  const answer = await api.send('login', { email: 'omkar', password: PASSWORD }, { address: newAddress() });
  expect(answer.code).toBe('TOO_MANY_TRIES');
});

test('one address that tries many accounts waits as well, and a success of its own does not free it', async () => {
  await api.signUp('priya');
  const address = newAddress();
  for (let failure = 0; failure < 4; failure += 1) {
    await api.send('login', { email: `guess${failure}`, password: 'wrong one here' }, { address });
  }
  expect((await api.send('login', { email: 'priya', password: PASSWORD }, { address })).status).toBe(200);
  await api.send('login', { email: 'guess9', password: 'wrong one here' }, { address });
  const blocked = await api.send('login', { email: 'priya', password: PASSWORD }, { address });
  expect(blocked.code).toBe('TOO_MANY_TRIES');
  const elsewhere = await api.send('login', { email: 'priya', password: PASSWORD }, { address: newAddress() });
  expect(elsewhere.status).toBe(200);
});

test('of forty guesses at once only five are looked at', async () => {
  await api.signUp('qadir');
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      api.send('login', { email: 'qadir', password: 'wrong one here' }, { address: newAddress() }),
    ),
  );
  expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5);
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(35);
});

test('no password or token is written to the log', async () => {
  await api.signUp('rekha');
  await api.send('login', { email: 'rekha', password: 'a-secret-of-mine' }, { address: newAddress() });
  const { data } = await api.send(
    'login',
    { email: 'rekha', password: PASSWORD, tokenTransport: 'body' },
    { address: newAddress() },
  );
  await api.send('refresh-token', { refreshToken: data.refreshToken ?? '' });
  await api.send('refresh-token', { refreshToken: data.refreshToken ?? '' });
  const log = api.logged.join('\n');
  expect(log).toContain('BAD_CREDENTIALS');
  for (const secret of ['a-secret-of-mine', PASSWORD, data.accessToken, data.refreshToken ?? '']) {
    expect(log.includes(secret)).toBe(false);
  }
});

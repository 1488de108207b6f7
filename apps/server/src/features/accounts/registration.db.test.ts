import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, PASSWORD, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const person = (username: string) => ({
  fullName: 'Asha Rao',
  email: `${username}@mail.test`,
  username,
  mobile: '9812345678',
  password: PASSWORD,
  acceptTerms: true as const,
});

test('registering signs in: ability in the answer, the refresh token in a cookie that no script can read', async () => {
  const answer = await api.send('register', person('ravi'));
  expect(answer.status).toBe(200);
  expect(answer.data.userData).toMatchObject({ username: 'ravi', email: 'ravi@mail.test' });
  expect(answer.data.userData.ability).toContainEqual({ action: 'manage', subject: 'Own' });
  expect(answer.data.refreshToken).toBeUndefined();
  const cookie = String(answer.http.headers['set-cookie']);
  expect(cookie).toMatch(/^refreshToken=[\w-]{43};/);
  for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/jwt']) expect(cookie).toContain(part);
  expect(cookie).not.toContain('Secure');
  const profile = await api.send('myprofile', {}, { token: answer.data.accessToken });
  expect(profile.data.profile).toMatchObject({ username: 'ravi', kyc: { pan: { status: 'none' } } });
  expect(profile.data.profile.referralCode).toMatch(/^[A-Z2-9]{8}$/);
});

test('beyond the own machine the cookie is Secure', async () => {
  const answer = await api.send('register', person('remote'), { headers: { host: 'desk.example.com' } });
  expect(String(answer.http.headers['set-cookie'])).toContain('Secure');
});

test('a used email or username is refused in the words of the specification, at its field', async () => {
  await api.signUp('first');
  const email = await api.send('register', { ...person('other'), email: 'First@mail.test' });
  expect([email.status, email.code, email.message]).toEqual([422, 'EMAIL_IN_USE', 'This email is already in use.']);
  expect(email.errors).toEqual([{ path: 'email', message: 'This email is already in use.' }]);
  const username = await api.send('register', { ...person('first'), email: 'new@mail.test' });
  expect([username.status, username.message]).toEqual([422, 'This username is already in use.']);
  const both = await api.send('register', person('first'));
  expect(both.errors.map((error) => error.path)).toEqual(['email', 'username']);
});

test('of eight people who take one name at once, one gets it and no half account stays', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => api.send('register', person('wanted'))));
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 422, 422, 422, 422, 422, 422, 422]);
  expect(new Set(answers.filter((answer) => answer.status === 422).map((answer) => answer.code))).toEqual(
    new Set(['EMAIL_IN_USE']),
  );
  const rows = await api.database.db.kysely
    .selectFrom('account')
    .where('username', '=', 'wanted')
    .selectAll()
    .execute();
  expect(rows).toHaveLength(1);
});

test('a guessable password is refused at its field, and no account is made', async () => {
  const answer = await api.send('register', { ...person('weak'), password: 'Password123' });
  expect([answer.status, answer.code, answer.errors[0]?.path]).toEqual([422, 'PASSWORD_TOO_WEAK', 'password']);
  const named = await api.send('register', { ...person('weak'), password: 'x-asha-rao-2026' });
  expect(named.code).toBe('PASSWORD_TOO_WEAK');
  const short = await api.send('register', { ...person('weak'), password: 'short' });
  expect([short.code, short.errors[0]?.path]).toEqual(['INVALID_INPUT', 'password']);
  const rows = await api.database.db.kysely.selectFrom('account').where('username', '=', 'weak').selectAll().execute();
  expect(rows).toHaveLength(0);
});

test('a referral code must exist, and whose it was is kept', async () => {
  const referrer = await api.signUp('referrer');
  const { data } = await api.send('myprofile', {}, { token: referrer.accessToken });
  const { referralCode } = data.profile;
  expect((await api.send('register', { ...person('invited'), referralCode })).status).toBe(200);
  const row = await api.database.db.kysely
    .selectFrom('account')
    .where('username', '=', 'invited')
    .select('referred_by')
    .executeTakeFirst();
  expect(row?.referred_by).toBe(referrer.userId);
  const wrong = await api.send('register', { ...person('stranger'), referralCode: 'NOBODY99' });
  expect([wrong.status, wrong.code, wrong.errors[0]?.path]).toEqual([422, 'REFERRAL_CODE_UNKNOWN', 'referralCode']);
});

test('a client without the fixed token is refused before anything is looked at', async () => {
  const wrong = await api.send('register', person('nobody'), { headers: { token: 'app' } });
  expect([wrong.status, wrong.code]).toEqual([403, 'CLIENT_TOKEN_WRONG']);
  const login = await api.send('login', { email: 'ravi', password: PASSWORD }, { headers: { token: '' } });
  expect(login.code).toBe('CLIENT_TOKEN_WRONG');
});

test('one address cannot make accounts without end', async () => {
  const limited = await openTestApi({ REGISTRATIONS_PER_HOUR: '2' });
  try {
    const statuses: number[] = [];
    for (const name of ['one', 'two', 'three']) statuses.push((await limited.send('register', person(name))).status);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await limited.send('register', person('elsewhere'), { address: '10.0.0.9' })).status).toBe(200);
  } finally {
    await limited.close();
  }
});

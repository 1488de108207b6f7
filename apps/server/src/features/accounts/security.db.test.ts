import { DAY_MS } from '@trickdesk/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { countWaiting } from '../../testing/waiting-statements.ts';

const CHROME = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0' };
const NEW_PASSWORD = 'Copper-kettle-77';
let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

let made = 0;
const somebody = (): Promise<Person> => api.signUp(`safe${++made}`);

/** Signs in once more, as from another device. */
async function another({ username, password }: Pick<Person, 'username' | 'password'>) {
  const input = { email: username, password, tokenTransport: 'body' as const };
  const { data } = await api.send('login', input, { headers: CHROME, address: '10.9.8.7' });
  return { token: data.accessToken, refreshToken: data.refreshToken ?? '' };
}

const waiting = (): Promise<number> => countWaiting(api.database.db);

const listOf = async (token: string) => (await api.send('mysessions', {}, { token })).data.session_list;
const isOpen = async (token: string) => (await api.send('myprofile', {}, { token })).status === 200;

describe('the devices that are signed in', () => {
  test('are listed with where they are, the one that asks first', async () => {
    const person = await somebody();
    const other = await another(person);
    const list = await listOf(person.accessToken);
    expect(list).toHaveLength(2);
    expect(list[0]).toMatchObject({ current: true });
    expect(list[1]).toMatchObject({ current: false, device: CHROME['user-agent'], address: '10.9.8.7' });
    const seenFromThere = await listOf(other.token);
    expect(seenFromThere.map(({ sessionId }) => sessionId)).toEqual(
      list.map(({ sessionId }) => sessionId).toReversed(),
    );
  });

  test('leave the list when they sign out, and when nothing can carry them on any more', async () => {
    const person = await somebody();
    const gone = await another(person);
    await api.send('logout', { refreshToken: gone.refreshToken });
    expect(await listOf(person.accessToken)).toHaveLength(1);
    await api.clock.advance(30 * DAY_MS + 1);
    const { token } = await another(person);
    expect(await listOf(token)).toHaveLength(1);
  });

  test('can be ended one by one; what they hold opens nothing any more', async () => {
    const person = await somebody();
    const other = await another(person);
    const [, there] = await listOf(person.accessToken);
    expect(await isOpen(other.token)).toBe(true);
    const answer = await api.send(
      'revokesession',
      { sessionId: there?.sessionId ?? '' },
      { token: person.accessToken },
    );
    expect([answer.status, answer.message]).toEqual([200, 'That session has ended.']);
    expect(await isOpen(other.token)).toBe(false);
    expect((await api.send('refresh-token', { refreshToken: other.refreshToken })).code).toBe('INVALID_REFRESH_TOKEN');
    expect(await isOpen(person.accessToken)).toBe(true);
    const log = await api.send('userlog', { kind: 'security' }, { token: person.accessToken });
    expect(log.data.log_list.map(({ sentence }) => sentence)).toEqual(['Ended a session on another device.']);
  });

  test('of others are as if they were not there', async () => {
    const [person, stranger] = [await somebody(), await somebody()];
    const [theirs] = await listOf(stranger.accessToken);
    const sessionId = theirs?.sessionId ?? '';
    const answer = await api.send('revokesession', { sessionId }, { token: person.accessToken });
    const nowhere = { sessionId: '00000000-0000-4000-8000-000000000000' };
    const unknown = await api.send('revokesession', nowhere, { token: person.accessToken });
    for (const { status, code } of [answer, unknown]) expect([status, code]).toEqual([404, 'NOT_FOUND']);
    expect(await isOpen(stranger.accessToken)).toBe(true);
  });

  test('ends its own session as by signing out', async () => {
    const person = await somebody();
    const [own] = await listOf(person.accessToken);
    const there = await another(person);
    await api.send('revokesession', { sessionId: own?.sessionId ?? '' }, { token: person.accessToken });
    expect(await isOpen(person.accessToken)).toBe(false);
    const log = await api.send('userlog', { kind: 'sign_in' }, { token: there.token });
    expect(log.data.log_list[0]?.sentence).toBe('Signed out.');
  });
});

describe('a change of the password', () => {
  const change = (person: Person, input: { currentPassword?: string; newPassword?: string } = {}, address?: string) =>
    api.send(
      'updateprofilepassword',
      { currentPassword: person.password, newPassword: NEW_PASSWORD, ...input },
      { token: person.accessToken, ...(address === undefined ? {} : { address }) },
    );

  test('ends every other session, and only the new one signs in', async () => {
    const person = await somebody();
    const other = await another(person);
    // Known to be open a moment ago: it must not be believed any more.
    expect(await isOpen(other.token)).toBe(true);
    const answer = await change(person);
    expect([answer.status, answer.data]).toEqual([200, { endedSessions: 1 }]);
    expect(await isOpen(other.token)).toBe(false);
    expect(await isOpen(person.accessToken)).toBe(true);
    const old = await api.send('login', { email: person.username, password: person.password });
    expect(old.code).toBe('BAD_CREDENTIALS');
    const { token } = await another({ ...person, password: NEW_PASSWORD });
    expect(await isOpen(token)).toBe(true);
  });

  test('leaves no door to a sign-in or a change that checked the old password just before', async () => {
    const person = await somebody();
    const { kysely } = api.database.db;
    const byId = { id: person.userId };
    const { password_hash: before } = await kysely
      .selectFrom('account')
      .select('password_hash')
      .where('id', '=', byId.id)
      .executeTakeFirstOrThrow();
    const held = await api.database.db.transaction(async (tx) => {
      await tx.updateTable('account').set({ password_hash: 'another' }).where('id', '=', byId.id).execute();
      const late = [another(person).catch(() => undefined), change(person)] as const;
      // Both have seen the old password by now, and wait for this transaction.
      await expect.poll(waiting, { timeout: 10_000 }).toBe(2);
      return late;
    });
    expect((await held[0])?.token).toBeUndefined();
    expect((await held[1]).code).toBe('WRONG_PASSWORD');
    expect(await listOf(person.accessToken)).toHaveLength(1);
    await kysely.updateTable('account').set({ password_hash: before }).where('id', '=', byId.id).execute();
    expect((await another(person)).token).not.toBe('');
  });

  test('is told of, in the log and as an alert', async () => {
    const person = await somebody();
    await change(person);
    const as = { token: person.accessToken };
    const log = await api.send('userlog', { kind: 'security' }, as);
    expect(log.data.log_list.map(({ sentence }) => sentence)).toEqual(['Changed the password.']);
    const alerts = await api.send('usernotificationlist', {}, as);
    expect(alerts.data.notification_list[0]?.title).toBe('Your password was changed');
  });

  test('needs the current one, and says at which field it is wrong', async () => {
    const person = await somebody();
    const answer = await change(person, { currentPassword: 'not this one at all' });
    expect([answer.status, answer.code]).toEqual([401, 'WRONG_PASSWORD']);
    expect(answer.errors?.map(({ path }) => path)).toEqual(['currentPassword']);
    expect((await another(person)).token).not.toBe('');
  });

  test('is slowed down where somebody guesses', async () => {
    const person = await somebody();
    const codes: (string | undefined)[] = [];
    for (let i = 0; i < 7; i += 1) {
      codes.push((await change(person, { currentPassword: `guess number ${i}` }, '10.66.6.6')).code);
    }
    expect(codes[0]).toBe('WRONG_PASSWORD');
    expect(codes.at(-1)).toBe('TOO_MANY_TRIES');
  });

  test.each([
    ['is the same again', (person: Person) => person.password, 'This is your password already.'],
    ['is common', () => 'password123', 'This password is among the commonest. Choose another one.'],
    [
      'has the name in it',
      (person: Person) => `${person.username}-1234567`,
      'Leave your name, username and email address out of the password.',
    ],
  ])('is refused where the new one %s', async (_what, of, words) => {
    const person = await somebody();
    const answer = await change(person, { newPassword: of(person) });
    expect([answer.status, answer.code]).toEqual([422, 'PASSWORD_TOO_WEAK']);
    expect(answer.errors).toEqual([{ path: 'newPassword', message: words }]);
    expect(await isOpen((await another(person)).token)).toBe(true);
  });
});

test('passwords stand nowhere: not in the log of the process, not in a row', async () => {
  const person = await somebody();
  await api.send(
    'updateprofilepassword',
    { currentPassword: person.password, newPassword: NEW_PASSWORD },
    { token: person.accessToken },
  );
  const { kysely } = api.database.db;
  const rows = [
    ...(await kysely.selectFrom('account').selectAll().execute()),
    ...(await kysely.selectFrom('activity').selectAll().execute()),
    ...(await kysely.selectFrom('alert').selectAll().execute()),
  ];
  const kept = JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  for (const secret of [person.password, NEW_PASSWORD]) expect(kept).not.toContain(secret);
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, signInAgain, signUpOperator, type TestApi } from '../../testing/test-api.ts';
import { linkNew, verifyChain } from '../audit/index.ts';
import { LivePeople } from '../deployments/testing/live-people.ts';
import { createKnownPeople } from '../kyc/testing/known-people.ts';

let people: LivePeople;
let api: TestApi;
let operator: Person;
let approver: Person;
beforeAll(async () => {
  people = await LivePeople.open();
  api = people.api;
  operator = await signUpOperator(api, 'omkar');
  approver = await signUpOperator(api, 'anita', 'approver');
});
afterAll(() => api.close());

const as = ({ accessToken }: Person) => ({ token: accessToken });
const REASON = 'The account was reported as taken over.';
const block = ({ userId }: Person, by = operator, reason = REASON) =>
  api.send('opsblockuser', { userId, reason }, as(by));
const unblock = ({ userId }: Person, by = operator) =>
  api.send('opsunblockuser', { userId, reason: 'Its owner was reached.' }, as(by));
const endSessions = ({ userId }: Person, by = operator) =>
  api.send('opsendsessions', { userId, reason: 'A device was lost.' }, as(by));
const read = async ({ userId }: Person, by = operator) => (await api.send('opsuser', { userId }, as(by))).data.user;
const login = ({ username: email, password }: Person) => api.send('login', { email, password, tokenTransport: 'body' });
const actsOn = async ({ userId }: Person) =>
  (await api.send('opsacts', { Search: `user ${userId}`, pageSize: 100 }, as(operator))).data.act_list.filter(
    ({ subjectId }) => subjectId === String(userId),
  );

describe('a blocked account', () => {
  test('is used no more: not by a token of before, a refresh, a sign-in or a new password', async () => {
    const person = await api.signUp('blocked1');
    expect((await api.send('myprofile', {}, as(person))).status).toBe(200);
    const answer = await block(person);
    expect([answer.status, answer.data.ended, answer.data.user.mayBlock]).toEqual([200, 1, false]);
    expect((await api.send('myprofile', {}, as(person))).code).toBe('TOKEN_EXPIRED');
    const refreshed = await api.send('refresh-token', { refreshToken: person.refreshToken });
    expect([refreshed.status, refreshed.code]).toEqual([403, 'ACCOUNT_BLOCKED']);
    const signedIn = await login(person);
    expect([signedIn.status, signedIn.code, signedIn.message]).toEqual([
      ...[403, 'ACCOUNT_BLOCKED', `This account is blocked: ${REASON} Write to support.`],
    ]);
    const { rows } = await sql`SELECT FROM password_reset WHERE account_id = ${person.userId}`.execute(
      api.database.db.kysely,
    );
    await api.send('forgot-password', { email: `${person.username}@mail.test` });
    const after = await sql`SELECT FROM password_reset WHERE account_id = ${person.userId}`.execute(
      api.database.db.kysely,
    );
    expect(after.rows).toHaveLength(rows.length);
  });

  test('says so to nobody who does not know its password', async () => {
    const person = await api.signUp('blocked2');
    await block(person);
    const wrong = await login({ ...person, password: 'not this one 1' });
    expect([wrong.status, wrong.code]).toEqual([401, 'BAD_CREDENTIALS']);
  });

  test('takes no new entries with any trick, keeps its exits, and starts nothing when the block is lifted', async () => {
    const person = await people.signUp('trader');
    const { TricksId } = await people.ready(person);
    expect((await people.goLive(TricksId, person)).status).toBe(200);
    const testId = await people.clone(person);
    const start = { TricksId: testId, idempotencyKey: people.key() };
    expect((await api.send('starttrick', start, as(person))).status).toBe(200);
    expect((await read(person)).running).toMatchObject({ live: 1, test: 1 });
    const { data } = await block(person);
    expect(data.tricks).toBe(2);
    const rowOf = async () => {
      const { kysely } = api.database.db;
      const runs = await sql<{ status: string; phase: string }>`SELECT status, phase FROM deployment
        WHERE account_id = ${person.userId} ORDER BY id`.execute(kysely);
      const killed = await sql`SELECT FROM kill_switch WHERE account_id = ${person.userId}`.execute(kysely);
      return { runs: runs.rows, killed: killed.rows.length === 1 };
    };
    const stopped = await rowOf();
    expect(stopped.killed).toBe(true);
    expect(stopped.runs.map(({ phase }) => phase)).not.toContain('running');
    expect((await unblock(person)).status).toBe(200);
    expect(await rowOf()).toEqual({ runs: stopped.runs, killed: false });
    expect((await login(person)).status).toBe(200);
  });

  test('keeps a kill switch that its owner had set, also once the block is lifted', async () => {
    const person = await api.signUp('switched');
    await api.send('killswitch', { flatten: false, idempotencyKey: 'k1' } as never, as(person));
    const setBy = async () =>
      (
        await sql<{ set_by: string }>`SELECT set_by FROM kill_switch WHERE account_id = ${person.userId}`.execute(
          api.database.db.kysely,
        )
      ).rows.map(({ set_by }) => set_by);
    const own = await setBy();
    expect(own).toEqual(['owner']);
    await block(person);
    await unblock(person);
    expect(await setBy()).toEqual(own);
  });

  test('cannot be signed in to by a sign-in that began before it, and is blocked once by two at once', async () => {
    const second = await signUpOperator(api, 'second');
    const person = await api.signUp('raced');
    const [signIn, ...blocks] = await Promise.all([login(person), block(person), block(person, second)]);
    expect(blocks.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(blocks.find(({ status }) => status === 409)?.code).toBe('USER_BLOCKED');
    if (signIn.status === 200) {
      const token = signIn.data.accessToken;
      expect((await api.send('myprofile', {}, { token })).code).toBe('TOKEN_EXPIRED');
    } else expect(signIn.code).toBe('ACCOUNT_BLOCKED');
    expect((await actsOn(person)).map(({ what }) => what)).toEqual(['block_user']);
  });
});

describe('nobody blocks, or signs out', () => {
  test('themselves, or an operator', async () => {
    for (const deed of [block, endSessions, unblock]) {
      const own = await deed(operator);
      expect([own.status, own.code]).toEqual([409, 'OWN_CASE']);
    }
    const other = await block(approver);
    expect([other.status, other.code]).toEqual([409, 'OPERATOR_ACCOUNT']);
    expect(await read(approver)).toMatchObject({ mayBlock: false, isOperator: true });
    expect((await api.send('myprofile', {}, as(approver))).status).toBe(200);
    expect(await actsOn(operator)).toEqual([]);
  });

  test('somebody who does not exist, is blocked or not, without a reason or the right to', async () => {
    const person = await api.signUp('spared');
    const nobody = { ...person, userId: 2_000_000_000 };
    for (const deed of [block, endSessions, unblock]) expect((await deed(nobody)).code).toBe('NOT_FOUND');
    expect((await api.send('opsuser', { userId: nobody.userId }, as(operator))).code).toBe('NOT_FOUND');
    expect((await unblock(person)).code).toBe('USER_NOT_BLOCKED');
    const mute = await block(person, operator, ' ');
    expect([mute.status, mute.errors[0]?.path]).toEqual([422, 'reason']);
    expect((await block(person, approver)).code).toBe('NOT_ALLOWED');
    expect((await api.send('myprofile', {}, as(person))).status).toBe(200);
  });
});

test('all sessions of somebody end at once, and they can sign in again', async () => {
  const person = await api.signUp('lostphone');
  const other = await signInAgain(api, person);
  const { data } = await endSessions(person);
  expect([data.ended, data.user.sessions]).toEqual([2, []]);
  for (const session of [person, other])
    expect((await api.send('myprofile', {}, as(session))).code).toBe('TOKEN_EXPIRED');
  const again = await signInAgain(api, person);
  const [alert] = (await api.send('usernotificationlist', {}, as(again))).data.notification_list;
  expect([alert?.title, alert?.body]).toEqual(['You were signed out everywhere', 'A device was lost. Sign in again.']);
});

test('an account is shown with what support needs: no secret, and numbers masked', async () => {
  const known = createKnownPeople(api);
  const person = await known.verified();
  await known.setBank(person);
  const user = await read(person);
  expect(user).toMatchObject({ userId: person.userId, kycVerified: true, twoFactor: false, mainPaise: 0, plans: [] });
  expect(user.kyc).toMatchObject({ status: 'verified', aadhaarMasked: '••••7058' });
  expect(user.bank).toEqual({ status: 'verified', accountMasked: '••••0000', ifsc: 'HDFC0001234' });
  expect(user.sessions).toHaveLength(1);
  expect(user.signIns.map(({ sentence }) => sentence)).toContain('Signed in.');
  const everything = JSON.stringify(user);
  for (const secret of ['password', '123456780000', '999941057058']) expect(everything).not.toContain(secret);
});

test('accounts are found by name, address, number and id, and listed by state', async () => {
  const person = await api.signUp('findable');
  await block(await api.signUp('findblocked'));
  const find = async (input: Parameters<typeof api.send<'opsusers'>>[1]) =>
    (await api.send('opsusers', { pageSize: 100, ...input }, as(operator))).data;
  const { mobile } = await read(person);
  for (const search of ['findable', 'FINDABLE@mail', mobile, String(person.userId)]) {
    expect((await find({ Search: search })).user_list.map(({ userId }) => userId)).toContain(person.userId);
  }
  expect((await find({ Search: '%' })).total).toBe(0);
  expect((await find({ state: 'blocked' })).user_list.map(({ username }) => username)).toContain('findblocked');
  const operators = (await find({ state: 'operators', sort: 'name' })).user_list;
  expect(operators.every(({ isOperator }) => isOperator)).toBe(true);
  const all = await find({ sort: 'time' });
  const pages = [];
  for (let pageNumber = 1; pageNumber <= Math.ceil(all.total / 2); pageNumber += 1)
    pages.push(...(await find({ sort: 'time', pageNumber, pageSize: 2 })).user_list);
  expect(pages.map(({ userId }) => userId)).toEqual(all.user_list.map(({ userId }) => userId));
});

test('what operators did is read by any operator, by words and days, and is in the chain', async () => {
  const person = await api.signUp('acted');
  await block(person);
  await unblock(person);
  const acts = await actsOn(person);
  expect(acts.map(({ what }) => what)).toEqual(['unblock_user', 'block_user']);
  expect(acts[1]).toMatchObject({
    operator: { userId: operator.userId },
    before: { isBlocked: false },
    after: { isBlocked: true, reason: REASON, ended: 1, tricks: 0, cancelled: 0 },
  });
  const list = async (input: Parameters<typeof api.send<'opsacts'>>[1], by = approver) =>
    (await api.send('opsacts', input, as(by))).data;
  expect((await list({ Search: 'omkar@' })).total).toBeGreaterThanOrEqual(2);
  expect((await list({ Search: 'nobody did this' })).total).toBe(0);
  const day = new Date(api.clock.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
  const whole = await list({ from_date: day, to_date: day, pageSize: 100 });
  expect(whole.total).toBe((await list({})).total);
  expect((await list({ to_date: '2020-01-01' })).total).toBe(0);
  const up = (await list({ sort: 'time', pageSize: 100 })).act_list.map(({ actId }) => actId);
  expect(up).toEqual(whole.act_list.map(({ actId }) => actId).toReversed());
  expect((await api.send('opsacts', {}, as(person))).code).toBe('TOKEN_EXPIRED');
  await linkNew(api.foundation);
  const chain = await verifyChain(api.database.db);
  expect([chain.unlinked.operator_act, chain.broken]).toEqual([0, undefined]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { deletePast } from '../../compose/maintenance.ts';
import { openTestApi, PASSWORD, type TestApi } from '../../testing/test-api.ts';
import { boughtBy } from '../team/testing/people.ts';
import { rewardReferrer } from './index.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const DAY_MS = 86_400_000;
const db = () => api.database.db;

let people = 0;
/** Registers in a browser that keeps its cookies. */
async function register(cookie: string, referralCode?: string) {
  people += 1;
  const username = `browser${people}`;
  const { data, http } = await api.send(
    'register',
    {
      ...{ fullName: 'Asha Rao', email: `${username}@mail.test`, username, password: PASSWORD, acceptTerms: true },
      ...{ mobile: `7${String(people).padStart(9, '0')}`, ...(referralCode ? { referralCode } : {}) },
    },
    { headers: { cookie } },
  );
  const token = data.accessToken;
  const { profile } = (await api.send('myprofile', {}, { token })).data;
  return {
    ...{ id: data.userData.userId, username, token, code: profile.referralCode },
    cookie: browserOf(http.headers),
  };
}

function browserOf(headers: Readonly<Record<string, unknown>>): string {
  const set = [headers['set-cookie']].flat().map(String);
  return set.find((each) => each.startsWith('browser='))?.split(';')[0] ?? '';
}

async function rewardFor(buyer: { readonly id: number }) {
  const at = new Date(api.clock.now());
  const invoiceId = await boughtBy(db(), buyer.id, at);
  const paid = { invoiceId, accountId: buyer.id, planName: 'Plan', taxYear: '2627', at, rewardPaise: 50_00n };
  await db().transaction((tx) => rewardReferrer(tx, paid));
  return db().kysely.selectFrom('reward').selectAll().where('invoice_id', '=', invoiceId).executeTakeFirstOrThrow();
}

const signIn = (username: string, cookie: string, tokenTransport: 'cookie' | 'body' = 'cookie') =>
  api.send('login', { email: username, password: PASSWORD, tokenTransport }, { headers: { cookie } });

test('a reward is withheld where both registered in one browser; the referrer is told why, and that it is not lost', async () => {
  const referrer = await register('');
  expect(referrer.cookie).toMatch(/^browser=[\w-]{43}$/);
  const other = await register(referrer.cookie, referrer.code);
  expect(other.cookie).toBe(referrer.cookie);
  const reward = await rewardFor(other);
  expect(reward).toMatchObject({ state: 'withheld', account_id: referrer.id });
  expect(reward.withheld_because).toContain('same browser');
  const { notification_list: alerts } = (await api.send('usernotificationlist', {}, { token: referrer.token })).data;
  expect(alerts[0]).toMatchObject({ title: 'A reward of ₹50.00 is withheld' });
  expect(alerts[0]?.body).toContain('It is not lost');
  const { wallets } = (await api.send('mywallet', {}, { token: referrer.token })).data;
  expect(wallets.map(({ balancePaise }) => balancePaise)).toEqual([0, 0]);
});

test('a later sign-in in the other’s browser counts like a registration in it', async () => {
  const referrer = await register('');
  const other = await register('', referrer.code);
  expect(other.cookie).not.toBe(referrer.cookie);
  expect((await rewardFor(other)).state).toBe('paid');
  await signIn(referrer.username, other.cookie);
  expect((await rewardFor(other)).state).toBe('withheld');
});

test('one address and the same kind of device are no doubt: that is a household, or everybody', async () => {
  const referrer = await register('');
  const other = await register('', referrer.code);
  const { session_list: sessions } = (await api.send('mysessions', {}, { token: other.token })).data;
  const mine = (await api.send('mysessions', {}, { token: referrer.token })).data.session_list;
  expect([sessions[0]?.address, sessions[0]?.device]).toEqual([mine[0]?.address, mine[0]?.device]);
  expect((await rewardFor(other)).state).toBe('paid');
});

test('a client without cookies is given none and leaves no browser behind; what no browser holds is replaced', async () => {
  const person = await register('');
  const count = async () => {
    const rows = await db()
      .kysely.selectFrom('account_browser')
      .selectAll()
      .where('account_id', '=', person.id)
      .execute();
    return rows.length;
  };
  const answer = await signIn(person.username, person.cookie, 'body');
  expect([answer.http.headers['set-cookie'], await count()]).toEqual([undefined, 1]);
  const forged = await signIn(person.username, 'browser=mine');
  expect(browserOf(forged.http.headers)).toMatch(/^browser=[\w-]{43}$/);
  expect(await count()).toBe(2);
});

test('the cookie is for sign-ins alone, hidden from scripts, and stored as a hash', async () => {
  const person = await register('');
  const answer = await signIn(person.username, person.cookie);
  const set = [answer.http.headers['set-cookie']].flat().map(String);
  const cookie = set.find((each) => each.startsWith('browser='));
  for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/jwt', 'Max-Age=34560000']) expect(cookie).toContain(part);
  const rows = await db()
    .kysely.selectFrom('account_browser')
    .selectAll()
    .where('account_id', '=', person.id)
    .execute();
  expect(rows).toHaveLength(1);
  expect(rows[0]?.token_hash.toString('latin1')).not.toContain(person.cookie.slice('browser='.length));
});

test('a browser that was not used for half a year is forgotten', async () => {
  const person = await register('');
  const rows = () =>
    db().kysely.selectFrom('account_browser').selectAll().where('account_id', '=', person.id).execute();
  const after = (days: number) =>
    deletePast({ database: db(), clock: { ...api.clock, now: () => api.clock.now() + days * DAY_MS } });
  await after(179);
  expect(await rows()).toHaveLength(1);
  await after(181);
  expect(await rows()).toEqual([]);
});

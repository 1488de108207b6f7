import type { LogInOutcome } from '@trickdesk/brokers';
import { totpAt } from '@trickdesk/brokers/smartapi';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAttempts } from '../../platform/attempts.ts';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { type AutoSignInParts, signInByItself } from './auto-sign-in.ts';
import { createOrderAccess, expireLinks } from './index.ts';
import { linkAccount } from './link-account.ts';
import { openKept } from './sealed-access.ts';
import { createScriptedBroker, type ScriptedBroker } from './testing/scripted-broker.ts';

const SECRET = 'JBSWY3DPEHPK3PXP';
const MINUTE = 60_000;
let api: TestApi;
let broker: ScriptedBroker;
let now = (): number => 0;
const woken: number[] = [];
beforeAll(async () => {
  broker = createScriptedBroker(() => now());
  api = await openTestApi({}, { smartApi: broker.smartApi });
  now = api.clock.now;
});
afterAll(() => api.close());
beforeEach(async () => {
  // Links of other tests are not due in this one.
  await api.database.db.kysely.updateTable('broker_link').set({ auto_sign_in: false }).execute();
  broker.nextLogIn = undefined;
  broker.logIns.length = 0;
  woken.length = 0;
});

const parts = (more: Partial<AutoSignInParts> = {}): AutoSignInParts => ({
  ...{ database: api.database.db, clock: api.clock, log: api.foundation.log, secrets: api.foundation.secrets },
  ...{ broker: broker.smartApi.sessions, environment: 'simulator', mayStoreCredentials: true, totpAt },
  onSession: (linkId) => woken.push(linkId),
  pause: async (ms) => api.clock.advance(ms),
  ...more,
});

let people = 0;
async function linked({ daily }: { readonly daily: boolean }) {
  people += 1;
  const person = await api.signUp(`auto${people}`);
  const code = `S1004${String(people).padStart(2, '0')}`;
  const form = { clientCode: code, apiKey: 'sim-api-key', pin: '4821' };
  const answer = await api.send(
    'linkangelone',
    daily ? { ...form, totpSecret: SECRET, storeCredentials: true } : { ...form, totp: '739164' },
    { token: person.accessToken },
  );
  expect(answer.status).toBe(200);
  broker.logIns.length = 0;
  return { person, code, linkId: answer.data.broker_angelone_details.brokerId };
}

const row = (linkId: number) =>
  api.database.db.kysely.selectFrom('broker_link').selectAll().where('id', '=', linkId).executeTakeFirstOrThrow();
/** To one minute after the next end of the broker's day, 05:00 in India. */
function toNextDay(): void {
  const day = 86_400_000;
  const end = Math.ceil((api.clock.now() - 23.5 * 3_600_000) / day) * day + 23.5 * 3_600_000;
  api.clock.advance(end - api.clock.now() + MINUTE);
}

/** The broker knows the session that stands no more. */
async function endSession(linkId: number): Promise<void> {
  const { database, clock, foundation } = api;
  const { accessOf, sessionEnded } = createOrderAccess({ database: database.db, clock, secrets: foundation.secrets });
  const access = await accessOf(linkId);
  if (access) await sessionEnded(linkId, access);
}

async function alertsOf(person: Person): Promise<string[]> {
  const session = await api.send('login', { email: person.username, password: person.password });
  const token = session.data.accessToken;
  const { data } = await api.send('usernotificationlist', { notication_category_id: 8 }, { token });
  return data.notification_list.map(({ severity, title }) => `${severity}: ${title}`);
}

test('without consent nothing is stored and nobody is signed in; the owner is told that the session has ended', async () => {
  const { person, linkId } = await linked({ daily: false });
  const before = await row(linkId);
  expect([before.auto_sign_in, before.auto_sign_in_consent_at]).toEqual([false, null]);
  toNextDay();
  await signInByItself(parts());
  await expireLinks(parts());
  expect(broker.logIns).toEqual([]);
  expect((await row(linkId)).status).toBe('expired');
  expect((await alertsOf(person))[0]).toMatch(/^warning: Angel One session of S1004\d\d has ended$/);
});

test('no code is sent that would be over before it arrives: the next one is waited for', async () => {
  const { code } = await linked({ daily: true });
  toNextDay();
  const { clock } = api;
  await clock.advance(30_000 - (clock.now() % 30_000) + 29_200);
  const begun = clock.now();
  const waited: number[] = [];
  await signInByItself(
    parts({
      pause: (ms) => {
        waited.push(ms);
        return clock.advance(ms);
      },
    }),
  );
  expect(waited).toEqual([800]);
  expect(broker.logIns).toMatchObject([{ clientCode: code, totp: totpAt(SECRET, begun + 800) }]);
  expect(totpAt(SECRET, begun)).not.toBe(totpAt(SECRET, begun + 800));
});

test('nor by hand with a secret, while a code that its owner has read is sent as it is', async () => {
  const { clock } = api;
  const person = await api.signUp('byhand');
  const origin = { requestId: 'by-hand', device: 'a test', address: '127.0.0.1' };
  const caller = { accountId: person.userId, sessionId: 'none', ability: [], origin };
  const begun = Math.ceil(clock.now() / 30_000) * 30_000 + 27_001;
  const waited: number[] = [];
  const pause = async (ms: number): Promise<void> => {
    waited.push(ms);
    await clock.advance(ms);
  };
  const attempts = createAttempts(api.database.db, clock);
  const byHand = { ...parts({ pause }), attempts, accounts: { assertPassword: async () => undefined } };
  const form = { clientCode: 'S100490', apiKey: 'sim-api-key', pin: '4821', storeCredentials: false };
  await clock.advance(begun - clock.now());
  await linkAccount(byHand, caller, { ...form, totp: '739164' });
  await linkAccount(byHand, caller, { ...form, totpSecret: SECRET });
  expect(waited).toEqual([2_999]);
  expect(broker.logIns.map(({ totp }) => totp)).toEqual(['739164', totpAt(SECRET, begun + 2_999)]);
  expect(totpAt(SECRET, begun)).not.toBe(totpAt(SECRET, begun + 2_999));
});

test('where its owner agreed, the session is renewed after the day’s end, and whoever trades on it is woken', async () => {
  const { person, linkId } = await linked({ daily: true });
  const before = await row(linkId);
  expect([before.auto_sign_in, before.auto_sign_in_consent_at]).toEqual([true, before.last_login_at]);
  await signInByItself(parts());
  expect(broker.logIns).toEqual([]);
  toNextDay();
  await Promise.all([signInByItself(parts()), signInByItself(parts())]);
  expect(broker.logIns).toHaveLength(1);
  expect(broker.logIns[0]).toMatchObject({ pin: '4821', totp: totpAt(SECRET, api.clock.now()) });
  const after = await row(linkId);
  expect(after.status).toBe('linked');
  expect(after.token_expires_at.getTime()).toBe(before.token_expires_at.getTime() + 86_400_000);
  expect(woken).toEqual([linkId]);
  const access = await createOrderAccess({
    ...{ database: api.database.db, clock: api.clock, secrets: api.foundation.secrets },
  }).accessOf(linkId);
  expect(access?.tokens.issuedAt).toBe(api.clock.now());
  expect(await alertsOf(person)).toEqual([]);
});

test('a session that the broker ends during the day is renewed without a word to its owner', async () => {
  const { person, linkId } = await linked({ daily: true });
  await endSession(linkId);
  expect((await row(linkId)).status).toBe('expired');
  // The code of the sign-in before would be turned away: the next one is waited for.
  await signInByItself(parts());
  expect(broker.logIns).toEqual([]);
  api.clock.advance(MINUTE);
  await signInByItself(parts());
  expect((await row(linkId)).status).toBe('linked');
  expect(await alertsOf(person)).toEqual([]);
});

test('who signs in with a code is told that the daily sign-in ends with that, and what was stored for it', async () => {
  const { person, code, linkId } = await linked({ daily: true });
  const { accessToken: token } = person;
  const form = { clientCode: code, apiKey: 'sim-api-key', pin: '4821' };
  const told = async () => (await api.send('linkangelone', { ...form, totp: '739164' }, { token })).message;
  const off = 'The daily sign-in is switched off, and PIN and secret are deleted.';
  expect(await told()).toBe(`Angel One ${code} is linked. ${off}`);
  expect((await row(linkId)).auto_sign_in).toBe(false);
  const { data } = await api.send('userlog', {}, { token });
  expect(JSON.stringify(data)).toContain(`Signed in at Angel One as ${code}. ${off}`);
  expect(await told()).toBe(`Angel One ${code} is linked.`);
});

test('a broker that ends each new session at once is not asked in a loop', async () => {
  const { linkId } = await linked({ daily: true });
  for (let second = 0; second < 3_600; second += 10) {
    await endSession(linkId);
    await signInByItself(parts());
    api.clock.advance(10_000);
  }
  expect(broker.logIns.length).toBeLessThanOrEqual(7);
  expect(broker.logIns.length).toBeGreaterThan(2);
});

test('a refused sign-in is never tried again: it is switched off, forgotten, and the owner told urgently', async () => {
  const { person, linkId, code } = await linked({ daily: true });
  toNextDay();
  const refusal: LogInOutcome = { kind: 'refused', reason: 'wrong_totp', brokerMessage: 'Invalid totp' };
  broker.nextLogIn = refusal;
  await signInByItself(parts());
  for (let hour = 0; hour < 30; hour += 1) {
    api.clock.advance(60 * MINUTE);
    await signInByItself(parts());
  }
  expect(broker.logIns).toHaveLength(1);
  const after = await row(linkId);
  expect([after.auto_sign_in, after.auto_sign_in_consent_at, after.status]).toEqual([false, null, 'error']);
  expect(after.status_reason).toContain('Invalid totp');
  if (after.sealed_secrets === null) throw new Error('the key is gone with it');
  expect(openKept(api.foundation.secrets, linkId, after.sealed_secrets)).not.toHaveProperty('credentials');
  expect(await alertsOf(person)).toEqual([`urgent: Angel One turned the automatic sign-in of ${code} away`]);
  expect(woken).toEqual([linkId]);
});

test('an outage is waited out with growing pauses, and told of when it lasts', async () => {
  const { person, linkId, code } = await linked({ daily: true });
  toNextDay();
  broker.nextLogIn = { kind: 'unavailable', cause: 'timeout' };
  for (let minute = 0; minute < 60; minute += 1) {
    await signInByItself(parts());
    api.clock.advance(MINUTE);
  }
  // At once, and after 1, 2, 4, 8, 16 minutes.
  expect(broker.logIns).toHaveLength(6);
  expect(await alertsOf(person)).toEqual([`warning: Angel One does not answer the automatic sign-in of ${code}`]);
  broker.nextLogIn = undefined;
  api.clock.advance(30 * MINUTE);
  await signInByItself(parts());
  expect((await row(linkId)).status).toBe('linked');
});

test('where credentials may not be stored any more, none is used, what was stored is deleted, and the owner is told', async () => {
  const { person, linkId, code } = await linked({ daily: true });
  toNextDay();
  await signInByItself(parts({ mayStoreCredentials: false }));
  await expireLinks(parts());
  expect(broker.logIns).toEqual([]);
  const { auto_sign_in: auto, status, sealed_secrets: sealed } = await row(linkId);
  expect([auto, status]).toEqual([false, 'expired']);
  if (sealed === null) throw new Error('nothing is kept');
  expect(openKept(api.foundation.secrets, linkId, sealed)).not.toHaveProperty('credentials');
  expect(await alertsOf(person)).toEqual([`warning: Angel One session of ${code} has ended`]);
});

test('signing in again by hand keeps the link, and what it stores is what was agreed to this time', async () => {
  const { person, linkId, code } = await linked({ daily: true });
  const input = { clientCode: code, apiKey: 'sim-api-key', pin: '4821', totp: '739164' };
  const answer = await api.send('linkangelone', input, { token: person.accessToken });
  expect(answer.data.broker_angelone_details).toMatchObject({ brokerId: linkId, autoSignIn: false });
  const { auto_sign_in_consent_at: consent, sealed_secrets: sealed } = await row(linkId);
  expect(consent).toBeNull();
  if (sealed === null) throw new Error('nothing is kept');
  expect(openKept(api.foundation.secrets, linkId, sealed)).not.toHaveProperty('credentials');
});

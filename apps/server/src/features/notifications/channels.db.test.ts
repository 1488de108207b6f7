import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type { PushMessage, PushOutcome, PushSubscriptionKeys } from '@trickdesk/providers/push';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readLocalOutbox } from '../../platform/mail/index.ts';
import { textOfDatabase } from '../../testing/database-print.ts';
import { tellerOf } from '../../testing/hindi.ts';
import { openTestApi, type Person, signInAgain, type TestApi } from '../../testing/test-api.ts';
import { createMemoryBus } from '../deployments/testing/memory-bus.ts';
import { type Alert, deliverAlerts, deliverPushes, notify } from './index.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());
beforeEach(async () => void (await api.database.db.kysely.deleteFrom('push_subscription').execute()));

const as = (person: Person) => ({ token: person.accessToken });
let people = 0;
const somebody = (): Promise<Person> => api.signUp(`told${++people}`);

async function tell(person: Person, changes: Partial<Alert> = {}): Promise<void> {
  const alert: Alert = {
    accountId: person.userId,
    category: 'trades',
    dedupeKey: randomUUID(),
    title: 'Bought 10 SBIN',
    body: 'The average of 20 bars crossed that of 50.',
    link: '/trades',
    severity: 'info',
    ...changes,
  };
  await api.database.db.transaction((tx) => notify(tx, alert));
}

const deliver = (): Promise<number> =>
  deliverAlerts({
    ...api.foundation,
    bus: createMemoryBus(),
    outbox: { secrets: api.foundation.secrets, isLocal: true, tellerOf },
    publicUrl: 'https://desk.test',
  });

const choose = (person: Person, changes: readonly [number, 'in_app' | 'email' | 'push', boolean][]) =>
  api.send(
    'notificationpreferences',
    { changes: changes.map(([notication_category_id, channel, isOn]) => ({ notication_category_id, channel, isOn })) },
    as(person),
  );

async function eventsOf(person: Person): Promise<number> {
  const { rows } = await api.database.db.kysely
    .selectFrom('user_event')
    .select('id')
    .where('account_id', '=', person.userId)
    .where('name', '=', 'alert')
    .execute()
    .then((rows) => ({ rows }));
  return rows.length;
}

const mailsTo = async (person: Person) =>
  (await readLocalOutbox(api.database.db, api.foundation.secrets)).filter(
    ({ to }) => to === `${person.username}@mail.test`,
  );

function browser(): PushSubscriptionKeys {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
    p256dh: keys.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
}

/** Services that answer in turn as told, and afterwards take everything. */
function services(...answers: PushOutcome[]) {
  const got: { readonly to: PushSubscriptionKeys; readonly message: PushMessage }[] = [];
  const send = async (to: PushSubscriptionKeys, message: PushMessage): Promise<PushOutcome> => {
    got.push({ to, message });
    return answers.shift() ?? { kind: 'taken' };
  };
  const push = (): Promise<number> => deliverPushes({ ...api.foundation, tellerOf, webPush: { send } });
  return { got, push };
}

const waiting = () => api.database.db.kysely.selectFrom('push_outbox').select('id').execute();

describe('what is chosen', () => {
  test('is the whole table: eight categories, three channels; mails are off until they are asked for', async () => {
    const { data } = await api.send('notificationpreferences', {}, as(await somebody()));
    expect(data.preference_list).toHaveLength(24);
    const on = data.preference_list.filter(({ isOn }) => isOn).map(({ channel }) => channel);
    expect(new Set(on)).toEqual(new Set(['in_app', 'push']));
    const locked = data.preference_list.filter(({ isLocked }) => isLocked);
    expect(locked.map((cell) => [cell.notication_category_id, cell.channel, cell.isOn])).toEqual([
      [4, 'in_app', true],
      [5, 'in_app', true],
      [8, 'in_app', true],
    ]);
    expect(data).toMatchObject({ doMailsLeave: false, push: { deviceCount: 0, isThisDevice: false } });
  });

  test('is kept, for its owner alone, and told in the log once', async () => {
    const [person, other] = [await somebody(), await somebody()];
    const { data } = await choose(person, [
      [1, 'email', true],
      [2, 'push', false],
      [2, 'push', false],
    ]);
    const cellOf = (list: typeof data.preference_list, id: number, channel: string) =>
      list.find((cell) => cell.notication_category_id === id && cell.channel === channel)?.isOn;
    expect([cellOf(data.preference_list, 1, 'email'), cellOf(data.preference_list, 2, 'push')]).toEqual([true, false]);
    await choose(person, [[1, 'email', true]]);
    const theirs = await api.send('notificationpreferences', {}, as(other));
    expect(cellOf(theirs.data.preference_list, 1, 'email')).toBe(false);
    const log = await api.send('userlog', {}, as(person));
    expect(log.data.log_list.filter(({ sentence }) => sentence === 'Changed how alerts are told.')).toHaveLength(1);
  });

  test('money and security cannot be switched off in the product, and then nothing is changed', async () => {
    const person = await somebody();
    const answer = await choose(person, [
      [1, 'in_app', false],
      [8, 'in_app', false],
    ]);
    expect([answer.status, answer.code, answer.errors[0]?.path]).toEqual([422, 'INVALID_INPUT', 'changes.1']);
    const { data } = await api.send('notificationpreferences', {}, as(person));
    expect(data.preference_list.every((cell) => cell.isOn || cell.channel === 'email')).toBe(true);
  });
});

describe('one alert', () => {
  test('comes through each channel that was chosen, once, however often it is delivered', async () => {
    const person = await somebody();
    await choose(person, [[1, 'email', true]]);
    const keys = browser();
    await api.send('subscribewebpush', keys, as(person));
    const { got, push } = services();
    await tell(person, { dedupeKey: 'one' });
    await tell(person, { dedupeKey: 'one' });
    await Promise.all([deliver(), deliver()]);
    await deliver();
    await Promise.all([push(), push()]);
    await push();
    expect(await eventsOf(person)).toBe(1);
    const mails = await mailsTo(person);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe('Bought 10 SBIN');
    expect(mails[0]?.body).toContain('https://desk.test/trades');
    expect(got).toHaveLength(1);
    expect(got[0]?.to).toEqual(keys);
    expect(JSON.parse(got[0]?.message.payload ?? '{}')).toEqual({
      title: 'Bought 10 SBIN',
      body: 'The average of 20 bars crossed that of 50.',
      link: '/trades',
      tag: got[0]?.message.topic,
    });
    expect(await waiting()).toEqual([]);
  });

  test('that is not to be shown in the product is in its list, read; what is urgent is shown', async () => {
    const person = await somebody();
    await choose(person, [[1, 'in_app', false]]);
    await tell(person);
    await tell(person, { severity: 'urgent', title: 'Halted' });
    await deliver();
    const { data } = await api.send('usernotificationlist', {}, as(person));
    expect(data.notification_list.map(({ title, readAt }) => [title, readAt !== undefined])).toEqual([
      ['Halted', false],
      ['Bought 10 SBIN', true],
    ]);
    expect((await api.send('usernotificationcount', {}, as(person))).data.alertCount).toBe(1);
    expect(await eventsOf(person)).toBe(1);
    await api.send('usernotificationreadall', {}, as(person));
    expect((await api.send('usernotificationcount', {}, as(person))).data).toEqual({ alertCount: 0, categories: [] });
  });

  test('is not mailed and not pushed where that was not chosen', async () => {
    const person = await somebody();
    await choose(person, [[1, 'push', false]]);
    await api.send('subscribewebpush', browser(), as(person));
    await tell(person);
    await deliver();
    const { got, push } = services();
    await push();
    expect([await mailsTo(person), got, await eventsOf(person)]).toEqual([[], [], 1]);
  });
});

describe('a browser', () => {
  test('is told until it is switched off; its address lies nowhere in the clear', async () => {
    const person = await somebody();
    const keys = browser();
    const on = await api.send('subscribewebpush', keys, as(person));
    expect(on.data).toEqual({ deviceCount: 1, isThisDevice: true });
    const { data } = await api.send('notificationpreferences', { endpoint: keys.endpoint }, as(person));
    expect(data.push).toMatchObject({ deviceCount: 1, isThisDevice: true, publicKey: expect.any(String) });
    const stored = await textOfDatabase(api.database.db);
    for (const secret of [keys.endpoint, keys.auth, keys.p256dh]) expect(stored).not.toContain(secret);
    expect(api.logged.join('\n')).not.toContain(keys.endpoint);
    for (let again = 0; again < 2; again += 1) {
      const off = await api.send('unsubscribewebpush', { endpoint: keys.endpoint }, as(person));
      expect(off.data).toEqual({ deviceCount: 0, isThisDevice: false });
    }
  });

  test('of somebody else is not switched off by a stranger, and belongs to who is signed in on it', async () => {
    const [owner, stranger] = [await somebody(), await somebody()];
    const keys = browser();
    await api.send('subscribewebpush', keys, as(owner));
    await api.send('unsubscribewebpush', { endpoint: keys.endpoint }, as(stranger));
    await tell(owner);
    await deliver();
    await api.send('subscribewebpush', keys, as(stranger));
    // What waited for the owner does not reach the browser of another person.
    const { got, push } = services();
    await push();
    await tell(owner);
    await deliver();
    await push();
    expect(got).toEqual([]);
    await tell(stranger);
    await deliver();
    await push();
    expect(got).toHaveLength(1);
  });

  test('that is signed out is told no more', async () => {
    const person = await somebody();
    await api.send('subscribewebpush', browser(), as(person));
    await tell(person);
    await deliver();
    await api.send('logout', {}, { ...as(person), headers: { cookie: `refreshToken=${person.refreshToken}` } });
    const { got, push } = services();
    await push();
    expect([got, await waiting()]).toEqual([[], []]);
    const again = await signInAgain(api, person);
    const { data } = await api.send('notificationpreferences', {}, as(again));
    expect(data.push.deviceCount).toBe(0);
  });

  test('of the eleventh takes the place of the one that was switched on first', async () => {
    const person = await somebody();
    const all = Array.from({ length: 11 }, browser);
    for (const keys of all) {
      await api.clock.advance(1_000);
      await api.send('subscribewebpush', keys, as(person));
    }
    const stateOf = async (keys: PushSubscriptionKeys | undefined) =>
      (await api.send('notificationpreferences', { endpoint: keys?.endpoint }, as(person))).data.push;
    expect(await stateOf(all[0])).toMatchObject({ deviceCount: 10, isThisDevice: false });
    expect(await stateOf(all[1])).toMatchObject({ isThisDevice: true });
  });

  test.each([
    ['http://fcm.googleapis.com/x', 'endpoint'],
    ['https://127.0.0.1/x', 'endpoint'],
    ['https://169.254.169.254/latest/meta-data', 'endpoint'],
    ['https://push.evil.test/x', 'endpoint'],
  ])('at %s is asked of nobody', async (endpoint, path) => {
    const answer = await api.send('subscribewebpush', { ...browser(), endpoint }, as(await somebody()));
    expect([answer.status, answer.code, answer.errors[0]?.path]).toEqual([422, 'INVALID_INPUT', path]);
  });

  test('whose keys are none is refused', async () => {
    const answer = await api.send('subscribewebpush', { ...browser(), auth: 'AAAA' }, as(await somebody()));
    expect([answer.code, answer.errors[0]?.path]).toEqual(['INVALID_INPUT', 'p256dh']);
  });
});

describe('a service', () => {
  async function told(): Promise<Person> {
    const person = await somebody();
    await api.send('subscribewebpush', browser(), as(person));
    await tell(person);
    await deliver();
    return person;
  }

  test('that does not answer is asked again after longer and longer, under the same topic, then given up', async () => {
    await told();
    const busy: PushOutcome = { kind: 'unclear', cause: 'timeout' };
    const { got, push } = services(...Array.from({ length: 100 }, () => busy));
    const times: number[] = [];
    const from = api.clock.now();
    for (let minute = 0; minute < 26 * 60; minute += 1) {
      const before = got.length;
      await push();
      if (got.length > before) times.push((api.clock.now() - from) / 60_000);
      await api.clock.advance(60_000);
    }
    expect(times.slice(0, 5)).toEqual([0, 1, 3, 13, 73]);
    expect(new Set(got.map(({ message }) => message.topic)).size).toBe(1);
    expect([got.length < 30, await waiting()]).toEqual([true, []]);
  });

  test('that says when, is asked then', async () => {
    await told();
    const { got, push } = services({ kind: 'unclear', cause: 'busy', retryAfterSeconds: 300 });
    await push();
    await api.clock.advance(299_000);
    await push();
    expect(got).toHaveLength(1);
    await api.clock.advance(1_000);
    await push();
    expect([got.length, await waiting()]).toEqual([2, []]);
  });

  test('that knows the browser no more ends its subscription, with everything that waits', async () => {
    const person = await told();
    await tell(person);
    await deliver();
    const { got, push } = services({ kind: 'gone' }, { kind: 'gone' });
    await push();
    await push();
    const { data } = await api.send('notificationpreferences', {}, as(person));
    expect([got.length, data.push.deviceCount, await waiting()]).toEqual([2, 0, []]);
  });

  test('that refuses a message is not asked for it again, and keeps the browser', async () => {
    const person = await told();
    const { got, push } = services({ kind: 'refused', httpStatus: 413 });
    await push();
    await push();
    const { data } = await api.send('notificationpreferences', {}, as(person));
    expect([got.length, data.push.deviceCount, await waiting()]).toEqual([1, 1, []]);
  });

  test('that fails holds neither the product nor a mail up', async () => {
    const person = await somebody();
    await choose(person, [[1, 'email', true]]);
    await api.send('subscribewebpush', browser(), as(person));
    await tell(person);
    await deliver();
    const { push } = services({ kind: 'unclear', cause: 'network' });
    await push();
    expect([await eventsOf(person), (await mailsTo(person)).length]).toEqual([1, 1]);
  });
});

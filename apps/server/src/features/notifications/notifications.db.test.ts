import { scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tellerOf } from '../../testing/hindi.ts';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { createMemoryBus } from '../deployments/testing/memory-bus.ts';
import { type Alert, deliverAlerts, notify } from './index.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const as = (person: Person) => ({ token: person.accessToken });
let people = 0;
const somebody = (): Promise<Person> => api.signUp(`alerted${++people}`);

function fillOf(person: Person, key: string, changes: Partial<Alert> = {}): Alert {
  return {
    accountId: person.userId,
    category: 'trades',
    dedupeKey: key,
    title: `Bought 10 SBIN (${key})`,
    body: 'The average of 20 bars crossed that of 50.',
    severity: 'info',
    ...changes,
  };
}

const tell = (alert: Alert): Promise<boolean> => api.database.db.transaction((tx) => notify(tx, alert));

async function tellAll(person: Person, count: number, changes: Partial<Alert> = {}): Promise<void> {
  for (let i = 1; i <= count; i += 1) await tell(fillOf(person, `${changes.category ?? 'trades'}-${i}`, changes));
}

async function deliver(): Promise<number> {
  const { db } = api.database;
  let delivered = 0;
  for (let last = -1; last !== 0; delivered += last) {
    last = await deliverOnce(db);
  }
  return delivered;
}

interface AlertEvent {
  readonly alert?: { readonly title: string; readonly notification_id: number };
  readonly counts: { readonly alertCount: number };
}

async function eventsOf(person: Person): Promise<AlertEvent[]> {
  const rows = await api.database.db.kysely
    .selectFrom('user_event')
    .select('payload')
    .where('account_id', '=', person.userId)
    .where('name', '=', 'alert')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.payload as AlertEvent);
}

const STEPS = [
  'tell',
  'tell again',
  'tell and fail',
  'deliver',
  'deliver twice',
  'die',
  'read one',
  'read all',
] as const;
const anyStep = fc.record({ do: fc.constantFrom(...STEPS), key: fc.integer({ min: 1, max: 6 }) });
type Step = typeof anyStep extends fc.Arbitrary<infer Drawn> ? Drawn : never;

const deliverOnce = (database = api.database.db): Promise<number> =>
  deliverAlerts({
    ...api.foundation,
    ...{ database, bus: createMemoryBus(), publicUrl: 'https://desk.test' },
    outbox: { secrets: api.foundation.secrets, isLocal: true, tellerOf },
  });

/** A delivery that dies right before its commit. */
function die(): Promise<number> {
  const { db } = api.database;
  const transaction: typeof db.transaction = (work) =>
    db.transaction(async (tx) => {
      await work(tx);
      throw new Error('killed');
    });
  return deliverOnce({ ...db, transaction });
}

/** Plays the steps for a person of their own and compares what is stored with what was told. */
async function expectToldOnce(sequence: readonly Step[]): Promise<void> {
  const person = await somebody();
  const told = new Set<number>();
  const alertOf = (key: number) => fillOf(person, String(key), { category: key % 2 === 0 ? 'trades' : 'tricks' });
  const tellOnce = async (key: number) => {
    expect(await tell(alertOf(key))).toBe(!told.has(key));
    told.add(key);
  };
  const acts: Readonly<Record<Step['do'], (key: number) => Promise<unknown>>> = {
    tell: tellOnce,
    'tell again': tellOnce,
    'tell and fail': async (key) => {
      const failed = api.database.db.transaction(async (tx) => {
        await notify(tx, alertOf(key));
        throw new Error('rolled back');
      });
      await expect(failed).rejects.toThrow('rolled back');
    },
    deliver: () => deliverOnce(),
    'deliver twice': () => Promise.all([deliverOnce(), deliverOnce()]),
    die: async () => expect(await die()).toBe(0),
    'read one': async () => {
      const { data } = await api.send('usernotificationlist', { pageSize: 1 }, as(person));
      const id = data.notification_list[0]?.notification_id;
      if (id !== undefined) await api.send('usernotificationread', { notification_id: id }, as(person));
    },
    'read all': () => api.send('usernotificationreadall', {}, as(person)),
  };
  for (const step of sequence) await acts[step.do](step.key);
  await deliverOnce();
  await expectSound(person, told.size);
}

async function expectSound(person: Person, told: number): Promise<void> {
  const { data } = await api.send('usernotificationlist', { pageSize: 100 }, as(person));
  const rows = data.notification_list;
  expect([data.total, rows.length]).toEqual([told, told]);
  const delivered = (await eventsOf(person)).flatMap((event) => event.alert?.notification_id ?? []);
  expect(delivered.toSorted((a, b) => b - a)).toEqual(rows.map((row) => row.notification_id));
  const unread = rows.filter((row) => row.readAt === undefined);
  const { data: counts } = await api.send('usernotificationcount', {}, as(person));
  expect(counts.alertCount).toBe(unread.length);
  for (const { notication_category_id: id, alertCount } of counts.categories) {
    expect(alertCount).toBe(unread.filter((row) => row.notication_category_id === id).length);
  }
}

describe('the list', () => {
  test('alerts are listed newest first, twelve a page, with the total of the whole set', async () => {
    const person = await somebody();
    await tellAll(person, 15);
    const first = await api.send('usernotificationlist', {}, as(person));
    expect(first.data).toMatchObject({ pageNumber: 1, pageSize: 12, total: 15 });
    expect(first.data.notification_list.map((row) => row.title)).toEqual(
      Array.from({ length: 12 }, (_, i) => `Bought 10 SBIN (trades-${15 - i})`),
    );
    const second = await api.send('usernotificationlist', { pageNumber: 2 }, as(person));
    expect(second.data.notification_list).toHaveLength(3);
    const third = await api.send('usernotificationlist', { pageNumber: 3 }, as(person));
    expect(third.data).toEqual({ notification_list: [], pageNumber: 3, pageSize: 12, total: 15 });
  });

  test('a category lists its own, by the spelling of the specification', async () => {
    const person = await somebody();
    await tellAll(person, 2);
    await tellAll(person, 3, { category: 'security', link: '/profile/broker', severity: 'urgent' });
    const { data } = await api.send('usernotificationlist', { notication_category_id: 8 }, as(person));
    expect(data.total).toBe(3);
    expect(data.notification_list[0]).toMatchObject({
      notication_category_id: 8,
      link: '/profile/broker',
      severity: 'urgent',
      createdAt: expect.any(String),
    });
    expect(data.notification_list[0]).not.toHaveProperty('readAt');
  });

  test('a search finds words of the title and of the body, as they stand', async () => {
    const person = await somebody();
    await tell(fillOf(person, 'a', { title: 'Sold 5 TCS', body: 'Its stop was reached: 100%.' }));
    await tell(fillOf(person, 'b', { title: 'Sold 5 INFY', body: 'Its target was reached.' }));
    const titles = async (Search: string) => {
      const { data } = await api.send('usernotificationlist', { Search }, as(person));
      return [data.total, ...data.notification_list.map((row) => row.title)];
    };
    expect(await titles('tcs')).toEqual([1, 'Sold 5 TCS']);
    expect(await titles('target')).toEqual([1, 'Sold 5 INFY']);
    expect(await titles('100%')).toEqual([1, 'Sold 5 TCS']);
    expect(await titles('1%0')).toEqual([0]);
  });

  test('unread and read ones are listed apart, with their totals, in a category and in a search too', async () => {
    const person = await somebody();
    await tellAll(person, 14);
    await tellAll(person, 2, { category: 'security' });
    const { data: all } = await api.send('usernotificationlist', { pageSize: 100 }, as(person));
    const read = all.notification_list.filter((_, i) => i % 5 === 0).map((row) => row.notification_id);
    for (const id of read) await api.send('usernotificationread', { notification_id: id }, as(person));
    for (const more of [
      {},
      { notication_category_id: 1 },
      { notication_category_id: 8 },
      { Search: 'SBIN' },
      { Search: '-1' },
    ]) {
      const idsOf = async (input: object) => {
        const { data } = await api.send('usernotificationlist', { pageSize: 100, ...more, ...input }, as(person));
        expect(data.total).toBe(data.notification_list.length);
        return data.notification_list.map((row) => row.notification_id);
      };
      const both = await idsOf({});
      expect(await idsOf({ unread: 1 })).toEqual(both.filter((id) => !read.includes(id)));
      expect(await idsOf({ unread: 0 })).toEqual(both.filter((id) => read.includes(id)));
    }
    const { data: page } = await api.send('usernotificationlist', { unread: 1 }, as(person));
    expect([page.notification_list.length, page.total]).toEqual([12, 16 - read.length]);
  });

  test('nobody sees or marks what is another person’s', async () => {
    const [owner, stranger] = [await somebody(), await somebody()];
    await tellAll(owner, 1);
    const { data } = await api.send('usernotificationlist', {}, as(owner));
    const id = data.notification_list[0]?.notification_id ?? 0;
    const theirs = await api.send('usernotificationread', { notification_id: id }, as(stranger));
    expect([theirs.status, theirs.code]).toEqual([404, 'NOT_FOUND']);
    await api.send('usernotificationreadall', {}, as(stranger));
    expect((await api.send('usernotificationlist', {}, as(stranger))).data.total).toBe(0);
    expect((await api.send('usernotificationcount', {}, as(owner))).data.alertCount).toBe(1);
  });
});

describe('reading', () => {
  test('marking one answers the first page of its category and takes it from the count, once', async () => {
    const person = await somebody();
    await tellAll(person, 14);
    await tellAll(person, 2, { category: 'tricks' });
    const { data: list } = await api.send(
      'usernotificationlist',
      { pageNumber: 2, notication_category_id: 1 },
      as(person),
    );
    const oldest = list.notification_list.at(-1)?.notification_id ?? 0;
    for (let again = 0; again < 2; again += 1) {
      const { data } = await api.send('usernotificationread', { notification_id: oldest }, as(person));
      expect(data).toMatchObject({ pageNumber: 1, pageSize: 12, total: 14 });
      expect(data.notification_list).toHaveLength(12);
      expect(new Set(data.notification_list.map((row) => row.notication_category_id))).toEqual(new Set([1]));
      const count = await api.send('usernotificationcount', {}, as(person));
      expect(count.data).toEqual({
        alertCount: 15,
        categories: [
          { notication_category_id: 1, alertCount: 13 },
          { notication_category_id: 2, alertCount: 2 },
        ],
      });
    }
    const after = await api.send('usernotificationlist', { pageNumber: 2, notication_category_id: 1 }, as(person));
    expect(after.data.notification_list.at(-1)).toMatchObject({ notification_id: oldest, readAt: expect.any(String) });
  });

  test('marking all of a category leaves the others unread; marking all leaves none', async () => {
    const person = await somebody();
    await tellAll(person, 3);
    await tellAll(person, 2, { category: 'support' });
    const one = await api.send('usernotificationreadall', { notication_category_id: 1 }, as(person));
    expect(one.data).toEqual({ alertCount: 2, categories: [{ notication_category_id: 7, alertCount: 2 }] });
    const all = await api.send('usernotificationreadall', {}, as(person));
    expect(all.data).toEqual({ alertCount: 0, categories: [] });
  });

  test('other browsers of the account are told what is unread; where nothing changed nobody is', async () => {
    const person = await somebody();
    await tellAll(person, 2);
    await api.send('usernotificationreadall', {}, as(person));
    await api.send('usernotificationreadall', {}, as(person));
    expect(await eventsOf(person)).toEqual([{ counts: { alertCount: 0, categories: [] } }]);
  });
});

describe('the outbox', () => {
  test('an event that is told again makes no second alert, and its words stay those of the first', async () => {
    const person = await somebody();
    expect(await tell(fillOf(person, 'once', { title: 'First' }))).toBe(true);
    expect(await tell(fillOf(person, 'once', { title: 'Second' }))).toBe(false);
    await deliver();
    const { data } = await api.send('usernotificationlist', {}, as(person));
    expect(data.notification_list.map((row) => row.title)).toEqual(['First']);
    expect(await eventsOf(person)).toHaveLength(1);
  });

  test('an event that was rolled back told nobody', async () => {
    const person = await somebody();
    const failed = api.database.db.transaction(async (tx) => {
      await notify(tx, fillOf(person, 'void'));
      throw new Error('the write failed');
    });
    await expect(failed).rejects.toThrow('the write failed');
    await deliver();
    expect(await eventsOf(person)).toEqual([]);
    expect((await api.send('usernotificationcount', {}, as(person))).data.alertCount).toBe(0);
  });

  test('what is delivered names the alert and what is unread', async () => {
    const person = await somebody();
    await tell(fillOf(person, 'x'));
    await deliver();
    const { data } = await api.send('usernotificationlist', {}, as(person));
    expect(await eventsOf(person)).toEqual([
      {
        alert: data.notification_list[0],
        counts: { alertCount: 1, categories: [{ notication_category_id: 1, alertCount: 1 }] },
      },
    ]);
  });

  test('however often events are told and deliveries die, run at once or come again, each is one alert and one event', async () => {
    const runs = scaledCount('alert sequences', 5);
    let steps = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 8, maxLength: 30 }), async (sequence) => {
        steps += sequence.length;
        await expectToldOnce(sequence);
      }),
      { numRuns: runs },
    );
    console.log(`alerts: ${runs} sequences, ${steps} steps, 0 lost, 0 doubled`);
  });

  test('telling at the same time from many transactions makes one alert', async () => {
    const person = await somebody();
    const told = await Promise.all(Array.from({ length: 12 }, () => tell(fillOf(person, 'same'))));
    expect(told.filter(Boolean)).toHaveLength(1);
    await Promise.all([deliver(), deliver(), deliver()]);
    expect(await eventsOf(person)).toHaveLength(1);
  });
});

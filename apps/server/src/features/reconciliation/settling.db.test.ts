import type { BrokerOrder } from '@trickdesk/brokers';
import { indiaMoment } from '@trickdesk/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { putClock } from '../market-data/store.ts';
import { DAY, insertLink, insertOrder, openMarket } from '../risk/testing/desk-facts.ts';
import { createReconciliationService, makeDueReconciliations } from './index.ts';
import { comparing, FILLED } from './testing/shown-books.ts';

let api: TestApi;
let person: Person;
let linkId: number;
let people = 0;
let theirs: BrokerOrder[];
let answers = true;
/** How often the order book of each account was read. */
const reads = new Map<string, number>();
let onRead: (reads: number, clientCode: string) => Promise<void>;

const parts = () =>
  comparing(api, {
    orders: () => theirs,
    answers: () => answers,
    cashPaise: () => 100_000_000n,
    onRead: async (clientCode) => {
      const count = (reads.get(clientCode) ?? 0) + 1;
      reads.set(clientCode, count);
      await onRead(count, clientCode);
    },
  });

beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  people += 1;
  person = await api.signUp(`settling${people}`);
  await openMarket(api);
  theirs = [{ ...FILLED, brokerOrderId: `b${people}` }];
  linkId = await linked();
  answers = true;
  reads.clear();
  onRead = async () => undefined;
});

/** An account whose owner bought by hand. */
async function linked(): Promise<number> {
  const link = await insertLink(api.database.db, person.userId);
  const order = {
    account_id: person.userId,
    broker_link_id: link,
    role: 'own',
    broker_order_id: `b${people}`,
  } as const;
  await insertOrder(api.database.db, order);
  return link;
}

/** What our own book says of the order. */
const knowFilled = (filled: number) =>
  api.database.db.kysely
    .updateTable('broker_order')
    .set({ filled_quantity: filled, filled_value_paise: BigInt(filled * 600_00) })
    .where('broker_link_id', '=', linkId)
    .execute();

/** Our own book hears of all of it, and the broker's shows an order that bears our mark and that we do not know. */
async function tagOther(): Promise<void> {
  await knowFilled(100);
  const [known] = theirs;
  if (known) theirs = [known, { ...known, brokerOrderId: 'orphan', tag: 'a'.repeat(19), filledQuantity: 0 }];
}

const clockAt = (minute: number) =>
  putClock(api.database.db.kysely, api.services.marketData.dataset, {
    ...{ exchangeAt: indiaMoment(DAY, minute), seenAt: api.clock.now(), speed: 1, feed: 'live' },
  });

const alerts = async () =>
  (
    await api.database.db.kysely
      .selectFrom('alert')
      .select(['severity', 'title'])
      .where('account_id', '=', person.userId)
      .execute()
  ).filter(({ title }) => title.includes('differ'));

test('what a desk that is being replaced has not heard counts once another has had time to, and not before', async () => {
  const service = createReconciliationService(parts());
  await knowFilled(90);
  // The process that follows has read the book by the third look at it.
  onRead = async (count) => {
    if (count === 3) await knowFilled(100);
  };
  expect((await service.run(person.userId, linkId)).status).toBe('agrees');
  expect(await alerts()).toEqual([]);
  await knowFilled(90);
  expect((await service.run(person.userId, linkId)).status).toBe('differs');
  expect(await alerts()).toMatchObject([{ severity: 'urgent' }]);
});

test('a difference that was seen twice is told, also where the broker does not answer a third time', async () => {
  await knowFilled(90);
  onRead = async (count) => {
    if (count === 3) answers = false;
  };
  expect((await createReconciliationService(parts()).run(person.userId, linkId)).status).toBe('differs');
  expect(await alerts()).toMatchObject([{ severity: 'urgent' }]);
});

test('a difference whose figures move between two looks has not gone: the last look decides', async () => {
  const service = createReconciliationService(parts());
  await knowFilled(90);
  onRead = async (count) => {
    if (count === 2) await knowFilled(95);
  };
  expect((await service.run(person.userId, linkId)).status).toBe('differs');
  expect(await alerts()).toMatchObject([{ severity: 'urgent' }]);
  // Also where they move each time; and it is gone where the last look finds it gone.
  onRead = async (count) => {
    if (count === 5) await knowFilled(96);
    if (count === 6) await knowFilled(97);
    if (count === 8) await knowFilled(98);
    if (count === 9) await knowFilled(100);
  };
  expect((await service.run(person.userId, linkId)).status).toBe('differs');
  expect((await service.run(person.userId, linkId)).status).toBe('agrees');
});

test('a difference that was seen once, by a broker that does not answer any more, is neither told nor taken for none', async () => {
  onRead = async (count) => {
    if (count === 1) await knowFilled(90);
    if (count === 2) await tagOther();
    if (count === 3) answers = false;
  };
  const asked = createReconciliationService(parts()).run(person.userId, linkId);
  await expect(asked).rejects.toMatchObject({ code: 'BROKER_UNAVAILABLE' });
  const report = await api.database.db.kysely
    .selectFrom('reconciliation_report')
    .select('status')
    .where('broker_link_id', '=', linkId)
    .executeTakeFirst();
  expect(report?.status).toBe('incomplete');
  expect(await alerts()).toEqual([]);
});

test('an account whose books are slow to come keeps no other from being compared', async () => {
  const other = await linked();
  let arrived: (() => void) | undefined;
  const otherRead = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  // One book comes only once another account's was asked for.
  onRead = async (_count, clientCode) => {
    if (clientCode === `R${other}`) arrived?.();
    if (clientCode === `R${linkId}`) await otherRead;
  };
  await clockAt(15 * 60 + 33);
  await makeDueReconciliations(parts());
  expect([reads.has(`R${linkId}`), reads.has(`R${other}`)]).toEqual([true, true]);
});

test('an account whose books may still be told does not keep others from being compared on their day', async () => {
  const other = await linked();
  await knowFilled(90);
  // The day ends while the first account is given time.
  onRead = async (count, clientCode) => {
    if (count === 3 && clientCode === `R${linkId}`) await clockAt(24 * 60 + 10);
  };
  await clockAt(15 * 60 + 33);
  await makeDueReconciliations(parts());
  const reports = await api.database.db.kysely
    .selectFrom('reconciliation_report')
    .select('status')
    .where('broker_link_id', 'in', [linkId, other])
    .where('day', '=', DAY)
    .orderBy('broker_link_id')
    .execute();
  expect(reports.map(({ status }) => status)).toEqual(['differs', 'agrees']);
});

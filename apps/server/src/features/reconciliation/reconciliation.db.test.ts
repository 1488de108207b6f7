import type { BrokerOrder } from '@trickdesk/brokers';
import { indiaMoment } from '@trickdesk/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { putClock } from '../market-data/store.ts';
import {
  DAY,
  insertDeployment,
  insertLink,
  insertOrder,
  insertPosition,
  openMarket,
} from '../risk/testing/desk-facts.ts';
import { createReconciliationService, makeDueReconciliations, readOpeningFunds } from './index.ts';
import { findOpening } from './opening-store.ts';
import { listDueLinks, listRunHoldings } from './store.ts';
import { comparing, FILLED } from './testing/shown-books.ts';

let api: TestApi;
let person: Person;
let linkId: number;
let deploymentId: number;
let theirs: BrokerOrder[];
let answers: boolean;
let cashPaise: bigint;

const parts = () => comparing(api, { orders: () => theirs, answers: () => answers, cashPaise: () => cashPaise });

beforeAll(async () => {
  api = await openTestApi();
  await openMarket(api);
});
afterAll(() => api.close());

const OPENING_PAISE = 100_000_000n;
const NEXT = '2026-01-06';
let people = 0;
beforeEach(async () => {
  people += 1;
  person = await api.signUp(`books${people}`);
  const { db } = api.database;
  linkId = await insertLink(db, person.userId);
  deploymentId = await insertDeployment(db, { accountId: person.userId, linkId });
  await db.kysely
    .insertInto('deployment_run')
    .values({
      deployment_id: deploymentId,
      run_number: 1,
      mode: 'live',
      dataset: api.services.marketData.dataset,
      fence: 1n,
      state: null,
      last_bar_at: null,
      started_exchange_at: new Date(0),
      warmup_from: new Date(0),
      updated_at: new Date(0),
    })
    .execute();
  theirs = [{ ...FILLED, brokerOrderId: `b${people}` }];
  answers = true;
  cashPaise = OPENING_PAISE;
  await insertOrder(db, {
    account_id: person.userId,
    broker_link_id: linkId,
    deployment_id: deploymentId,
    broker_order_id: `b${people}`,
  });
  await insertPosition(db, { accountId: person.userId, deploymentId });
  await bookCharges(27_64n);
});

/** What the trick's order is said to have cost. */
const bookCharges = (paise: bigint) =>
  api.database.db.kysely
    .updateTable('trade_order')
    .set({ charges_paise: paise })
    .where('deployment_id', '=', deploymentId)
    .execute();

const statusOfTrick = () =>
  api.database.db.kysely
    .selectFrom('deployment')
    .select(['status', 'status_reason'])
    .where('id', '=', deploymentId)
    .executeTakeFirstOrThrow();
const alerts = () =>
  api.database.db.kysely
    .selectFrom('alert')
    .select(['severity', 'title'])
    .where('account_id', '=', person.userId)
    .execute();

test('books that agree are kept as such, and nobody is halted or alarmed', async () => {
  const record = await createReconciliationService(parts()).run(person.userId, linkId);
  expect(record.status).toBe('agrees');
  expect((await statusOfTrick()).status).toBe('running');
  expect(await alerts()).toEqual([]);
});

test('an executed quantity that differs halts the trick with the reason and tells its owner urgently, once', async () => {
  theirs = theirs.map((order) => ({ ...order, filledQuantity: 90 }));
  const service = createReconciliationService(parts());
  expect((await service.run(person.userId, linkId)).status).toBe('differs');
  await service.run(person.userId, linkId);
  const trick = await statusOfTrick();
  expect(trick.status).toBe('halted');
  expect(trick.status_reason).toContain('executed for another number of units');
  const told = (await alerts()).filter(({ title }) => title.includes('differ'));
  expect(told.map(({ severity }) => severity)).toEqual(['urgent']);
});

test('after the close each account is compared once; a broker that does not answer leaves the report incomplete', async () => {
  const { db } = api.database;
  const at = (minute: number) =>
    putClock(db.kysely, api.services.marketData.dataset, {
      exchangeAt: indiaMoment(DAY, minute),
      seenAt: api.clock.now(),
      speed: 1,
      feed: 'live',
    });
  await at(15 * 60 + 30);
  expect(await makeDueReconciliations(parts())).toBe(0);
  await at(15 * 60 + 33);
  answers = false;
  await makeDueReconciliations(parts());
  const { data } = await api.send('reconciliationreports', {}, { token: person.accessToken });
  expect(data.report_list.map(({ day, status }) => [day, status])).toEqual([[DAY, 'incomplete']]);
  expect(await makeDueReconciliations(parts())).toBe(0);
  await openMarket(api);
});

test('a comparison that its owner asks for at noon does not stand for that of the whole day', async () => {
  const { kysely } = api.database.db;
  await createReconciliationService(parts()).run(person.userId, linkId);
  const dataset = api.services.marketData.dataset;
  const after = {
    exchangeAt: indiaMoment(DAY, 15 * 60 + 33),
    seenAt: api.clock.now(),
    speed: 1,
    feed: 'live' as const,
  };
  await putClock(kysely, dataset, after);
  const isOwn = { day: DAY, triedBefore: new Date(0) };
  const waits = async () => (await listDueLinks(kysely, isOwn)).some(({ id }) => id === linkId);
  expect(await waits()).toBe(true);
  await makeDueReconciliations(parts());
  expect(await waits()).toBe(false);
  await openMarket(api);
});

test('a report, and the comparing, are their owner’s alone', async () => {
  const { id } = await createReconciliationService(parts()).run(person.userId, linkId);
  const read = (token: string) => api.send('reconciliationreport', { reportId: id }, { token });
  expect((await read(person.accessToken)).data.report.compared).toMatchObject({ orders: 1, trades: 1, positions: 1 });
  const stranger = await api.signUp(`stranger${people}`);
  expect((await read(stranger.accessToken)).code).toBe('NOT_FOUND');
  const run = await api.send('reconciliationreport', { brokerId: linkId }, { token: stranger.accessToken });
  expect(run.code).toBe('NOT_FOUND');
  // The link of this test has no session.
  const own = await api.send('reconciliationreport', { brokerId: linkId }, { token: person.accessToken });
  expect(own.code).toBe('BROKER_SESSION_CLOSED');
});

const clockAt = (minute: number, state: { speed?: number; feed?: 'live' | 'stale' } = {}) =>
  putClock(api.database.db.kysely, api.services.marketData.dataset, {
    exchangeAt: indiaMoment(DAY, minute),
    seenAt: api.clock.now(),
    ...{ speed: 1, feed: 'live', ...state },
  });

test('the first funds of a day are dated by a clock that runs, and later than it says as it may lag', async () => {
  const { kysely } = api.database.db;
  const read = async () => {
    await readOpeningFunds(parts());
    return (await findOpening(kysely, { linkId, day: DAY }))?.at;
  };
  await clockAt(9 * 60 + 10, { feed: 'stale' });
  expect(await read()).toBeUndefined();
  await clockAt(9 * 60 + 10, { speed: 30 });
  expect(await read()).toBe(indiaMoment(DAY, 9 * 60 + 10) + 30_000);
});

test('funds are held against the first of the day: what no trade accounts for is told urgently', async () => {
  theirs = [];
  const idle = await insertLink(api.database.db, person.userId);
  const service = createReconciliationService(parts());
  const unread = await service.run(person.userId, idle);
  const { data } = await api.send('reconciliationreport', { reportId: unread.id }, { token: person.accessToken });
  const reason = 'The funds were not read before the first trade of the day.';
  expect(data.report).toMatchObject({ status: 'agrees', notCompared: [{ what: 'funds', reason }] });

  await clockAt(9 * 60 + 10);
  await readOpeningFunds(parts());
  cashPaise = 1n;
  // The first reading of the day stands.
  await readOpeningFunds(parts());
  await openMarket(api);
  const report = await service.run(person.userId, idle);
  expect(report).toMatchObject({ status: 'differs', body: { notCompared: [] } });
  const body = JSON.stringify(report.body);
  expect(body).toContain('₹10,00,000.00');
  expect(body).toContain('₹0.01');
  expect((await alerts()).map(({ severity }) => severity)).toContain('urgent');
  cashPaise = OPENING_PAISE;
  expect((await service.run(person.userId, idle)).status).toBe('agrees');
});

test('other differences are told again, though they are as many; the same ones are not', async () => {
  const service = createReconciliationService(parts());
  const told = async () => (await alerts()).filter(({ title }) => title.includes('differ')).length;
  for (const [filledQuantity, expected] of [
    [90, 1],
    [90, 1],
    [80, 2],
  ] as const) {
    theirs = theirs.map((order) => ({ ...order, filledQuantity }));
    await service.run(person.userId, linkId);
    expect(await told()).toBe(expected);
  }
});

test('charges that were booked far beyond the tariff halt the trick', async () => {
  await bookCharges(10_000_00n);
  expect((await createReconciliationService(parts()).run(person.userId, linkId)).status).toBe('differs');
  expect((await statusOfTrick()).status_reason).toContain('Charges of an order in SBIN-EQ');
});

/** As a run leaves what it hands over: closed without an exit, and its orders no more the run's. */
async function handOver(): Promise<void> {
  const { kysely } = api.database.db;
  await kysely
    .updateTable('position')
    .set({ status: 'closed', exit_at: new Date(0), exit_day: DAY, gross_paise: 0n, net_paise: 0n })
    .where('deployment_id', '=', deploymentId)
    .execute();
  await kysely
    .updateTable('broker_order')
    .set({ settled: true, settled_quantity: 100 })
    .where('deployment_id', '=', deploymentId)
    .execute();
}

test('a trick that handed its position over agrees, though the units stay in the account', async () => {
  await handOver();
  const record = await createReconciliationService(parts()).run(person.userId, linkId);
  expect([record.status, record.body]).toEqual(['agrees', expect.objectContaining({ differences: [] })]);
  expect((await statusOfTrick()).status).toBe('running');
  expect(await alerts()).toEqual([]);
});

test('the stop that its owner took over trades for them, on the day and on a later one of the run', async () => {
  await handOver();
  const stop = {
    ...{ account_id: person.userId, broker_link_id: linkId, deployment_id: deploymentId, role: 'own' as const },
    ...{ broker_order_id: `s${people}`, side: 'sell' as const, kind: 'stop_limit' as const, trigger_paise: 595_00 },
  };
  await insertOrder(api.database.db, stop);
  const [runs] = await listRunHoldings(api.database.db.kysely, { linkId, day: DAY });
  expect(runs).toMatchObject({ heldQuantity: 0, beforeQuantity: 0, handedOverQuantity: 100 });
  theirs = [...theirs, { ...FILLED, brokerOrderId: `s${people}`, side: 'sell' }];
  const record = await createReconciliationService(parts()).run(person.userId, linkId);
  expect(JSON.stringify(record.body)).not.toContain('run_position');
  await insertOrder(api.database.db, { ...stop, broker_order_id: `n${people}`, role: 'entry', side: 'buy', day: NEXT });
  expect(await listRunHoldings(api.database.db.kysely, { linkId, day: NEXT })).toMatchObject([
    { heldQuantity: 0, beforeQuantity: 100, handedOverQuantity: 100 },
  ]);
});

test('latency is told for each leg over the newest orders, by our clock', async () => {
  const wall = Date.UTC(2026, 0, 5, 4);
  for (const [i, ms] of [10, 20, 30].entries()) {
    await insertOrder(api.database.db, {
      account_id: person.userId,
      broker_link_id: linkId,
      decided_at: new Date(wall),
      sent_at: new Date(wall + ms),
      acknowledged_at: new Date(wall + ms + 100),
      first_fill_at: i === 0 ? null : new Date(wall + ms + 100 + 1_000),
    });
  }
  // A stop that waited an hour for its level is no slow order.
  await insertOrder(api.database.db, {
    ...{ account_id: person.userId, broker_link_id: linkId, kind: 'stop_limit', placed_kind: 'stop_limit' },
    ...{ trigger_paise: 500_00, decided_at: new Date(wall), sent_at: new Date(wall + 20) },
    ...{ acknowledged_at: new Date(wall + 120), first_fill_at: new Date(wall + 3_600_000) },
  });
  const { data } = await api.send('orderlatency', {}, { token: person.accessToken });
  expect(data.orders).toBe(4);
  expect(data.decidedToSent).toEqual({ p50Ms: 20, p95Ms: 28.5, orders: 4 });
  expect(data.acknowledgedToFilled).toEqual({ p50Ms: 1_000, p95Ms: 1_000, orders: 2 });
});

test('a day that passed before anybody looked has a report that says so, once, and halts nothing', async () => {
  const { kysely } = api.database.db;
  const { dataset, calendar } = api.services.marketData;
  const session = calendar.sessionOn(DAY);
  const next = session && calendar.nextSession(session.closeAt);
  if (!next) throw new Error('the calendar ends here');
  await putClock(kysely, dataset, {
    exchangeAt: next.openAt + 60_000,
    seenAt: api.clock.now(),
    speed: 1,
    feed: 'live',
  });
  theirs = [];
  for (let turn = 0; turn < 2; turn += 1) await makeDueReconciliations(parts());
  const reports = await kysely
    .selectFrom('reconciliation_report')
    .select(['day', 'status'])
    .where('broker_link_id', '=', linkId)
    .execute();
  expect(reports).toEqual([{ day: DAY, status: 'incomplete' }]);
  const { status } = await kysely
    .selectFrom('deployment')
    .select('status')
    .where('id', '=', deploymentId)
    .executeTakeFirstOrThrow();
  expect(status).toBe('running');
});

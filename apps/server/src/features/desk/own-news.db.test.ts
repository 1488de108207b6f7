import type { BrokerOrder } from '@trickdesk/brokers';
import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { insertAccount } from '../../testing/insert-account.ts';
import type { AccountDesk } from './account-desk.ts';
import type { Alarm } from './effects.ts';
import { bookRow, openDesk, ScriptedBroker } from './testing/scripted-desk.ts';
import { insertRun, type RunRows } from './testing/sim-run-rows.ts';

let testDb: TestDatabase;
let accounts = 0;
const open: AccountDesk[] = [];
beforeAll(async () => {
  testDb = await withTestDatabase();
});
afterEach(async () => {
  for (const desk of open.splice(0)) await desk.close();
});
afterAll(() => testDb.drop());

/** An order by hand that rests at the broker, and what its owner hears of it. */
async function resting() {
  accounts += 1;
  const tag = `hand${accounts}`;
  const run = await insertRun(testDb.db, await insertAccount(testDb.db, tag), `H${accounts}`);
  const broker = new ScriptedBroker();
  const alarms: Alarm[] = [];
  const parts = { tellAlarm: async (_tx: unknown, _account: number, alarm: Alarm) => void alarms.push(alarm) };
  const openAgain = async (): Promise<AccountDesk> => {
    const desk = await openDesk({ database: testDb.db, linkId: run.linkId, broker }, parts);
    open.push(desk);
    return desk;
  };
  const desk = await openAgain();
  const { rows } = await sql<{ id: number }>`
    INSERT INTO broker_order (account_id, broker_link_id, role, tag, exchange, symbol, token, trading_symbol, side,
      product, kind, placed_kind, quantity, price_paise, state, decided_at, exchange_at, day, updated_at)
    VALUES (${run.accountId}, ${run.linkId}, 'own', ${tag}, 'NSE', 'SBIN', 'tSBIN', 'SBIN-EQ', 'buy', 'intraday', 'limit',
      'limit', 10, 60000, 'intended', now(), now(), '2025-07-07', now()) RETURNING id`.execute(testDb.db.kysely);
  await desk.wake();
  await desk.settled();
  const look = async (changes: Partial<BrokerOrder>, by = desk): Promise<void> => {
    broker.book = [bookRow({ brokerOrderId: 'b1', tag, ...changes })];
    await by.look();
    await by.settled();
  };
  const id = rows[0]?.id ?? 0;
  /** Its owner asks for other terms, and the broker says yes at once. */
  const change = async (terms: object, by = desk): Promise<void> => {
    const body = JSON.stringify({ kind: 'limit', quantity: 12, pricePaise: 650_00, ...terms });
    await sql`INSERT INTO broker_order_request (broker_order_id, verb, body, requested_at)
      VALUES (${id}, 'modify', ${body}::jsonb, now())`.execute(testDb.db.kysely);
    await by.wake();
    await by.settled();
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { run, id, desk, broker, alarms, look, change, openAgain };
}

const PART = { state: 'partially_filled', filledQuantity: 4, averagePaise: 599_95 } as const;

async function logOf({ accountId }: RunRows): Promise<{ kind: string; sentence: string }[]> {
  const { rows } = await sql<{ kind: string; sentence: string }>`SELECT kind, sentence FROM trade_activity
    WHERE account_id = ${accountId} AND deployment_id IS NULL ORDER BY id`.execute(testDb.db.kysely);
  return rows;
}

async function eventsOf({ accountId }: RunRows): Promise<unknown[]> {
  const { rows } = await sql<{ payload: unknown }>`SELECT payload FROM user_event
    WHERE account_id = ${accountId} AND name = 'ownorder' ORDER BY id`.execute(testDb.db.kysely);
  return rows.map(({ payload }) => payload);
}

test('each fill of an order by hand stands in the log, is told as an alert and reaches the screen, once', async () => {
  const { run, id, alarms, look } = await resting();
  await look({});
  await look(PART);
  await look(PART);
  await look({ state: 'filled', filledQuantity: 10, averagePaise: 600_00 });
  expect(await logOf(run)).toEqual([
    { kind: 'fill', sentence: 'Your order to buy 10 SBIN is filled in part: 4 of 10 at ₹599.95.' },
    { kind: 'fill', sentence: 'Your order to buy 10 SBIN is filled at ₹600.00.' },
  ]);
  const whole = { severity: 'info', deploymentId: undefined, link: `/orders/own/${id}` };
  expect(alarms).toMatchObject([
    { ...whole, key: `own:${id}:filled 4`, title: 'By hand: bought 4 of 10 SBIN at ₹599.95' },
    { ...whole, key: `own:${id}:filled`, title: 'By hand: bought 10 SBIN at ₹600.00' },
  ]);
  const events = await eventsOf(run);
  expect(events.slice(-2)).toEqual([
    { orderId: id, status: 'partially_filled', filledQuantity: 4 },
    { orderId: id, status: 'filled', filledQuantity: 10 },
  ]);
});

test('an order by hand that ends unfilled says why, a rejection in the broker’s words', async () => {
  const [rejected, cancelled] = [await resting(), await resting()];
  await rejected.look({ state: 'rejected', text: 'RMS: no margin' });
  expect(await logOf(rejected.run)).toEqual([
    { kind: 'rejection', sentence: 'The broker rejected your order to buy 10 SBIN. Its words: RMS: no margin.' },
  ]);
  expect(rejected.alarms).toMatchObject([{ severity: 'warning', key: `own:${rejected.id}:rejected` }]);
  await cancelled.look(PART);
  await cancelled.look({ ...PART, state: 'cancelled', cancelledQuantity: 6 });
  expect((await logOf(cancelled.run)).at(-1)).toEqual({
    kind: 'notice',
    sentence: 'Your order to buy 10 SBIN is over: it was cancelled. 4 of 10 were filled at ₹599.95.',
  });
  expect(cancelled.alarms.at(-1)).toMatchObject({ severity: 'info', key: `own:${cancelled.id}:cancelled` });
});

test('an order that was placed elsewhere reaches the screen when it changes, and makes no noise', async () => {
  const { run, alarms, look } = await resting();
  await look({});
  const before = (await eventsOf(run)).length;
  await look({ tag: undefined, brokerOrderId: 'x1', ...PART });
  await look({ tag: undefined, brokerOrderId: 'x1', ...PART });
  const events = await eventsOf(run);
  expect(events.slice(before)).toMatchObject([{ status: 'partially_filled', filledQuantity: 4 }]);
  expect(alarms).toEqual([]);
});

test('a desk that takes over tells only what the one before has not told', async () => {
  const { run, desk, alarms, look, openAgain } = await resting();
  await look(PART);
  desk.abandon();
  const next = await openAgain();
  await look(PART, next);
  expect(await logOf(run)).toHaveLength(1);
  await look({ ...PART, filledQuantity: 7 }, next);
  expect((await logOf(run)).at(-1)?.sentence).toContain('7 of 10');
  expect(alarms).toHaveLength(2);
});

/** As the exchange refuses a change that the broker took: the order stands as before, with the words beside it. */
async function refusedChange(text: string) {
  const own = await resting();
  await own.look({});
  await own.change({});
  await own.look({ text });
  await own.look({ text });
  return own;
}

async function storyOf(id: number): Promise<[what: string, note: string | null, pricePaise: number | null][]> {
  const { rows } = await sql<{ what: string; note: string | null; price_paise: number | null }>`
    SELECT what, note, price_paise FROM broker_order_event WHERE broker_order_id = ${id} ORDER BY id`.execute(
    testDb.db.kysely,
  );
  return rows.map(({ what, note, price_paise }) => [what, note, price_paise]);
}

test('a change that the exchange refuses after the broker took it is told once, with its words, and stands in the story', async () => {
  const { run, id, alarms } = await refusedChange('Price is beyond the circuit limit');
  const sentence =
    'The broker did not change your order to buy 10 SBIN. You asked for 12 at ₹650.00. It stays as it was: 10 at ₹600.00. Its words: Price is beyond the circuit limit.';
  expect(alarms).toMatchObject([
    {
      ...{ severity: 'warning', title: 'By hand: the order to buy 10 SBIN was not changed', body: sentence },
      link: `/orders/own/${id}`,
    },
  ]);
  expect(await logOf(run)).toEqual([{ kind: 'rejection', sentence }]);
  expect((await storyOf(id)).slice(-2)).toEqual([
    ['answered', null, 650_00],
    ['reported', 'Price is beyond the circuit limit', 600_00],
  ]);
  const { rows } = await sql<object>`SELECT quantity, price_paise FROM broker_order WHERE id = ${id}`.execute(
    testDb.db.kysely,
  );
  expect(rows).toEqual([{ quantity: 10, price_paise: 600_00 }]);
});

test('a change that comes to nothing without a word says so', async () => {
  const { alarms } = await refusedChange('');
  expect(alarms.map(({ body }) => body)).toEqual([
    'The broker did not change your order to buy 10 SBIN. You asked for 12 at ₹650.00. It stays as it was: 10 at ₹600.00. It gave no reason.',
  ]);
});

test('terms that the broker shows and nobody asked for here stand in the story, and make no noise', async () => {
  const { id, alarms, look } = await resting();
  await look({});
  await look({ pricePaise: 590_00 });
  await look({ pricePaise: 590_00 });
  expect((await storyOf(id)).filter(([, note]) => note === 'The broker shows these terms now.')).toEqual([
    ['reported', 'The broker shows these terms now.', 590_00],
  ]);
  expect(alarms).toEqual([]);
});

/** As screens and limits read it: what is in force, and whether a change is still asked for. */
async function standingOf(id: number): Promise<readonly number[]> {
  const { rows } = await sql<{ quantity: number; price_paise: number; asked: bigint }>`SELECT quantity, price_paise,
      (SELECT count(*) FROM broker_order_request WHERE broker_order_id = o.id AND applied_at IS NULL) AS asked
    FROM broker_order o WHERE id = ${id}`.execute(testDb.db.kysely);
  return rows.flatMap(({ quantity, price_paise, asked }) => [quantity, price_paise, Number(asked)]);
}

const MADE = { quantity: 12, pricePaise: 650_00 };

test('a change that the broker has taken stands as asked for until the book shows that the exchange has made it', async () => {
  const { id, alarms, change, look, broker } = await resting();
  await look({});
  await change({});
  expect(await standingOf(id)).toEqual([10, 600_00, 1]);
  await look({ ...MADE, state: 'modify_pending' });
  expect(await standingOf(id)).toEqual([10, 600_00, 1]);
  await look(MADE);
  expect(await standingOf(id)).toEqual([12, 650_00, 0]);
  expect(broker.modified).toHaveLength(1);
  expect(alarms).toEqual([]);
});

test('a change that the exchange refuses is told by the desk that takes over, once', async () => {
  const { run, id, desk, alarms, change, look, openAgain } = await resting();
  await look({});
  await change({});
  desk.abandon();
  const next = await openAgain();
  await next.settled();
  await new Promise((resolve) => setTimeout(resolve, 5));
  await look({ text: 'Price is beyond the circuit limit' }, next);
  const told = ['By hand: the order to buy 10 SBIN was not changed'];
  expect(alarms.map(({ title }) => title)).toEqual(told);
  expect(await standingOf(id)).toEqual([10, 600_00, 0]);
  next.abandon();
  const last = await openAgain();
  await look({ text: 'Price is beyond the circuit limit' }, last);
  await look({ text: 'Price is beyond the circuit limit' }, last);
  expect(alarms.map(({ title }) => title)).toEqual(told);
  expect(await logOf(run)).toHaveLength(1);
});

test('a change that was made while nobody listened is found by the next desk, and not asked for again', async () => {
  const { id, desk, broker, alarms, change, look, openAgain } = await resting();
  await look({});
  await change({});
  desk.abandon();
  broker.book = broker.book.map((row) => ({ ...row, ...MADE }));
  const next = await openAgain();
  await next.settled();
  expect(await standingOf(id)).toEqual([12, 650_00, 0]);
  expect(broker.modified).toHaveLength(1);
  await look(MADE, next);
  expect(alarms).toEqual([]);
});

test('what was asked for last is asked for again by each desk that takes over, when a change of before comes after it', async () => {
  const { id, desk, broker, change, look, openAgain } = await resting();
  const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
  await look({});
  await change({});
  await look(MADE);
  await change({ pricePaise: 640_00 });
  await look({ ...MADE, pricePaise: 640_00 });
  expect(await standingOf(id)).toEqual([12, 640_00, 0]);
  desk.abandon();
  const next = await openAgain();
  await next.settled();
  expect(broker.modified).toHaveLength(2);
  await pause();
  // Given up by the desk that is gone, and asked for a second time then: this was the first.
  await look(MADE, next);
  await pause();
  expect(broker.modified.map(({ pricePaise }) => pricePaise)).toEqual([650_00, 640_00, 640_00]);
  expect(await standingOf(id)).toEqual([12, 650_00, 1]);
  next.abandon();
  const last = await openAgain();
  await last.settled();
  expect(broker.modified.map(({ pricePaise }) => pricePaise)).toEqual([650_00, 640_00, 640_00, 640_00]);
  await pause();
  await look({ ...MADE, pricePaise: 640_00 }, last);
  expect(await standingOf(id)).toEqual([12, 640_00, 0]);
});

test('a change that is asked for while another is not confirmed leaves after it, and none is lost', async () => {
  const { id, broker, change, look, desk } = await resting();
  await look({});
  await change({});
  await change({ pricePaise: 640_00 });
  expect(broker.modified.map(({ pricePaise }) => pricePaise)).toEqual([650_00]);
  await look(MADE);
  desk.step();
  await desk.settled();
  expect(broker.modified.map(({ pricePaise }) => pricePaise)).toEqual([650_00, 640_00]);
  await new Promise((resolve) => setTimeout(resolve, 5));
  await look({ ...MADE, pricePaise: 640_00 });
  expect(await standingOf(id)).toEqual([12, 640_00, 0]);
});

test('an order that ends before its change was confirmed ends with the terms that its last report shows', async () => {
  const { id, alarms, change, look } = await resting();
  await look({});
  await change({});
  await look({ state: 'cancelled', cancelledQuantity: 10 });
  expect(await standingOf(id)).toEqual([10, 600_00, 0]);
  expect(alarms.map(({ title }) => title)).toEqual(['By hand: the order to buy 10 SBIN is cancelled']);
});

test('what is filled while a change is not confirmed is told with the terms that are in force', async () => {
  const { run, change, look } = await resting();
  await look({});
  await change({});
  await look({ ...PART, state: 'modify_pending' });
  expect((await logOf(run)).map(({ sentence }) => sentence)).toEqual([
    'Your order to buy 10 SBIN is filled in part: 4 of 10 at ₹599.95.',
  ]);
});

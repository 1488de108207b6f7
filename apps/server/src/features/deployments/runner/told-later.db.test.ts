import { lockInTransaction } from '@trickdesk/db';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { countWaiting } from '../../../testing/waiting-statements.ts';
import { readBooks } from '../testing/books.ts';
import type { FakeBroker } from '../testing/fake-desks.ts';
import { type LiveRunner, openLive, play, prepareLive, retire, settle } from '../testing/live-runner.ts';
import { expectSameAsBroker } from '../testing/live-world.ts';
import type { PlayedDay } from '../testing/played-day.ts';
import { openWorld, tell, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
const restore: (() => void)[] = [];
afterEach(() => {
  for (const undo of restore.splice(0)) undo();
});

const STEP = 3;
const HELD_SOON = { timeout: 20_000, interval: 10 };

/** Keeps everybody from telling an account's browsers anything, for as long as the work takes. */
async function withoutEvents<T>(accountId: number, work: () => Promise<T>): Promise<T> {
  return world.testDb.db.transaction(async (tx) => {
    await lockInTransaction(tx, `user_event:${accountId}`);
    return work();
  });
}

/** Until everything is stored and told, or somebody waits for the right to tell: by then an order would have left. */
async function untilToldOrHeld(live: LiveRunner): Promise<void> {
  let isTold = false;
  void settle(live).then(() => {
    isTold = true;
  });
  await expect.poll(async () => isTold || (await countWaiting(world.testDb.db)) > 0, HELD_SOON).toBe(true);
}

/** Plays until an order has left whose log and events could not be told. Answers how far it came. */
async function playUntilSent(live: LiveRunner, broker: FakeBroker, day: PlayedDay): Promise<number> {
  for (let place = 0; place < day.news.length; place += STEP) {
    const isSent = await withoutEvents(day.accountId, async () => {
      tell(world, day.news.slice(place, place + STEP));
      await untilToldOrHeld(live);
      if (broker.placed === 0) return false;
      await live.kill();
      return true;
    });
    if (isSent) return place + STEP;
    await settle(live);
  }
  throw new Error('no order ever left');
}

const runOf = async (day: PlayedDay) => (await readBooks(world, day.deploymentId)).runs.at(-1);

async function expectToldOnce(day: PlayedDay) {
  const { kysely } = world.testDb.db;
  const { decisions, orders, deployment } = await readBooks(world, day.deploymentId);
  const lines = await kysely
    .selectFrom('trade_activity')
    .select(['kind', 'sentence', 'symbol'])
    .where('deployment_id', '=', day.deploymentId)
    .orderBy('id')
    .execute();
  const of = (...kinds: readonly string[]) => lines.filter((line) => kinds.includes(line.kind));
  expect(of('decision', 'veto').map((line) => line.sentence)).toEqual(decisions.map((row) => row.sentence));
  expect(of('order').map((line) => line.symbol)).toEqual(orders.map((row) => row.symbol));
  expect(deployment.last_decision_at).toEqual(decisions.at(-1)?.at ?? null);
  const events = await kysely
    .selectFrom('user_event')
    .select(['name', 'payload'])
    .where('account_id', '=', day.accountId)
    .execute();
  const told = new Set(events.filter(({ name }) => name === 'order').map(({ payload }) => orderIdIn(payload)));
  expect([...told].toSorted()).toEqual(orders.map(({ id }) => String(id)).toSorted());
  return { orders, events };
}

function orderIdIn(payload: unknown): string {
  const { order } = payload as { readonly order: { readonly orderId: number } };
  return String(order.orderId);
}

test('an order leaves before it is told of; who dies in between leaves it to the next, who tells it once', async () => {
  const { day, broker } = await prepareLive(world, 31);
  const first = await openLive(world, broker);
  const place = await playUntilSent(first, broker, day);
  expect(broker.placed).toBe(1);
  expect((await runOf(day))?.untold).not.toBeNull();
  const before = await readBooks(world, day.deploymentId);
  expect(before.orders).toHaveLength(1);
  expect(before.decisions).toHaveLength(1);
  await world.setClock(day.news[place - 1]?.at ?? 0);
  const second = await openLive(world, broker);
  await settle(second);
  expect((await runOf(day))?.untold).toBeNull();
  const { events } = await expectToldOnce(day);
  expect(events.map(({ name }) => name)).toContain('trick');
  await play({ world, live: second, day }, [place, place + 400]);
  await expectToldOnce(day);
  await expectSameAsBroker(world, broker, day.deploymentId);
  await second.stop();
  await retire(world, day);
}, 60_000);

test('whatever dies and whenever, each decision and each order is told once', async () => {
  const { day, broker } = await prepareLive(world, 32);
  let live = await openLive(world, broker);
  let told = 0;
  for (const place of [120, 241, 307, 420, 533]) {
    await play({ world, live, day }, [told, place - 30]);
    tell(world, day.news.slice(place - 30, place));
    await new Promise((resolve) => setTimeout(resolve, place % 7));
    told = place;
    await live.kill();
    await world.setClock(day.news[place - 1]?.at ?? 0);
    live = await openLive(world, broker);
    await settle(live);
  }
  await play({ world, live, day }, [told, 700]);
  const { orders } = await expectToldOnce(day);
  expect(orders.length).toBeGreaterThan(10);
  await live.stop();
  await retire(world, day);
}, 120_000);

/** Texts of the transactions of this process that store an order of a run. */
function transactionsWithOrders(): string[][] {
  const open = new Map<unknown, string[]>();
  const done: string[][] = [];
  const prototype: object = pg.Client.prototype;
  const query: unknown = Reflect.get(prototype, 'query');
  if (typeof query !== 'function') throw new Error('the driver has no query');
  restore.push(() => Reflect.set(prototype, 'query', query));
  Reflect.set(prototype, 'query', function counted(this: unknown, ...parts: unknown[]) {
    const [first] = parts;
    const text = typeof first === 'string' ? first : String(Reflect.get(Object(first), 'text'));
    if (text.startsWith('start transaction')) open.set(this, []);
    open.get(this)?.push(text);
    const own = text === 'commit' ? open.get(this) : undefined;
    if (own?.some((statement) => statement.includes('INSERT INTO trade_order'))) done.push(own);
    return Reflect.apply(query, this, parts);
  });
  return done;
}

test('before an order leaves, its run stores no more than it must: state, decisions, intents', async () => {
  const { day, broker } = await prepareLive(world, 33);
  const transactions = transactionsWithOrders();
  const live = await openLive(world, broker);
  await play({ world, live, day }, [0, 400], 1);
  // Where a fill led to it, the fill is stored with it.
  const alone = transactions.filter((statements) => statements.every((text) => !text.startsWith('update')));
  expect(alone.length).toBeGreaterThan(5);
  const besides = alone.map((statements) =>
    statements.filter((text) => !/INSERT INTO (decision|trade_order) /.test(text)),
  );
  // Begin, the run with its fence and its life, commit; whoever has just taken it up may withdraw an intent besides.
  expect(besides[0]?.length).toBeLessThanOrEqual(4);
  for (const statements of besides.slice(1)) expect(statements, statements.join('\n')).toHaveLength(3);
  await live.stop();
  await retire(world, day);
}, 60_000);

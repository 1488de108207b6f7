import type { Database } from '@trickdesk/db';
import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { RunLost } from '../deployments/runner/store.ts';
import { lockRisk } from '../risk/store.ts';
import { DATASET, type EntriesOptions, type EntriesWorld, openEntries, placeByHand } from './testing/entries-world.ts';
import { NOON } from './testing/scripted-desk.ts';

let testDb: TestDatabase;
const worlds: EntriesWorld[] = [];
beforeAll(async () => {
  testDb = await withTestDatabase();
});
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.leave();
  await sql`DELETE FROM kill_switch`.execute(testDb.db.kysely);
});
afterAll(() => testDb.drop());

async function open(options: EntriesOptions = {}): Promise<EntriesWorld> {
  const world = await openEntries(testDb.db, options);
  worlds.push(world);
  return world;
}

/** The process's own database, and how often it has begun a transaction. */
function counting() {
  const count = { transactions: 0 };
  const wrap = (db: Database): Database => ({
    ...db,
    kysely: db.kysely,
    transaction: (work, options) => {
      count.transactions += 1;
      return db.transaction(work, options);
    },
  });
  return { count, wrap };
}

const rowsOf = async <Row>(statement: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  (await statement.execute(testDb.db.kysely)).rows;

const ordersOf = ({ accountId }: EntriesWorld) =>
  rowsOf(sql<{ symbol: string; state: string }>`SELECT symbol, state FROM broker_order
    WHERE account_id = ${accountId} AND role = 'entry' ORDER BY id`);

const vetoesOf = async ({ accountId }: EntriesWorld): Promise<string[]> =>
  (await rowsOf(sql<{ rule: string }>`SELECT rule FROM risk_veto WHERE account_id = ${accountId} ORDER BY id`)).map(
    ({ rule }) => rule,
  );

async function limit({ accountId }: EntriesWorld, column: string, value: number): Promise<void> {
  await sql`INSERT INTO risk_limit (account_id, ${sql.ref(column)}, updated_at) VALUES (${accountId}, ${value}, now())
    ON CONFLICT (account_id) DO UPDATE SET ${sql.ref(column)} = ${value}`.execute(testDb.db.kysely);
}

const NOT_COMPARED = ['id', 'account_id', 'broker_link_id', 'deployment_id', 'trade_order_id', 'order_id', 'tag'];
const TIMES = ['decided_at', 'updated_at', 'sent_at', 'acknowledged_at'];

/** Every column of what an entry has left, but for numbers and our own clock. */
async function leftBy({ deploymentIds: [id] }: EntriesWorld) {
  const tables = {
    decision: sql<object>`SELECT * FROM decision WHERE deployment_id = ${id}`,
    intent: sql<object>`SELECT * FROM trade_order WHERE deployment_id = ${id}`,
    event: sql<object>`SELECT order_event.* FROM order_event JOIN trade_order ON trade_order.id = order_id
      WHERE deployment_id = ${id}`,
    order: sql<object>`SELECT * FROM broker_order WHERE deployment_id = ${id}`,
    run: sql<object>`SELECT * FROM deployment_run WHERE deployment_id = ${id}`,
  };
  const left: Record<string, unknown> = {};
  for (const [name, statement] of Object.entries(tables)) {
    const rows = await rowsOf(statement);
    left[name] = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).filter(([column]) => !NOT_COMPARED.includes(column) && !TIMES.includes(column)),
      ),
    );
  }
  return left;
}

test('an entry whose account is known is stored by one statement, to the last column as by many', async () => {
  const { count, wrap } = counting();
  const atOnce = await open({ wrap, mayAct: () => false });
  count.transactions = 0;
  const [end] = await atOnce.fire([0]);
  expect(end).toMatchObject({ status: 'fulfilled', value: { mayAct: false } });
  expect(count.transactions).toBe(0);
  const asked = await open({ isRemembering: false, mayAct: () => false });
  await asked.fire([0]);
  const left = await leftBy(atOnce);
  expect(left).toEqual(await leftBy(asked));
  expect(left['order']).toHaveLength(1);
  expect(left['decision']).toHaveLength(1);
});

test('an entry that leaves in slices is stored by one statement as by many', async () => {
  const cut = { freezeQuantity: 4, mayAct: () => false };
  const [atOnce, asked] = [await open(cut), await open({ ...cut, isRemembering: false })];
  await atOnce.fire([0]);
  await asked.fire([0]);
  const left = await leftBy(atOnce);
  expect(left).toEqual(await leftBy(asked));
  expect(left['order']).toMatchObject([{ quantity: 4 }, { quantity: 4 }, { quantity: 2 }]);
});

test.each([
  ['by what is known', true],
  ['by what is stored', false],
])('an entry is limited no further than the exchange takes today %s', async (_, isRemembering) => {
  const world = await open({ isRemembering, band: { lowerPaise: 540_00, upperPaise: 601_02 } });
  // The desk has read the band by then.
  await new Promise((resolve) => setTimeout(resolve, 300));
  await world.fire([0]);
  expect(world.broker.placed).toMatchObject([{ side: 'buy', quantity: 10, pricePaise: 601_00 }]);
  expect(await rowsOf(sql`SELECT price_paise FROM broker_order WHERE account_id = ${world.accountId}`)).toEqual([
    { price_paise: 601_00 },
  ]);
});

test.each([
  ['by what is known', true],
  ['by what is stored', false],
])('each slice of an entry weighs against the orders of a minute %s', async (_, isRemembering) => {
  const world = await open({ tricks: 2, freezeQuantity: 4, isRemembering });
  await limit(world, 'max_orders_per_minute', 5);
  await world.known();
  await world.fire([0]);
  expect(await ordersOf(world)).toHaveLength(3);
  await world.fire([1]);
  expect(await ordersOf(world)).toHaveLength(3);
  expect(await vetoesOf(world)).toEqual(['order_rate']);
});

test('entries in slices that fire together are never more orders than the limit', async () => {
  const world = await open({ tricks: 5, freezeQuantity: 4 });
  await limit(world, 'max_orders_per_minute', 8);
  await world.known();
  await world.fire([0, 1, 2, 3, 4]);
  expect(await ordersOf(world)).toHaveLength(6);
  expect(await vetoesOf(world)).toEqual(['order_rate', 'order_rate', 'order_rate']);
});

test('it leaves when it is stored, and not where the right to act is lost in between', async () => {
  const world = await open();
  await world.fire([0]);
  expect(world.broker.placed).toMatchObject([{ quantity: 10 }]);
  let mayAct = true;
  const other = await open({ mayAct: () => mayAct });
  mayAct = false;
  const [end] = await other.fire([0]);
  expect(end).toMatchObject({ value: { mayAct: false } });
  expect(other.broker.placed).toEqual([]);
  expect(await ordersOf(other)).toEqual([{ symbol: 'S1', state: 'intended' }]);
});

test('an order by hand between what is known and the write is weighed: the entry that is too much is vetoed', async () => {
  const world = await open();
  await limit(world, 'max_gross_exposure_paise', 20_000_00);
  await world.known();
  await testDb.db.transaction((tx) => placeByHand(tx, world, 30));
  await world.fire([0]);
  expect(world.broker.placed).toEqual([]);
  expect(await ordersOf(world)).toEqual([]);
  expect(await vetoesOf(world)).toEqual(['account_gross']);
});

test('one that is being placed is waited for, and then weighed', async () => {
  const world = await open();
  await limit(world, 'max_gross_exposure_paise', 20_000_00);
  await world.known();
  let fired: ReturnType<EntriesWorld['fire']> | undefined;
  await testDb.db.transaction(async (tx) => {
    await lockRisk(tx, world.accountId);
    fired = world.fire([0]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await placeByHand(tx, world, 30);
  });
  await fired;
  expect(world.broker.placed).toEqual([]);
  expect(await vetoesOf(world)).toEqual(['account_gross']);
});

test('what is known goes on with each entry: those that fire together are never more than the limit', async () => {
  const { count, wrap } = counting();
  const world = await open({ tricks: 5, wrap });
  await limit(world, 'max_trades_per_day', 3);
  await world.known();
  count.transactions = 0;
  await world.fire([0, 1, 2, 3, 4]);
  expect(world.broker.placed).toHaveLength(3);
  expect(await ordersOf(world)).toHaveLength(3);
  expect(await vetoesOf(world)).toEqual(['account_trades', 'account_trades']);
});

test('entries of one account that fire together are stored by one statement', async () => {
  let statements = 0;
  const world = await open({
    tricks: 5,
    wrap: (db) => ({
      ...db,
      kysely: db.kysely,
      prepared: (query) => {
        statements += 1;
        return db.prepared(query);
      },
    }),
  });
  statements = 0;
  const ends = await world.fire([0, 1, 2, 3, 4]);
  expect(statements).toBe(1);
  expect(ends.every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(world.broker.placed).toHaveLength(5);
  expect(new Set(world.broker.placed.map(({ tag }) => tag)).size).toBe(5);
});

test('a run that was taken over stores nothing, and those that fire with it all the same', async () => {
  const world = await open({ tricks: 3 });
  const [, taken] = world.deploymentIds;
  await sql`UPDATE deployment_run SET fence = 6 WHERE deployment_id = ${taken}`.execute(testDb.db.kysely);
  const ends = await world.fire([0, 1, 2]);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(ends[1]).toMatchObject({ reason: expect.any(RunLost) });
  expect(await ordersOf(world)).toMatchObject([{ symbol: 'S1' }, { symbol: 'S3' }]);
  const decided = await rowsOf(sql`SELECT 1 FROM decision WHERE deployment_id = ${taken}`);
  expect(decided).toEqual([]);
});

test('a run that is lost leaves nothing to doubt: the desk, on which the others rest, does not read anew', async () => {
  const world = await open({ tricks: 2 });
  const fenceOf = () => rowsOf(sql`SELECT desk_fence FROM broker_link WHERE id = ${world.linkId}`);
  const before = await fenceOf();
  await sql`UPDATE deployment_run SET fence = 6 WHERE deployment_id = ${world.deploymentIds[0]}`.execute(
    testDb.db.kysely,
  );
  await world.fire([0, 1]);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await fenceOf()).toEqual(before);
  expect(world.broker.placed).toHaveLength(1);
});

test.each([true, false])(
  'each order of an entry stays that of its intent when more becomes known of it',
  async (isRemembering) => {
    const world = await open({ freezeQuantity: 4, isRemembering });
    await world.fire([0]);
    const statement = sql`SELECT o.state, array_agg(t.intent_id) AS intents FROM broker_order o
    LEFT JOIN trade_order t ON t.id = o.trade_order_id WHERE o.account_id = ${world.accountId} GROUP BY o.state`;
    await expect.poll(() => rowsOf(statement)).toEqual([{ state: 'pending', intents: [1, 1, 1] }]);
  },
);

test.each([
  ['by what is known', true],
  ['by what is stored', false],
])(
  'nothing is entered where an order of the trick in that share rests, and its run hears why %s',
  async (_, isRemembering) => {
    const world = await open({ tricks: 2, isRemembering });
    await world.fire([0]);
    await world.fire([0, 1], 2);
    expect(world.broker.placed).toHaveLength(2);
    expect((await ordersOf(world)).map(({ symbol }) => symbol)).toEqual(['S1', 'S2']);
    const [id] = world.deploymentIds;
    const told = await rowsOf(sql<{ body: object }>`SELECT body FROM order_news WHERE deployment_id = ${id}`);
    expect(told).toMatchObject([{ body: { kind: 'ended', intentId: 2, reason: 'refused', veto: 'order_unclear' } }]);
  },
);

test.each([
  ['by what is known', true],
  ['by what is stored', false],
])('an entry after the desk has read anew leaves as one before, planned %s', async (_, isRemembering) => {
  let isCut = false;
  const failIfCut = (): void => {
    if (isCut) throw new Error('the line was cut');
  };
  const wrap = (db: Database): Database => ({
    ...db,
    kysely: db.kysely,
    prepared: async (query) => {
      failIfCut();
      return db.prepared(query);
    },
    transaction: (work, options) =>
      db.transaction(async (tx) => {
        const answer = await work(tx);
        failIfCut();
        return answer;
      }, options),
  });
  const world = await open({ tricks: 2, isRemembering, wrap });
  const fenceOf = () => rowsOf(sql`SELECT desk_fence FROM broker_link WHERE id = ${world.linkId}`);
  const before = await fenceOf();
  isCut = true;
  expect(await world.fire([0])).toMatchObject([{ status: 'rejected' }]);
  isCut = false;
  // Whether it is stored is not known: the desk reads.
  await expect.poll(fenceOf).not.toEqual(before);
  await world.known();
  expect(await world.fire([1])).toMatchObject([{ status: 'fulfilled' }]);
  await expect.poll(() => world.broker.placed).toHaveLength(1);
});

test('a run that its owner has ended stores nothing', async () => {
  const world = await open();
  const [id] = world.deploymentIds;
  await sql`UPDATE deployment SET phase = 'idle', status = 'stopped' WHERE id = ${id}`.execute(testDb.db.kysely);
  expect(await world.fire([0])).toMatchObject([{ status: 'rejected', reason: expect.any(RunLost) }]);
  expect(await ordersOf(world)).toEqual([]);
});

test('a desk whose account was taken over stores nothing', async () => {
  const world = await open();
  await sql`UPDATE broker_link SET desk_fence = desk_fence + 1 WHERE id = ${world.linkId}`.execute(testDb.db.kysely);
  expect(await world.fire([0])).toMatchObject([{ status: 'rejected' }]);
  expect(await ordersOf(world)).toEqual([]);
  expect(world.broker.placed).toEqual([]);
});

test.each([
  ['the account', 'account'],
  ['the whole product', 'product'],
  ['the operators on the account', 'desk'],
])('a kill switch of %s that was thrown meanwhile holds', async (_, of) => {
  const world = await open();
  const id = of === 'product' ? 0 : world.accountId;
  const put =
    of === 'desk'
      ? sql`INSERT INTO desk_switch (account_id, reason, set_at) VALUES (${id}, '', now())`
      : sql`INSERT INTO kill_switch (account_id, set_by, reason, set_at) VALUES (${id}, 'owner', '', now())`;
  await put.execute(testDb.db.kysely);
  await world.fire([0]);
  expect(await ordersOf(world)).toEqual([]);
  expect(await vetoesOf(world)).toEqual(['kill_switch']);
});

test.each([
  [
    'a later price',
    sql`UPDATE last_price SET price_paise = 90000, at = at + interval '1 s' WHERE dataset = ${DATASET}`,
    'price_jump',
  ],
  [
    'another close of the day before',
    sql`UPDATE last_price SET previous_close_paise = 40000 WHERE dataset = ${DATASET}`,
    'price_jump',
  ],
  ['a feed that is down', sql`UPDATE market_clock SET feed = 'down' WHERE dataset = ${DATASET}`, 'feed_silent'],
  [
    'a clock that has gone on',
    sql`UPDATE market_clock SET exchange_at = exchange_at + interval '5 min' WHERE dataset = ${DATASET}`,
    'stale_price',
  ],
  [
    'a later minute',
    sql`INSERT INTO candle_tail (dataset, instrument_id, open_at, open_paise, high_paise, low_paise, close_paise, volume)
      SELECT dataset, instrument_id, ${new Date(NOON)}, 1, 1, 1, 40000, 1 FROM last_price WHERE dataset = ${DATASET}`,
    'price_jump',
  ],
])('%s that is stored is not overlooked', async (_, change, rule) => {
  const world = await open();
  // What is being read of the market is read by then.
  await new Promise((resolve) => setTimeout(resolve, 200));
  await change.execute(testDb.db.kysely);
  await world.fire([0]);
  await sql`DELETE FROM candle_tail`.execute(testDb.db.kysely);
  await sql`UPDATE last_price SET previous_close_paise = 60000`.execute(testDb.db.kysely);
  expect(await ordersOf(world)).toEqual([]);
  expect(await vetoesOf(world)).toEqual([rule]);
});

test('a write without an answer is not made again as another order: it is sent once, or never', async () => {
  let isLost = false;
  const world = await open({
    wrap: (db) => ({
      ...db,
      kysely: db.kysely,
      prepared: async (query) => {
        const rows = await db.prepared(query);
        if (isLost) throw new Error('Connection terminated unexpectedly');
        return rows;
      },
    }),
  });
  isLost = true;
  expect(await world.fire([0])).toMatchObject([{ status: 'rejected', reason: { message: /terminated/ } }]);
  expect(await ordersOf(world)).toHaveLength(1);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(world.broker.placed.length).toBeLessThanOrEqual(1);
  expect(await ordersOf(world)).toHaveLength(1);
});

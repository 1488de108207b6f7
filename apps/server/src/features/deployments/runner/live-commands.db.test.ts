import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createOrdersService } from '../../orders/index.ts';
import { haltWithin } from '../halt-deployment.ts';
import { nameHalted } from '../run-activity.ts';
import { insertCommand, setLife } from '../store.ts';
import { readBooks } from '../testing/books.ts';
import type { FakeBroker } from '../testing/fake-desks.ts';
import { type LiveRunner, openLive, play, prepareLive, retire, settle } from '../testing/live-runner.ts';
import { expectSameAsBroker } from '../testing/live-world.ts';
import type { PlayedDay } from '../testing/played-day.ts';
import { DATASET, openWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
const open: LiveRunner[] = [];
afterEach(async () => {
  for (const live of open.splice(0)) await live.stop();
});

async function start(broker: FakeBroker): Promise<LiveRunner> {
  const live = await openLive(world, broker);
  open.push(live);
  return live;
}

type Command = Parameters<typeof insertCommand>[1];

/** As the call of an owner writes it, and the runner's look after it. */
async function order(
  live: LiveRunner,
  { deploymentId }: PlayedDay,
  command: Pick<Command, 'verb' | 'body'>,
): Promise<void> {
  await world.testDb.db.transaction(async (tx) => {
    const leaves = !['set_levels', 'enable_base'].includes(command.verb);
    if (leaves) await setLife(tx, deploymentId, { life: { status: 'running', phase: 'stopping' } });
    await insertCommand(tx, { deploymentId, runNumber: 1, at: new Date(0), ...command });
  });
  live.runner.wake();
  await settle(live);
}

const openCommands = (deploymentId: number) =>
  world.testDb.db.kysely
    .selectFrom('deployment_command')
    .select('verb')
    .where('deployment_id', '=', deploymentId)
    .where('applied_at', 'is', null)
    .execute();

type Books = Awaited<ReturnType<typeof readBooks>>;

/** Plays until something is so; answers how far it came. */
async function playUntil(
  live: LiveRunner,
  day: PlayedDay,
  { from, isSo, step = 1 }: { readonly from: number; readonly isSo: (books: Books) => boolean; readonly step?: number },
): Promise<number> {
  for (let place = from; place < day.news.length; place += step) {
    await play({ world, live, day }, [place, place + step], step);
    if (isSo(await readBooks(world, day.deploymentId))) return place + step;
  }
  throw new Error('it never came to that');
}

const isHolding = ({ positions, orders }: Books): boolean =>
  positions.some((row) => row.status === 'open') &&
  orders.every((row) => row.state === 'filled' || row.state === 'cancelled');

test('positions that are handed over leave unsold, without a price, and the trick ends', async () => {
  const { day, broker } = await prepareLive(world, 21);
  const live = await start(broker);
  await playUntil(live, day, { from: 0, isSo: isHolding });
  const before = await readBooks(world, day.deploymentId);
  const held = before.positions.filter((row) => row.status === 'open');
  await order(live, day, { verb: 'detach' });
  expect(await openCommands(day.deploymentId)).toEqual([]);
  const { positions, days, deployment } = await readBooks(world, day.deploymentId);
  const left = positions.filter(({ id }) => held.some((row) => row.id === id));
  expect(left.map((row) => [row.status, row.quantity, row.exit_paise, row.exit_order_id, row.gross_paise])).toEqual(
    held.map((row) => ['closed', row.quantity, null, null, 0n]),
  );
  expect(days.reduce((sum, row) => sum + row.trades, 0)).toBe(positions.length - held.length);
  expect(days.reduce((sum, row) => sum + row.charges_paise, 0n)).toBe(
    positions.reduce((sum, row) => sum + row.charges_paise, 0n),
  );
  expect(live.desks.requests.filter(({ kind }) => kind === 'detached')).toHaveLength(held.length);
  const lists = createOrdersService({
    ...{ database: world.testDb.db, dataset: DATASET, simulated: true },
    calendar: world.marketData.calendar,
    now: async () => Date.now(),
  });
  const page = { pageNumber: 1, pageSize: 50 };
  const trades = await lists.readTrades({ accountId: day.accountId, mode: 'live', status: 'closed' }, page);
  expect(trades.rows.length).toBe(trades.total);
  expect([deployment.status, deployment.phase]).toEqual(['stopped', 'idle']);
}, 60_000);

test('an order that is under way when positions are handed over ends first', async () => {
  const { day, broker } = await prepareLive(world, 22);
  const live = await start(broker);
  live.desks.frozen = true;
  live.desks.slow = true;
  const place = await playUntil(live, day, { from: 0, isSo: ({ orders }) => orders.length > 0 });
  await order(live, day, { verb: 'detach' });
  expect((await openCommands(day.deploymentId)).length).toBe(1);
  // With the next price the broker says that it is gone.
  await play({ world, live, day }, [place, place + 12]);
  const { deployment, orders } = await readBooks(world, day.deploymentId);
  expect(await openCommands(day.deploymentId)).toEqual([]);
  expect(orders.map((row) => row.state)).toEqual(orders.map(() => 'cancelled'));
  expect([deployment.status, deployment.phase]).toEqual(['stopped', 'idle']);
}, 60_000);

test('what was to be handed over and is to be sold now is not handed over any more, whatever becomes of the sale', async () => {
  const { day, broker } = await prepareLive(world, 28);
  const live = await start(broker);
  const isPartOf = ({ orders }: Books) =>
    orders.some((row) => row.filled_quantity > 0 && row.filled_quantity < row.quantity);
  await playUntil(live, day, { from: 0, isSo: isPartOf });
  live.desks.frozen = true;
  live.desks.slow = true;
  // What is left of the entry is on its way, so nothing can be handed over yet.
  await order(live, day, { verb: 'detach' });
  expect(await openCommands(day.deploymentId)).toEqual([{ verb: 'detach' }]);
  await order(live, day, { verb: 'sell' });
  expect(await openCommands(day.deploymentId)).toEqual([]);
  const sale = broker.orders.at(-1);
  const run = { deploymentId: day.deploymentId, runNumber: 1 };
  live.desks.tell(run, {
    kind: 'ended',
    intentId: sale?.intent.id ?? 0,
    at: 0,
    reason: 'cancelled',
    note: 'Its day ended.',
  });
  await settle(live);
  expect(live.desks.requests.filter(({ kind }) => kind === 'detached')).toEqual([]);
  const { positions } = await readBooks(world, day.deploymentId);
  expect(positions.map(({ status }) => status)).toEqual(['open']);
  await retire(world, day);
}, 60_000);

test('levels that an owner moves stand in the position and at the desk, once, also when the process dies right after', async () => {
  const { day, broker } = await prepareLive(world, 23);
  const first = await start(broker);
  const place = await playUntil(first, day, { from: 0, isSo: isHolding });
  const [position] = (await readBooks(world, day.deploymentId)).positions.filter((row) => row.status === 'open');
  const base = day.symbols.indexOf(position?.symbol ?? '');
  const sign = position?.direction === 'long' ? 1 : -1;
  // Nearer than the trailing stop, so that it is the one that counts.
  const stopPaise = Math.round(((position?.entry_paise ?? 0) - sign * 100) / 5) * 5;
  await order(first, day, { verb: 'set_levels', body: { base, stopPaise } });
  expect(first.desks.requests.at(-1)).toMatchObject({ kind: 'levels', levels: { base, stopPaise } });
  await first.kill();
  await world.setClock(day.news[place - 1]?.at ?? 0);
  const second = await start(broker);
  expect(await openCommands(day.deploymentId)).toEqual([]);
  expect(second.desks.requests.filter(({ kind }) => kind === 'levels')).toEqual([]);
  const rows = (await readBooks(world, day.deploymentId)).positions.filter((row) => row.id === position?.id);
  expect(rows.map((row) => row.stop_paise)).toEqual([stopPaise]);
  await retire(world, day);
}, 60_000);

test('a base that is switched off is not entered any more, the other is', async () => {
  const { day, broker } = await prepareLive(world, 24);
  const live = await start(broker);
  await order(live, day, { verb: 'enable_base', body: { base: 0, enabled: false } });
  await play({ world, live, day }, [0, 600]);
  const { orders } = await expectSameAsBroker(world, broker, day.deploymentId);
  expect(new Set(orders.map((row) => row.symbol))).toEqual(new Set([day.symbols[1]]));
  await retire(world, day);
}, 60_000);

test('a stop withdraws the entry that waits; a stop after the exit lets it be filled, and ends with its exit', async () => {
  const ends = [];
  for (const verb of ['stop_entries', 'stop_after_exit'] as const) {
    const { day, broker } = await prepareLive(world, 25);
    const live = await start(broker);
    live.desks.frozen = true;
    const place = await playUntil(live, day, { from: 0, isSo: ({ orders }) => orders.length > 0 });
    await order(live, day, { verb });
    await play({ world, live, day }, [place, place + 6]);
    live.desks.frozen = false;
    await playUntil(live, day, { from: place + 6, isSo: ({ deployment }) => deployment.phase === 'idle', step: 6 });
    const { orders, positions } = await expectSameAsBroker(world, broker, day.deploymentId);
    // Before the next begins: its account is for anybody.
    await live.stop();
    ends.push([verb, orders.some((row) => row.state === 'cancelled'), positions.length > 0]);
  }
  expect(ends).toEqual([
    ['stop_entries', true, false],
    ['stop_after_exit', false, true],
  ]);
}, 120_000);

test('what the broker sold by itself is the run’s exit; news that fits nothing halts the trick', async () => {
  const { day, broker } = await prepareLive(world, 26);
  const live = await start(broker);
  const place = await playUntil(live, day, { from: 0, isSo: isHolding });
  const run = { deploymentId: day.deploymentId, runNumber: 1 };
  const [position] = (await readBooks(world, day.deploymentId)).positions.filter((row) => row.status === 'open');
  const { symbol = '', quantity = 0, entry_paise: pricePaise = 0 } = position ?? {};
  const at = day.news[place - 1]?.at ?? 0;
  const news = { kind: 'broker_exit', base: day.symbols.indexOf(symbol), at, rule: 'stop' } as const;
  const part = Math.floor(quantity / 3);
  live.desks.frozen = true;
  live.desks.tell(run, { ...news, pricePaise, quantity: part, valuePaise: part * pricePaise });
  await settle(live);
  const rest = broker.orders.at(-1)?.intent;
  expect(rest?.quantity).toBe(quantity - part);
  live.desks.tell(run, { kind: 'fill', intentId: rest?.id ?? 0, at, quantity: quantity - part, valuePaise: 77_77 });
  await settle(live);
  const { orders, positions } = await readBooks(world, day.deploymentId);
  const sold = positions.find((row) => row.id === position?.id);
  const sign = sold?.direction === 'long' ? 1 : -1;
  expect(sold?.status).toBe('closed');
  const entry = broker.find(run, orders.find((row) => row.id === sold?.entry_order_id)?.intent_id ?? 0);
  expect(sold?.gross_paise).toBe(BigInt(sign * (part * pricePaise + 77_77 - (entry?.valuePaise ?? 0))));
  live.desks.tell(run, { kind: 'fill', intentId: 9_999, at, quantity: 1, valuePaise: 100_00 });
  await settle(live);
  const { deployment } = await readBooks(world, day.deploymentId);
  expect(deployment.status).toBe('halted');
  expect(deployment.status_reason).toContain('broker');
  await retire(world, day);
}, 60_000);

test('a halt that the desk has told of makes no alert of its own, and stands in the log all the same', async () => {
  const seen: unknown[] = [];
  for (const told of [{}, { isTold: true } as const]) {
    const { day, broker } = await prepareLive(world, 26);
    const live = await start(broker);
    const { accountId, deploymentId } = day;
    await playUntil(live, day, { from: 0, isSo: isHolding });
    live.desks.tell({ deploymentId, runNumber: 1 }, { kind: 'halt', reason: 'For a test.', ...told });
    const statusNow = async () => (await readBooks(world, deploymentId)).deployment.status;
    await expect.poll(statusNow, { timeout: 10_000 }).toBe('halted');
    const { deployment } = await readBooks(world, deploymentId);
    const of = (table: 'alert' | 'trade_activity') =>
      world.testDb.db.kysely.selectFrom(table).selectAll().where('account_id', '=', accountId).execute();
    const logged = (await of('trade_activity')).filter((row) => 'kind' in row && row.kind === 'halt').length;
    const alerts = (await of('alert')).filter((row) => 'title' in row && row.title.endsWith('was halted')).length;
    seen.push([deployment.status, deployment.status_reason, logged, alerts]);
    const words = { title: '1 SBIN too many', body: 'It enters nothing new.' };
    const named = await world.testDb.db.transaction((tx) => nameHalted(tx, deploymentId, words));
    expect(named).toEqual({
      title: expect.stringMatching(/^Live.*: 1 SBIN too many$/),
      body: `Halted: “${deployment.name}”. It enters nothing new.`,
    });
    await retire(world, day);
  }
  expect(seen).toEqual([
    ['halted', 'For a test.', 1, 1],
    ['halted', 'For a test.', 1, 0],
  ]);
}, 60_000);

test('one that is started again right after its halt enters again', async () => {
  const { day, broker } = await prepareLive(world, 26);
  const live = await start(broker);
  const { deploymentId } = day;
  const place = await playUntil(live, day, { from: 0, isSo: isHolding });
  live.desks.tell({ deploymentId, runNumber: 1 }, { kind: 'halt', reason: 'For a test.' });
  const statusNow = async () => (await readBooks(world, deploymentId)).deployment.status;
  await expect.poll(statusNow, { timeout: 10_000, interval: 20 }).toBe('halted');
  // Before the runner has looked at its row again.
  await world.testDb.db.transaction((tx) =>
    setLife(tx, deploymentId, { life: { status: 'running', phase: 'running' } }),
  );
  for (let look = 0; look < 3; look += 1) {
    live.runner.wake();
    await settle(live);
  }
  const entriesOf = ({ orders }: Books) => orders.filter(({ purpose }) => purpose === 'entry').length;
  const before = entriesOf(await readBooks(world, deploymentId));
  await playUntil(live, day, { from: place, isSo: (books) => entriesOf(books) > before, step: 6 });
  await retire(world, day);
}, 60_000);

test('when its owner sold a part by hand the rest stays, with its stop, and no order goes out', async () => {
  const { day, broker } = await prepareLive(world, 26);
  const live = await start(broker);
  const place = await playUntil(live, day, { from: 0, isSo: isHolding });
  const held = async () => (await readBooks(world, day.deploymentId)).positions.find((row) => row.status === 'open');
  const before = await held();
  const { symbol = '', quantity = 0, entry_paise: pricePaise = 0 } = before ?? {};
  const part = Math.floor(quantity / 3);
  const sold = { pricePaise, quantity: part, valuePaise: part * pricePaise, keepsRest: true } as const;
  const at = day.news[place - 1]?.at ?? 0;
  live.desks.frozen = true;
  const orders = broker.orders.length;
  const news = { kind: 'broker_exit', base: day.symbols.indexOf(symbol), at, rule: 'broker', ...sold } as const;
  live.desks.tell({ deploymentId: day.deploymentId, runNumber: 1 }, news);
  await settle(live);
  expect(broker.orders.length).toBe(orders);
  expect(await held()).toMatchObject({ id: before?.id, quantity: quantity - part, stop_paise: before?.stop_paise });
  await retire(world, day);
}, 60_000);

test('one that operators halt enters nothing more and goes on with its exits until it is flat', async () => {
  const { day, broker } = await prepareLive(world, 27);
  const live = await start(broker);
  const place = await playUntil(live, day, { from: 0, isSo: isHolding });
  const before = await readBooks(world, day.deploymentId);
  const { accountId, deploymentId } = day;
  const facts = { database: world.testDb.db, bus: world.bus, clock: world.clock, marketData: world.marketData };
  await world.testDb.db.transaction((tx) => haltWithin(tx, facts, { accountId, deploymentId }, 'For a test.'));
  live.runner.wake();
  await settle(live);
  expect(await openCommands(deploymentId)).toEqual([]);
  const halted = (await readBooks(world, deploymentId)).deployment;
  expect([halted.status, halted.phase]).toEqual(['halted', 'stopping']);
  await playUntil(live, day, { from: place, isSo: ({ deployment }) => deployment.phase === 'idle', step: 6 });
  const { deployment, positions } = await expectSameAsBroker(world, broker, deploymentId);
  expect([deployment.status, deployment.status_reason]).toEqual(['halted', 'For a test.']);
  expect(positions.map(({ id, status }) => [id, status])).toEqual(before.positions.map(({ id }) => [id, 'closed']));
}, 60_000);

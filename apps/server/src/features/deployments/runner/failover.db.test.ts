import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Bus, createBus } from '@trickdesk/db';
import { MINUTE_MS } from '@trickdesk/domain';
import { scaledCount } from '@trickdesk/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishMarket } from '../../market-data/index.ts';
import { expectSameAsBroker, makeLive } from '../testing/live-world.ts';
import type { News } from '../testing/news.ts';
import { type PlayedDay, prepareDay } from '../testing/played-day.ts';
import { createStoredBroker, readBroker, readStoredOrders } from '../testing/stored-broker.ts';
import { DATASET, openWorld, type World } from '../testing/world.ts';

const WITHIN_MS = 10_000;
const STEP_MS = 80;
const RUNNERS = ['one', 'two', 'three'];
const TRICKS_EACH = 3;
const MOST_ACCOUNTS = 40;
/** Longer than an exit waits for a price, and than a runner waits between two looks at its news. */
const STILL_MS = 4_000;

let world: World;
let bus: Bus;
let market: ReturnType<typeof playAll> | undefined;
const children: LiveChild[] = [];
beforeAll(async () => {
  world = await openWorld();
  bus = await createBus(world.testDb.url, { onError: () => undefined });
  await createStoredBroker(world.testDb.db);
});
afterAll(async () => {
  await market?.stop();
  for (const { process: child } of children) child.kill('SIGKILL');
  await bus.close();
  await world.close();
});

interface LiveChild {
  readonly name: string;
  readonly process: ChildProcess;
  /** What it said last. */
  readonly said: () => Said;
  /** It was sent SIGSTOP: it hears nothing. */
  isPaused: boolean;
}

interface Said {
  readonly accounts: readonly number[];
  readonly held: readonly number[];
  /** The exchange's time, epoch milliseconds. */
  readonly heardAt: number;
}

async function startChild(name: string): Promise<LiveChild> {
  const script = fileURLToPath(new URL('../testing/live-child.ts', import.meta.url));
  const child = spawn(process.execPath, [script, world.testDb.url, name, DATASET, String(world.clock.now())], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let last = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    last = chunk.toString().trim().split('\n').at(-1) ?? last;
  });
  const started = {
    name,
    process: child,
    said: () => JSON.parse(last || '{"accounts":[],"held":[]}'),
    isPaused: false,
  };
  children.push(started);
  await expect.poll(() => last, { timeout: 20_000 }).not.toBe('');
  return started;
}

/**
 * Tells the days' prices side by side by the exchange's time, as long as it is wanted: a minute in 320 ms, or as fast as
 * every runner hears them, since what one hears two minutes late opens nothing.
 */
function playAll(days: readonly PlayedDay[]) {
  const publisher = publishMarket(bus);
  const all = days.flatMap(({ news }) => news);
  const times = [...new Set(all.map(({ at }) => at))].toSorted((a, b) => a - b);
  const newsAt = new Map<number, News[]>();
  for (const item of all) newsAt.set(item.at, [...(newsAt.get(item.at) ?? []), item]);
  let place = 0;
  let isOver = false;
  const tellNext = async (): Promise<void> => {
    const at = times[place] ?? 0;
    for (const item of newsAt.get(at) ?? []) {
      if (item.kind === 'tick') publisher.tick(item.instrumentId, at, item.pricePaise, 0);
      else if (item.kind === 'bar') publisher.bar(item.instrumentId, item.bar);
      else publisher.quiet(item.instrumentId, at);
    }
    if (at > 0) publisher.clock(at, 'open');
    place += 1;
    if (place % 10 === 0 && at > 0) await world.setClock(at);
    await bus.flush();
    const isHeard = ({ isPaused, said }: LiveChild): boolean => isPaused || said().heardAt >= at - MINUTE_MS;
    while (!isOver && !children.every(isHeard)) await sleep(STEP_MS);
  };
  const play = async (): Promise<void> => {
    while (!isOver) await Promise.all([tellNext(), sleep(STEP_MS)]);
  };
  const over = play();
  return {
    /** How many quarters of a minute have been told. */
    place: () => place,
    stop: () => {
      isOver = true;
      return over;
    },
  };
}

const holderOf = (link: number): LiveChild | undefined => children.find(({ said }) => said().accounts.includes(link));

const accountsOf = (child: LiveChild): readonly number[] => child.said().accounts;

test('of three runners one is paused and one is killed: their accounts go on elsewhere within ten seconds, once', async () => {
  const links: number[] = [];
  const days: PlayedDay[] = [];
  const tricksOf = new Map<number, number[]>();
  const accounts = Math.min(scaledCount('broker accounts under failover', 1, RUNNERS.length), MOST_ACCOUNTS);
  for (let i = 0; i < accounts * TRICKS_EACH; i += 1) {
    const day = await prepareDay(world, { seed: 31 + i, bases: 1 });
    days.push(day);
    // Several tricks share an account, and with it the one process that may act for it.
    const link = await makeLive(world, day, links[Math.floor(i / TRICKS_EACH)]);
    if (i % TRICKS_EACH === 0) links.push(link);
    tricksOf.set(link, [...(tricksOf.get(link) ?? []), day.deploymentId]);
  }
  for (const name of RUNNERS) await startChild(name);
  await expect.poll(() => links.every((link) => holderOf(link)), { timeout: 30_000 }).toBe(true);
  const playing = playAll(days);
  market = playing;
  const until = async (place: number) => expect.poll(() => playing.place() >= place, { timeout: 120_000 }).toBe(true);
  await until(150);

  const [link = 0] = links;
  const paused = holderOf(link);
  const own = paused ? accountsOf(paused) : [];
  if (paused) paused.isPaused = true;
  paused?.process.kill('SIGSTOP');
  const pausedAt = Date.now();
  const others = children.filter((child) => child !== paused);
  const goesOnAt = (account: number) => (child: LiveChild) =>
    accountsOf(child).includes(account) && (tricksOf.get(account) ?? []).every((id) => child.said().held.includes(id));
  const isTaken = (account: number): boolean => others.some(goesOnAt(account));
  const afterPauseMs = await timesOf(own, isTaken, pausedAt);
  await until(playing.place() + 60);
  const before = await readStoredOrders(world.testDb.db);
  paused?.process.kill('SIGCONT');
  if (paused) paused.isPaused = false;
  await until(playing.place() + 100);
  // What it takes up again now, it takes up as anybody would: with a lease, after somebody gave it back. Nobody has.
  expect(paused?.said()).toMatchObject({ accounts: [], held: [] });
  const after = await readStoredOrders(world.testDb.db);
  expect(after.length).toBeGreaterThan(before.length);
  const sent = after.filter(({ sender, sent_at: at }) => sender === paused?.name && at.getTime() > pausedAt);
  expect(sent).toEqual([]);

  const killed = others.find((child) => accountsOf(child).includes(link));
  const left = killed ? accountsOf(killed) : [];
  killed?.process.kill('SIGKILL');
  if (killed) children.splice(children.indexOf(killed), 1);
  const afterKillMs = await timesOf(left, (account) => children.some(goesOnAt(account)), Date.now());
  await until(playing.place() + 120);
  // A bar that a busy machine hears late opens nothing: the day goes on until enough was traded.
  const traded = async (): Promise<number> => (await readStoredOrders(world.testDb.db)).length;
  await expect.poll(traded, { timeout: 120_000, interval: 500 }).toBeGreaterThan(4 * links.length);
  await playing.stop();
  for (const each of links) expect(children.filter((child) => accountsOf(child).includes(each))).toHaveLength(1);

  await settleAll(days);
  const orders = await readStoredOrders(world.testDb.db);
  process.stdout.write(
    `${days.length} tricks on ${links.length} accounts, ${orders.length} orders; taken over after a pause of their runner: ` +
      `${told(afterPauseMs)}; after its kill -9: ${told(afterKillMs)}\n`,
  );
  for (const tookMs of [...afterPauseMs, ...afterKillMs]) expect(tookMs).toBeLessThan(WITHIN_MS);
  expect(orders.filter(({ times }) => times !== 1)).toEqual([]);
  expect(orders.length).toBeGreaterThan(4 * links.length);
  const broker = await readBroker(world.testDb.db);
  // To the unit: what the broker holds for a run is what the run holds, and looks after.
  for (const { deploymentId } of days) await expectSameAsBroker(world, broker, deploymentId);
}, 600_000);

/** Milliseconds from a moment until each account has been taken up, with its tricks. */
async function timesOf(accounts: readonly number[], isTaken: (account: number) => boolean, since: number) {
  const times = new Map<number, number>();
  const look = (): boolean => {
    for (const account of accounts) if (!times.has(account) && isTaken(account)) times.set(account, Date.now() - since);
    return times.size === accounts.length;
  };
  await expect.poll(look, { timeout: 30_000, interval: 25 }).toBe(true);
  expect(times.size).toBeGreaterThan(0);
  return [...times.values()];
}

function told(times: readonly number[]): string {
  return `${times.length} accounts, ${Math.min(...times)} to ${Math.max(...times)} ms`;
}

/**
 * Until no run has anything more to take, and for a while nobody has decided anything: on a busy machine the runners
 * still hear what was told before the day was stopped, and an exit that waits for a price leaves after two seconds.
 */
async function settleAll(days: readonly PlayedDay[]): Promise<void> {
  const { kysely } = world.testDb.db;
  const ids = days.map(({ deploymentId }) => deploymentId);
  let decided = -1;
  let since = 0;
  const stillMs = async (): Promise<number> => {
    const open = await kysely.selectFrom('order_news').select('id').where('applied_at', 'is', null).execute();
    const orders = await kysely.selectFrom('trade_order').select('id').where('deployment_id', 'in', ids).execute();
    const sent = await readStoredOrders(world.testDb.db);
    const isStill = open.length === 0 && sent.length === orders.length && orders.length === decided;
    if (!isStill) since = performance.now();
    decided = orders.length;
    return performance.now() - since;
  };
  await expect.poll(stillMs, { timeout: 60_000, interval: 200 }).toBeGreaterThan(STILL_MS);
}

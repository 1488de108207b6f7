import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createMemoryStore, createSyntheticSource, type Simulator, startSimulator } from '@trickdesk/brokers/simulator';
import { createBus, createDatabase, type Database, migrate } from '@trickdesk/db';
import { type EmbeddedServer, startEmbedded } from '@trickdesk/db/embedded';
import { type Bar, createCalendar, indiaMoment, MINUTE_MS, NSE_CALENDAR } from '@trickdesk/domain';
import { scaledCount } from '@trickdesk/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMarketData, subscribeMarket } from '../index.ts';

const MAIN = resolve(import.meta.dirname, '../../../main.ts');
const DAY = '2025-07-08';
const SPEED = 30;
const CONTROL = 'control-token';
const calendar = createCalendar(NSE_CALENDAR);
const source = createSyntheticSource({ seed: 1, startAt: indiaMoment(DAY, 600), style: 'spread' });

let folder: string;
let server: EmbeddedServer;
let url: string;
let db: Database;
let simulator: Simulator;
const children: ChildProcess[] = [];
let output = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-feed-'));
  chmodSync(folder, 0o755);
  server = await startEmbedded({ dataDir: join(folder, 'pg'), databases: ['feed'], settings: { fsync: 'off' } });
  url = server.url('feed');
  await migrate(url);
  db = createDatabase(url);
  simulator = await startSimulator({
    source,
    store: createMemoryStore(),
    speed: SPEED,
    seed: 1,
    port: 0,
    controlToken: CONTROL,
  });
  // A code counts once; a process that restarts at once would have to wait for the next one.
  await fetch(`${simulator.url}/__sim/faults`, {
    method: 'POST',
    headers: { 'x-sim-control': CONTROL },
    body: JSON.stringify({ allowTotpReuse: true, rateLimit: true }),
  });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await simulator.close();
  await db.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

function startFeed(): ChildProcess {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      ROLE: 'feed',
      DATABASE_URL: url,
      DATA_DIR: join(folder, 'data'),
      SIMULATOR_URL: simulator.url,
      SIM_SPEED: String(SPEED),
      FEED_DAILY_DAYS: '0',
      FEED_MINUTE_DAYS: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  return child;
}

function truth(token: string, until: number): Bar[] {
  const bars = source.dayBars(token, DAY)?.bars ?? [];
  return bars.filter((bar) => bar.openAt < until).map((bar) => ({ ...bar }));
}

const sleep = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));

test('a feed that is killed at any moment loses no minute and tells none twice', async () => {
  const bus = await createBus(url);
  const told = new Map<number, number>();
  const doubled: string[] = [];
  await subscribeMarket(bus, {
    onBar: (id, bar) => {
      if (bar.openAt <= (told.get(id) ?? 0)) doubled.push(`${id} at ${bar.openAt}`);
      told.set(id, bar.openAt);
    },
  });
  let feed = startFeed();
  await expect.poll(() => told.size, { timeout: 40_000 }).toBe(source.instruments.length);
  const rounds = scaledCount('feeds killed', 1);
  for (let i = 0; i < rounds; i += 1) {
    await sleep(1_000 + ((i * 1_370) % 5_000));
    feed.kill('SIGKILL');
    await once(feed, 'close');
    await sleep(500);
    feed = startFeed();
  }
  const until = Math.floor(simulator.exchange.now() / MINUTE_MS) * MINUTE_MS;
  const market = createMarketData({
    db,
    clock: { now: () => Date.now() },
    dataset: 'simulator:synthetic:1',
    simulated: true,
    speed: SPEED,
    calendar,
  });
  const stored = (symbol: string) => market.bars({ symbol, interval: '1m', from: indiaMoment(DAY), to: until });
  for (const { symbol, token } of source.instruments) {
    const expected = truth(token, until);
    await expect.poll(async () => (await stored(symbol)).length, { timeout: 60_000 }).toBe(expected.length);
    expect(await stored(symbol), symbol).toEqual(expected);
  }
  expect(doubled).toEqual([]);
  const closed = once(feed, 'close');
  feed.kill('SIGTERM');
  await expect.poll(() => output).toContain('"msg":"stopped"');
  const saidAt = performance.now();
  await closed;
  expect(feed.exitCode, output).toBe(0);
  // Nothing that it waited for, in case it took long, keeps it alive.
  expect(performance.now() - saidAt).toBeLessThan(1_500);
  await bus.close();
});

test('a second feed stands by and takes over when the first dies', async () => {
  const [first, second] = [startFeed(), startFeed()];
  const clockOf = () => db.kysely.selectFrom('market_clock').select(['seen_at', 'feed']).executeTakeFirst();
  await expect.poll(async () => (await clockOf())?.feed, { timeout: 30_000 }).toBe('live');
  const holder = first.exitCode === null && output.lastIndexOf('this process is the feed') >= 0 ? first : second;
  holder.kill('SIGKILL');
  await once(holder, 'close');
  const diedAt = Date.now();
  await expect
    .poll(async () => Number((await clockOf())?.seen_at ?? 0), { timeout: 20_000 })
    .toBeGreaterThan(diedAt + 500);
  const survivor = holder === first ? second : first;
  expect(survivor.exitCode).toBe(null);
  survivor.kill('SIGTERM');
  await once(survivor, 'close');
});

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bus, createDatabase, type Database, migrate, type Tx } from '@trickdesk/db';
import { startEmbedded } from '@trickdesk/db/embedded';
import { type EpochMs, MINUTE_MS } from '@trickdesk/domain';
import pg from 'pg';
import { Runner } from '../../apps/server/src/features/deployments/index.ts';
import { createMemoryBus } from '../../apps/server/src/features/deployments/testing/memory-bus.ts';
import { createLiveDesks, DESK_DEFAULTS } from '../../apps/server/src/features/desk/index.ts';
import {
  createMarketData,
  type MarketDataService,
  type MarketPublisher,
  publishMarket,
} from '../../apps/server/src/features/market-data/index.ts';
import { notify } from '../../apps/server/src/features/notifications/index.ts';
import { createEntryMemory, createRiskGate } from '../../apps/server/src/features/risk/index.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { wakeUserStreams } from '../../apps/server/src/platform/user-events/index.ts';
import { countStatements } from './count-statements.ts';
import { createSendBroker } from './send-broker.ts';
import { SEND_DATASET, SEND_PRICE_PAISE, seedLiveTricks } from './send-world.ts';
import { BENCH_CALENDAR } from './series.ts';

/**
 * From a closed bar's arrival at the live runner to the moment at which its order leaves, everything stored in between:
 * `node send-child.ts <tricks>`. Entries one at a time while all run and prices tick, then all at once.
 */
const tricks = Number(process.argv[2] ?? '100');
const WARM = 30;
const SINGLES = 240;
const BURSTS = 3;
/** More at once than the pool of connections serves before its waits run out would measure those waits. */
const MOST_AT_ONCE = 100;
const PLAIN_COMMITS = 300;
const CONNECTIONS = 10;
/** As the live runner has them. */
const ORDER_CONNECTIONS = 8;
const OPENED_WITHIN_MS = 120_000;

const session = BENCH_CALENDAR.nextSession(Date.UTC(2026, 6, 6));
if (!session) throw new Error('the calendar has no such session');
const startAt: EpochMs = session.openAt;
let minute = 1;

const folder = mkdtempSync(join(tmpdir(), 'trickdesk-bench-'));
chmodSync(folder, 0o755);
const server = await startEmbedded({ dataDir: folder, databases: ['trickdesk'] });
try {
  await measure(server.url('trickdesk'));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  // Its connections and timers would only tell of the end of the server.
  process.exitCode = 1;
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
  if (process.exitCode === 1) process.exit();
}

async function measure(url: string): Promise<void> {
  await migrate(url);
  await seedLiveTricks(url, tricks, new Date(startAt));
  const database = createDatabase({ target: url, maxConnections: CONNECTIONS });
  const orderWrites = createDatabase({ target: url, maxConnections: ORDER_CONNECTIONS, keepConnections: true });
  // Prices are written by another process than the runner.
  const feed = new pg.Pool({ connectionString: url, max: 1 });
  // Its connection may hear of the end of the server before that of the pool.
  feed.on('error', () => undefined);
  const statements = countStatements();
  const plain = await plainCommits(feed);
  await tellClock(feed);
  const world = await openRunner(database, orderWrites);
  await tellClock(feed);
  const clockTimer = setInterval(() => void tellClock(feed), 1_000);
  const stopTicks = tickAll(world.market);

  /** What was sent to the database while each order was on its way. */
  const counts: number[] = [];
  const one = async (id: number): Promise<number> => {
    const placed = world.broker.placed(String(id));
    statements.reset();
    const beganAt = performance.now();
    world.market.bar(id, barAt(minute));
    const took = (await placed) - beganAt;
    counts.push(statements.sent());
    return took;
  };
  let turn = 0;
  const next = async (): Promise<number> => {
    const id = 1 + (turn % tricks);
    if (id === 1) await nextMinute(world.market);
    turn += 1;
    const took = await one(id);
    await flat(feed, world.runner);
    return took;
  };
  for (let i = 0; i < WARM; i += 1) await next();
  const singles: number[] = [];
  counts.length = 0;
  for (let i = 0; i < SINGLES; i += 1) singles.push(await next());
  const perOrder = share(counts, 0.5);
  const bursts: number[] = [];
  for (let i = 0; i < BURSTS; i += 1) {
    await nextMinute(world.market);
    bursts.push(...(await Promise.all(Array.from({ length: Math.min(tricks, MOST_AT_ONCE) }, (_, n) => one(n + 1)))));
    await flat(feed, world.runner);
  }
  clearInterval(clockTimer);
  stopTicks();
  await world.runner.stop();
  await Promise.all([database.close(), orderWrites.close()]);
  await feed.end();
  process.stdout.write(
    JSON.stringify({
      tricks,
      p50Ms: share(singles, 0.5),
      p99Ms: share(singles, 0.99),
      burstP50Ms: share(bursts, 0.5),
      burstP99Ms: share(bursts, 0.99),
      commitP50Ms: share(plain, 0.5),
      commitP99Ms: share(plain, 0.99),
      statements: perOrder,
    }),
  );
}

async function openRunner(database: Database, orderWrites: Database) {
  const log = createLog('error', (line) => process.stderr.write(`${line}\n`));
  const bus: Bus = createMemoryBus();
  const market = publishMarket(bus);
  const broker = createSendBroker();
  const marketData: MarketDataService = createMarketData({
    db: database,
    clock: systemClock,
    dataset: SEND_DATASET,
    simulated: true,
    speed: 1,
    calendar: BENCH_CALENDAR,
  });
  let runner: Runner | undefined;
  let tags = 0;
  const tokens = { accessToken: 'a', refreshToken: 'r', feedToken: 'f', issuedAt: 0 };
  const desks = createLiveDesks({
    database,
    clock: systemClock,
    log,
    marketData,
    calendar: BENCH_CALENDAR,
    broker: broker.api,
    accessOf: async (link) => ({ clientCode: `S${link}`, apiKey: 'key', tokens }),
    gate: createRiskGate({ clock: systemClock, marketData }),
    memory: createEntryMemory({ database, clock: systemClock, log, marketData }),
    tellAlarm: async (tx: Tx, accountId, { key, severity, title, body }) => {
      await notify(tx, { accountId, category: 'trades', dedupeKey: `desk:${key}`, title, body, severity });
    },
    onStored: (accountId) => wakeUserStreams(bus, accountId),
    onSessionEnded: () => undefined,
    mayAct: () => runner?.mayAct() === true,
    newTag: () => {
      tags += 1;
      return `tag${tags}`;
    },
    settings: DESK_DEFAULTS,
  });
  runner = new Runner({ database, orderWrites, bus, marketData, clock: systemClock, log, slippageBps: 0, desks });
  await runner.start();
  const deadline = performance.now() + OPENED_WITHIN_MS;
  while (runner.held.length < tricks) {
    if (performance.now() > deadline) throw new Error(`only ${runner.held.length} of ${tricks} tricks run`);
    await sleep(50);
    runner.wake();
    await runner.settled();
  }
  return { runner, market, broker };
}

/** As the feed writes them about once a second: without fresh prices nothing is entered. */
async function tellClock(feed: pg.Pool): Promise<void> {
  const at = new Date(startAt + minute * MINUTE_MS);
  // In one statement: a price that is older than the clock would be no price to enter by.
  await feed.query(
    `WITH priced AS (UPDATE last_price SET at = $2 RETURNING 1)
     INSERT INTO market_clock (dataset, exchange_at, seen_at, speed, feed) VALUES ($1, $2, now(), 1, 'live')
     ON CONFLICT (dataset) DO UPDATE SET exchange_at = excluded.exchange_at, seen_at = excluded.seen_at`,
    [SEND_DATASET, at],
  );
}

async function nextMinute(market: MarketPublisher): Promise<void> {
  minute += 1;
  market.clock(startAt + (minute + 1) * MINUTE_MS, 'open');
}

function barAt(place: number) {
  const price = SEND_PRICE_PAISE;
  return { openAt: startAt + place * MINUTE_MS, open: price, high: price, low: price, close: price, volume: 10 };
}

/** Every instrument ticks once a second, evenly spread. */
function tickAll(market: MarketPublisher): () => void {
  const EVERY_MS = 20;
  let told = 0;
  const timer = setInterval(() => {
    const until = told + Math.ceil((tricks * EVERY_MS) / 1_000);
    for (; told < until; told += 1) {
      market.tick(1 + (told % tricks), startAt + (minute + 1) * MINUTE_MS, SEND_PRICE_PAISE, told);
    }
  }, EVERY_MS);
  return () => clearInterval(timer);
}

/** Until no order is under way: what follows an order is not measured, and must not stand in the next one's way. */
async function flat(feed: pg.Pool, runner: Runner): Promise<void> {
  for (let tries = 0; tries < 3_000; tries += 1) {
    await runner.settled();
    const { rows } = await feed.query<{ open: boolean }>(
      `SELECT EXISTS (SELECT 1 FROM trade_order WHERE state <> 'rejected')
           OR EXISTS (SELECT 1 FROM order_news WHERE applied_at IS NULL) AS open`,
    );
    if (rows[0]?.open === false) return;
    await sleep(10);
  }
  throw new Error('an order has not come to its end');
}

/** What the machine and its disk take for a transaction of one row. */
async function plainCommits(feed: pg.Pool): Promise<number[]> {
  await feed.query('CREATE TABLE bench_row (id int, body text)');
  const client = await feed.connect();
  const took: number[] = [];
  for (let i = 0; i < PLAIN_COMMITS; i += 1) {
    const beganAt = performance.now();
    await client.query('BEGIN');
    await client.query('INSERT INTO bench_row VALUES ($1, $2)', [i, 'one order']);
    await client.query('COMMIT');
    took.push(performance.now() - beganAt);
  }
  client.release();
  return took;
}

function share(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

import { createDatabase, type Database } from '@trickdesk/db';
import type { Bar, EpochMs } from '@trickdesk/domain';
import { parseDefinition, type StrategyDefinition, type StrategyDefinitionInput } from '@trickdesk/engine';
import { createFakeClock, type FakeClock, type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import pg from 'pg';
import { createLog } from '../../../platform/log.ts';
import { insertAccount } from '../../../testing/insert-account.ts';
import { columnsOfBars } from '../../market-data/bar-columns.ts';
import { putTail } from '../../market-data/candle-store.ts';
import { writeBars } from '../../market-data/candles.ts';
import { createMarketData, type MarketDataService, publishMarket } from '../../market-data/index.ts';
import { putClock, upsertInstruments } from '../../market-data/store.ts';
import { putCatalogueEntry } from '../../strategies/seed-store.ts';
import { Runner, type RunnerParts } from '../runner/runner.ts';
import { createDeploymentsService, type DeploymentsService } from '../service.ts';
import { createMemoryBus, type Ear, type MemoryBus } from './memory-bus.ts';
import type { QuotedNews } from './news.ts';
import { CALENDAR } from './random-market.ts';

export const DATASET = 'simulator:synthetic:1';

/** The product around a runner: database, bus, prices and owners, without a port and without a feed. */
export interface World {
  readonly testDb: TestDatabase;
  readonly bus: MemoryBus;
  readonly clock: FakeClock;
  readonly marketData: MarketDataService;
  readonly deployments: DeploymentsService;
  readonly logged: string[];
  readonly instrument: (symbol: string, kind?: 'equity' | 'etf' | 'index') => Promise<number>;
  readonly account: (username: string) => Promise<number>;
  readonly strategy: (slug: string, definition: StrategyDefinitionInput) => Promise<number>;
  /** Puts minutes where the feed puts them. */
  readonly store: (instrumentId: number, bars: readonly Bar[]) => Promise<void>;
  readonly setClock: (exchangeAt: EpochMs) => Promise<void>;
  readonly openRunner: (changes?: Partial<RunnerParts>) => Promise<TestRunner>;
  readonly close: () => Promise<void>;
}

/** A runner as a process of its own. */
export interface TestRunner {
  readonly runner: Runner;
  readonly ear: Ear;
  readonly database: Database;
  /** As by `kill -9`: hears and writes nothing from now on; PostgreSQL sees its connections end. */
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

let processes = 0;

export async function openWorld(): Promise<World> {
  const testDb = await withTestDatabase();
  const { db } = testDb;
  const bus = createMemoryBus();
  const clock = createFakeClock(Date.UTC(2026, 0, 5, 4, 0));
  const logged: string[] = [];
  const log = createLog('info', (line) => logged.push(line));
  const market = (database: Database): MarketDataService =>
    createMarketData({ db: database, clock, dataset: DATASET, simulated: true, speed: 1, calendar: CALENDAR });
  const marketData = market(db);
  const open: TestRunner[] = [];

  const openRunner: World['openRunner'] = async (changes = {}) => {
    processes += 1;
    const name = `runner-${processes}`;
    const url = new URL(testDb.url);
    url.searchParams.set('application_name', name);
    const real = createDatabase({ target: url.href, onIdleError: () => undefined });
    const state = { dead: false };
    const database = mortal(real, state);
    const ear = bus.ear();
    const parts = { database, bus: ear.bus, marketData: market(database), clock, log, slippageBps: 0 };
    const runner = new Runner({ ...parts, retryAfterMs: 10, ...changes });
    const own: TestRunner = {
      runner,
      ear,
      database,
      kill: async () => {
        ear.mute();
        state.dead = true;
        await endConnections(testDb.url, name);
        await runner.stop();
        await real.close();
      },
      stop: async () => {
        if (state.dead) return;
        await runner.stop();
        await real.close();
      },
    };
    open.push(own);
    await runner.start();
    return own;
  };

  return {
    testDb,
    bus,
    clock,
    marketData,
    logged,
    deployments: createDeploymentsService({ database: db, bus, clock, marketData }),
    instrument: async (symbol, kind = 'equity') => {
      await insertInstrument(db, symbol, kind);
      return (await marketData.instrument('NSE', symbol))?.id ?? 0;
    },
    account: (username) => insertAccount(db, username),
    strategy: (slug, definition) => insertStrategy(db, slug, definition),
    store: (instrumentId, bars) => storeMinutes(db, instrumentId, bars),
    setClock: (exchangeAt) => putClock(db.kysely, DATASET, { exchangeAt, seenAt: clock.now(), speed: 1, feed: 'live' }),
    openRunner,
    close: async () => {
      for (const runner of open) await runner.stop();
      await testDb.drop();
    },
  };
}

async function storeMinutes({ kysely }: Database, instrumentId: number, bars: readonly Bar[]): Promise<void> {
  for (let i = 0; i < bars.length; i += 5_000) {
    const part = bars.slice(i, i + 5_000).map((bar) => ({ instrumentId, bar }));
    await putTail(kysely, DATASET, part);
  }
}

/** The dead write nothing: whatever they still try fails. */
function mortal(database: Database, state: { readonly dead: boolean }): Database {
  return {
    ...database,
    get kysely() {
      if (state.dead) throw new Error('this process is dead');
      return database.kysely;
    },
    transaction: async (work, options) => {
      if (state.dead) throw new Error('this process is dead');
      return database.transaction(work, options);
    },
  };
}

async function endConnections(url: string, name: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = $1 AND datname = current_database()`,
    [name],
  );
  await admin.end();
}

export async function insertInstrument(
  db: Database,
  symbol: string,
  kind: 'equity' | 'etf' | 'index' = 'equity',
): Promise<void> {
  await db.transaction((tx) => upsertInstruments(tx, [instrumentRow(symbol, kind)], new Date(0)));
}

function instrumentRow(symbol: string, kind: 'equity' | 'etf' | 'index') {
  return {
    exchange: 'NSE' as const,
    token: `t${symbol}`,
    symbol,
    tradingSymbol: `${symbol}-EQ`,
    name: symbol,
    kind,
    tickPaise: 5,
    lotSize: 1,
    expiry: undefined,
    strikePaise: undefined,
    active: true,
  };
}

export async function insertStrategy(db: Database, slug: string, definition: StrategyDefinitionInput): Promise<number> {
  const parsed = readDefinition(definition);
  await db.transaction((tx) =>
    putCatalogueEntry(tx, {
      slug,
      name: slug,
      summary: `Trades by ${slug}.`,
      description: 'For a test.',
      category: 'trend',
      segment: parsed.product === 'INTRADAY' ? 'intraday' : 'positional',
      risk: 'low',
      minCapitalPaise: 1_00_000_00n,
      definition: JSON.stringify(parsed),
      note: 'Rules changed',
      now: new Date(0),
    }),
  );
  const row = await db.kysely.selectFrom('strategy').select('id').where('slug', '=', slug).executeTakeFirstOrThrow();
  return row.id;
}

function readDefinition(definition: StrategyDefinitionInput): StrategyDefinition {
  const parsed = parseDefinition(definition);
  if (!parsed.ok) throw new Error(parsed.errors[0]?.message);
  return parsed.definition;
}

/** @param news with the clock alone where nobody trades yet */
export function tell(
  world: World,
  news: readonly (QuotedNews | { readonly kind: 'clock'; readonly at: EpochMs })[],
): void {
  const publisher = publishMarket(world.bus);
  for (const item of news) {
    if (item.kind === 'tick') publisher.tick(item.instrumentId, item.at, item.pricePaise, 0);
    else if (item.kind === 'quote') publisher.quote(item.instrumentId, item.quote);
    else {
      publisher.clock(item.at, 'open');
      if (item.kind === 'bar') publisher.bar(item.instrumentId, item.bar);
      else if (item.kind === 'quiet') publisher.quiet(item.instrumentId, item.at);
    }
  }
}

/** The log of decisions of one deployment, byte for byte. */
export async function decisionBodies({ testDb }: World, deploymentId: number): Promise<string[]> {
  const rows = await testDb.db.kysely
    .selectFrom('decision')
    .select('body')
    .where('deployment_id', '=', deploymentId)
    .orderBy('run_number')
    .orderBy('sequence')
    .execute();
  return rows.map((row) => row.body);
}

/** Minutes of past months as the feed's compaction leaves them. */
export async function storeBlocks({ testDb }: World, instrumentId: number, bars: readonly Bar[]): Promise<void> {
  await testDb.db.transaction((tx) =>
    writeBars(tx, { dataset: DATASET, instrumentId, interval: '1m' }, columnsOfBars(bars)),
  );
}

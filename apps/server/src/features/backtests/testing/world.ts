import { type Bus, createBus } from '@trickdesk/db';
import { type Bar, indiaDateOf, indiaMoment } from '@trickdesk/domain';
import { sql } from 'kysely';
import { vi } from 'vitest';
import { openBacktestThreads } from '../../../compose/backtests.ts';
import { openTestApi, type Person, type TestApi } from '../../../testing/test-api.ts';
import { randomMinutes, sessionsBefore } from '../../deployments/testing/random-market.ts';
import { DATASET, insertInstrument } from '../../deployments/testing/world.ts';
import { columnsOfBars } from '../../market-data/bar-columns.ts';
import { writeBars } from '../../market-data/candles.ts';
import { putClock } from '../../market-data/store.ts';
import { seedCatalogue } from '../../strategies/index.ts';
import { type OpenThread, startBacktestQueue } from '../index.ts';

const NOW = indiaMoment('2026-09-30', 1_000);

export type BacktestWorld = Awaited<ReturnType<typeof openBacktestWorld>>;

/** The API with forty days of random minutes of SBIN, and what tests of back-tests do all the time. */
export async function openBacktestWorld() {
  const api = await openTestApi();
  const { db } = api.database;
  const bus = await createBus(db.target);
  const [asha, ravi] = [await api.signUp('asha'), await api.signUp('ravi')];
  const bars = await storeBars(api, 'SBIN', 3);
  await putClock(db.kysely, DATASET, { exchangeAt: NOW, seenAt: api.clock.now(), speed: 1, feed: 'live' });
  await seedCatalogue(db, new Date(0));
  const { id: TricksId } = await db.kysely
    .selectFrom('strategy')
    .select('id')
    .where('slug', '=', 'quick-cross-sbin')
    .executeTakeFirstOrThrow();
  const from_date = indiaDateOf(bars[15 * 370]?.openAt ?? 0);
  const to_date = indiaDateOf(bars.at(-1)?.openAt ?? 0);
  const input = () => ({ TricksId, from_date, to_date, capitalPaise: 5_00_000_00 });
  return {
    ...{ api, bus, asha, ravi, bars, TricksId, from_date, to_date, input },
    ...personActions(api, input),
    ...queues(api, bus),
    /** Days of another instrument, an index among them. */
    storeBars: (symbol: string, seed: number) => storeBars(api, symbol, seed),
    close: async () => {
      await bus.close();
      await api.close();
    },
  };
}

async function storeBars(api: TestApi, symbol: string, seed: number): Promise<Bar[]> {
  const { db } = api.database;
  await insertInstrument(db, symbol);
  const { id } = await db.kysely
    .selectFrom('instrument')
    .select('id')
    .where('symbol', '=', symbol)
    .executeTakeFirstOrThrow();
  const bars = randomMinutes(sessionsBefore(NOW, 40), { seed });
  const series = { dataset: DATASET, instrumentId: id, interval: '1m' as const };
  await db.transaction((tx) => writeBars(tx, series, columnsOfBars(bars)));
  return bars;
}

function personActions(
  api: TestApi,
  input: () => { readonly TricksId: number; from_date: string; to_date: string; capitalPaise: number },
) {
  const as = (person: Person) => ({ token: person.accessToken });
  return {
    as,
    start: async (person: Person, more: object = {}): Promise<number> => {
      const { data, message, errors } = await api.send('setAndStartBacktest', { ...input(), ...more }, as(person));
      if (!data) throw new Error(`${message} ${JSON.stringify(errors)}`);
      return data.BacktestId;
    },
    read: async (person: Person, BacktestId: number) => {
      const { data } = await api.send('getUserBacktest', { BacktestId }, as(person));
      if (!data.backtest) throw new Error('no back-test');
      return data.backtest;
    },
    /** Waits for the report: any queue of the test may have taken the back-test, not only the one that was asked to look. */
    finished: async (person: Person, BacktestId: number) => {
      const ended = await vi.waitFor(
        async () => {
          const { data } = await api.send('getUserBacktest', { BacktestId }, as(person));
          const { backtest } = data;
          if (!backtest || backtest.status === 'queued' || backtest.status === 'running') throw new Error('not yet');
          return backtest;
        },
        { timeout: 25_000, interval: 50 },
      );
      if (!ended.report) throw new Error(`no report: ${ended.status} ${ended.failure}`);
      return { ...ended, report: ended.report };
    },
  };
}

function queues(api: TestApi, bus: Bus) {
  const running: Awaited<ReturnType<typeof startBacktestQueue>>[] = [];
  const threads = openBacktestThreads(api.foundation.settings);
  return {
    threads,
    startQueue: async (open: OpenThread = threads.open) => {
      const queue = await startBacktestQueue({ ...api.foundation, bus, threads: { ...threads, open } });
      running.push(queue);
      return queue;
    },
    /** Ends what a test began, and forgets its back-tests. */
    clear: async () => {
      for (const queue of running.splice(0)) await queue.stop();
      await sql`TRUNCATE backtest CASCADE`.execute(api.database.db.kysely);
      await sql`DELETE FROM user_event`.execute(api.database.db.kysely);
    },
  };
}

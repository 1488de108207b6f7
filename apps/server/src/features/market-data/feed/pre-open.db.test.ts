import { setTimeout as sleep } from 'node:timers/promises';
import { createMemoryStore, createSyntheticSource, startSimulator } from '@trickdesk/brokers/simulator';
import { createBus, createDatabase } from '@trickdesk/db';
import { createCalendar, indiaMoment, MINUTE_MS, NSE_CALENDAR } from '@trickdesk/domain';
import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { statusAt } from '../rules.ts';
import { readClock } from '../store.ts';
import { DATASET, runTestFeed } from './testing/test-feed.ts';

/** A minute and a half until the opening: the feed is there long before, on a busy machine as well. */
const SPEED = 10;
const CONTROL = 'control-token';
const OPENS_AT = indiaMoment('2025-07-08', 9 * 60 + 15);
const calendar = createCalendar(NSE_CALENDAR);

/** Nobody reads stored minutes until it is called. */
async function holdCandles({ url }: TestDatabase): Promise<() => Promise<void>> {
  const db = createDatabase(url);
  const held = await db.kysely.startTransaction().execute();
  await sql`LOCK TABLE candle_tail IN ACCESS EXCLUSIVE MODE`.execute(held);
  return async () => {
    await held.commit().execute();
    await db.close();
  };
}

test('before the opening the clock goes on without a price, shows it as to come, and does not run ahead of it', async () => {
  const database = await withTestDatabase();
  const bus = await createBus(database.url);
  const simulator = await startSimulator({
    source: createSyntheticSource({ seed: 1, startAt: OPENS_AT - 15 * MINUTE_MS, style: 'spread' }),
    store: createMemoryStore(),
    speed: SPEED,
    seed: 1,
    port: 0,
    controlToken: CONTROL,
    rateLimit: false,
  });
  const stop = new AbortController();
  const letGo = await holdCandles(database);
  const feed = runTestFeed({ database, bus, simulator, speed: SPEED, signal: stop.signal });
  try {
    const seen: { at: number; exchangeNow: number }[] = [];
    const look = async (): Promise<void> => {
      const clock = await readClock(database.db.kysely, DATASET);
      if (clock) seen.push({ at: clock.exchangeAt, exchangeNow: simulator.exchange.now() });
      await sleep(100);
    };
    // The broker's last states, which are all that comes before the opening, are there before what is stored is known.
    await sleep(2_000);
    await letGo();
    // It is told once a second.
    while (new Set(seen.map(({ at }) => at)).size < 4) await look();
    expect(new Set(seen.map(({ at }) => statusAt(calendar, at)))).toEqual(new Set(['pre_open']));
    await fetch(`${simulator.url}/__sim/clock`, {
      method: 'POST',
      headers: { 'x-sim-control': CONTROL },
      body: JSON.stringify({ jumpTo: '2025-07-08T09:14:58+05:30' }),
    });
    while ((seen.at(-1)?.at ?? 0) < OPENS_AT) await look();
    for (const [i, { at, exchangeNow }] of seen.entries()) {
      expect(at).toBeGreaterThanOrEqual(seen[i - 1]?.at ?? 0);
      expect(at).toBeLessThanOrEqual(exchangeNow);
    }
  } finally {
    stop.abort();
    await feed;
    await simulator.close();
    await bus.close();
    await database.drop();
  }
});

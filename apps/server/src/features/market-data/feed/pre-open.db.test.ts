import { setTimeout as sleep } from 'node:timers/promises';
import { createMemoryStore, createSyntheticSource, startSimulator } from '@trickdesk/brokers/simulator';
import { createBus } from '@trickdesk/db';
import { createCalendar, indiaMoment, MINUTE_MS, NSE_CALENDAR } from '@trickdesk/domain';
import { withTestDatabase } from '@trickdesk/testkit';
import { expect, test } from 'vitest';
import { statusAt } from '../rules.ts';
import { readClock } from '../store.ts';
import { DATASET, runTestFeed } from './testing/test-feed.ts';

const SPEED = 120;
const OPENS_AT = indiaMoment('2025-07-08', 9 * 60 + 15);
const calendar = createCalendar(NSE_CALENDAR);

test('before the opening the clock goes on without a price, shows it as to come, and does not run ahead of it', async () => {
  const database = await withTestDatabase();
  const bus = await createBus(database.url);
  const simulator = await startSimulator({
    source: createSyntheticSource({ seed: 1, startAt: OPENS_AT - 15 * MINUTE_MS, style: 'spread' }),
    store: createMemoryStore(),
    speed: SPEED,
    seed: 1,
    port: 0,
    rateLimit: false,
  });
  const stop = new AbortController();
  const feed = runTestFeed({ database, bus, simulator, speed: SPEED, signal: stop.signal });
  try {
    const seen: { at: number; exchangeNow: number }[] = [];
    while (seen.at(-1)?.at === undefined || (seen.at(-1)?.at ?? 0) < OPENS_AT) {
      const clock = await readClock(database.db.kysely, DATASET);
      if (clock) seen.push({ at: clock.exchangeAt, exchangeNow: simulator.exchange.now() });
      expect(simulator.exchange.now()).toBeLessThan(OPENS_AT + 60 * MINUTE_MS);
      await sleep(100);
    }
    const before = seen.filter(({ at }) => at < OPENS_AT);
    expect(new Set(before.map(({ at }) => statusAt(calendar, at)))).toEqual(new Set(['pre_open']));
    // Told once a second.
    expect(new Set(before.map(({ at }) => at)).size).toBeGreaterThan(3);
    for (const [i, { at }] of seen.entries()) expect(at).toBeGreaterThanOrEqual(seen[i - 1]?.at ?? 0);
    for (const { at, exchangeNow } of seen) expect(at).toBeLessThanOrEqual(exchangeNow);
  } finally {
    stop.abort();
    await feed;
    await simulator.close();
    await bus.close();
    await database.drop();
  }
});

import type { SimulatorStore, StoredSession } from '@trickdesk/brokers/simulator';
import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from './store.ts';

let database: TestDatabase;
let store: SimulatorStore;

const session: StoredSession = {
  clientCode: 'S100001',
  jwtToken: 'jwt',
  refreshToken: 'refresh',
  feedToken: 'feed',
  createdAt: Date.now() - 1_000,
  expiresAt: Date.now() + 60_000,
  live: true,
  refreshable: true,
};

beforeAll(async () => {
  database = await withTestDatabase({ empty: true });
  store = await openStore(database.url);
});

afterAll(async () => {
  await store.close();
  await database.drop();
});

test('a second process opens the same store at the same time', async () => {
  const others = await Promise.all([openStore(database.url), openStore(database.url)]);
  expect(await Promise.all(others.map((other) => other.loadSessions()))).toEqual([[], []]);
  await Promise.all(others.map((other) => other.close()));
});

test('sessions survive with the exact moments of their tokens, and a logout replaces them', async () => {
  await store.saveSession(session);
  expect(await store.loadSessions()).toEqual([session]);
  const ended = { ...session, live: false, refreshable: false, expiresAt: session.expiresAt - 5 };
  await store.saveSession(ended);
  expect(await store.loadSessions()).toEqual([ended]);
});

test('sessions of last week are forgotten', async () => {
  const old = { ...session, jwtToken: 'old', expiresAt: Date.now() - 7 * 86_400_000 };
  await store.saveSession(old);
  expect((await store.loadSessions()).map((kept) => kept.jwtToken)).toEqual(['jwt']);
});

test('used one-time steps, faults and one clock for each source are kept', async () => {
  await store.saveTotpStep('S100001', 58_000_000);
  await store.saveTotpStep('S100001', 58_000_001);
  expect(await store.loadTotpSteps()).toEqual(new Map([['S100001', 58_000_001]]));

  expect(await store.loadFaults()).toBeUndefined();
  await store.saveFaults('{"rateLimit":false}');
  expect(await store.loadFaults()).toBe('{"rateLimit":false}');

  const position = Date.parse('2025-07-07T10:00:00.123+05:30');
  await store.saveClock('synthetic:1', { position, paused: true });
  await store.saveClock('synthetic:2', { position: position + 1, paused: false });
  expect(await store.loadClock('synthetic:1')).toEqual({ position, paused: true });
  expect(await store.loadClock('synthetic:3')).toBeUndefined();
});

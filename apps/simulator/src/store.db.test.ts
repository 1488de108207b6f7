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

test('a document replaces the one of the same kind and key', async () => {
  await store.saveDocument('gtt', '1', '{"a":1}');
  await store.saveDocument('gtt', '1', '{"a":2}');
  await store.saveDocument('gtt', '2', '{"a":3}');
  await store.saveDocument('edis', '1', '{"a":4}');
  expect([...(await store.loadDocuments('gtt'))].sort()).toEqual(['{"a":2}', '{"a":3}']);
  expect(await store.loadDocuments('edis')).toEqual(['{"a":4}']);
  expect(await store.loadDocuments('none')).toEqual([]);
});

test('order rows are written and deleted together with the clock that they belong to, for each source apart', async () => {
  const clock = { position: Date.parse('2025-07-07T11:00:00+05:30'), paused: false };
  const many = Array.from({ length: 1_200 }, (_, i) => ({ kind: 'trade', key: String(i), json: `{"n":${i}}` }));
  await store.saveOrderRows('synthetic:7', [{ kind: 'order', key: 'a', json: '{"v":1}' }, ...many], clock);
  await store.saveOrderRows('synthetic:8', [{ kind: 'order', key: 'a', json: '{"v":9}' }], clock);
  const later = { position: clock.position + 50, paused: true };
  const gone = many.slice(1).map((row) => ({ ...row, json: null }));
  await store.saveOrderRows('synthetic:7', [{ kind: 'order', key: 'a', json: '{"v":2}' }, ...gone], later);
  expect([...(await store.loadOrderRows('synthetic:7'))].sort((a, b) => a.kind.localeCompare(b.kind))).toEqual([
    { kind: 'order', key: 'a', json: '{"v":2}' },
    { kind: 'trade', key: '0', json: '{"n":0}' },
  ]);
  expect(await store.loadOrderRows('synthetic:8')).toEqual([{ kind: 'order', key: 'a', json: '{"v":9}' }]);
  expect(await store.loadClock('synthetic:7')).toEqual(later);
});

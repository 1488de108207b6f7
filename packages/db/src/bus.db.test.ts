import { scaledCount, type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Bus, createBus } from './bus.ts';

let testDatabase: TestDatabase;
const buses: Bus[] = [];
const errors: Error[] = [];

beforeAll(async () => {
  testDatabase = await withTestDatabase({ empty: true });
});
afterAll(async () => {
  for (const bus of buses) await bus.close();
  await testDatabase.drop();
});

async function openBus(): Promise<Bus> {
  const bus = await createBus(testDatabase.url, { onError: (error) => errors.push(error) });
  buses.push(bus);
  return bus;
}

test('messages reach every subscriber of their channel, in order, and nobody else', async () => {
  const [sender, first, second] = [await openBus(), await openBus(), await openBus()];
  const arrived: Record<string, string[]> = { first: [], second: [], other: [] };
  await first.subscribe('ticks', { onMessage: (text) => arrived['first']?.push(text) });
  await second.subscribe('ticks', { onMessage: (text) => arrived['second']?.push(text) });
  await second.subscribe('orders', { onMessage: (text) => arrived['other']?.push(text) });
  const sent = Array.from({ length: scaledCount('ticks over the bus', 4_000) }, (_, i) => `tick ${i}`);
  for (const [i, message] of sent.entries()) {
    sender.publish('ticks', message);
    // What waits is bounded (the oldest goes), so a burst of any size is sent on the way.
    if (i % 10_000 === 0) await sender.flush();
  }
  await sender.flush();
  await vi.waitFor(() => expect(arrived['second']).toHaveLength(sent.length), 10_000);
  await vi.waitFor(() => expect(arrived['first']).toHaveLength(sent.length), 10_000);
  expect(arrived).toEqual({ first: sent, second: sent, other: [] });
});

test('a single message arrives without anybody asking for a flush', async () => {
  const bus = await openBus();
  const arrived: string[] = [];
  await bus.subscribe('single', { onMessage: (text) => arrived.push(text) });
  bus.publish('single', '₹500');
  await vi.waitFor(() => expect(arrived).toEqual(['₹500']), 1_000);
});

test('nothing arrives after a subscription has ended', async () => {
  const bus = await openBus();
  const arrived: string[] = [];
  const ended = await bus.subscribe('news', { onMessage: (text) => arrived.push(`ended ${text}`) });
  await bus.subscribe('news', { onMessage: (text) => arrived.push(`kept ${text}`) });
  await ended.unsubscribe();
  bus.publish('news', 'a');
  await vi.waitFor(() => expect(arrived).toEqual(['kept a']), 1_000);
});

test('a subscriber that throws does not keep the message from the others', async () => {
  const bus = await openBus();
  const arrived: string[] = [];
  await bus.subscribe('shared', {
    onMessage: () => {
      throw new Error('a mistake in a subscriber');
    },
  });
  await bus.subscribe('shared', { onMessage: (text) => arrived.push(text) });
  bus.publish('shared', 'a');
  await vi.waitFor(() => expect(arrived).toEqual(['a']), 1_000);
  expect(errors.map((error) => error.message)).toContain('a mistake in a subscriber');
});

test('a bus whose connection is cut comes back, tells of the gap, and sends what waited', async () => {
  const bus = await openBus();
  const arrived: string[] = [];
  let gaps = 0;
  await bus.subscribe('cut', {
    onMessage: (text) => arrived.push(text),
    onGap: () => {
      gaps += 1;
    },
  });
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(testDatabase.db.kysely);
  await vi.waitFor(() => expect(bus.isConnected()).toBe(false), 5_000);
  bus.publish('cut', 'sent while away');
  await vi.waitFor(() => expect(arrived).toEqual(['sent while away']), 10_000);
  expect([gaps, bus.droppedCount()]).toEqual([1, 0]);
});

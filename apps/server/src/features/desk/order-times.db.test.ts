import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertAccount } from '../../testing/insert-account.ts';
import type { DeskRequest } from '../deployments/index.ts';
import { RunSeat } from './seat.ts';
import { bookRow, instrumentNamed, NOON, openDesk, ScriptedBroker } from './testing/scripted-desk.ts';
import { insertIntent, insertRun, type RunRows } from './testing/sim-run-rows.ts';

let testDb: TestDatabase;
beforeAll(async () => {
  testDb = await withTestDatabase();
});
afterAll(() => testDb.drop());

/** Between the moment that an order may leave and the one that it does. */
const RATE_MS = 60;
/** A timer may ring a little early by the other clock. */
const EARLY_MS = 2;

async function openRun(name: string) {
  const run = await insertRun(testDb.db, await insertAccount(testDb.db, name), name);
  const broker = new ScriptedBroker();
  broker.rateMs = RATE_MS;
  const desk = await openDesk({ database: testDb.db, linkId: run.linkId, broker });
  const facts = { ...run, brokerLinkId: run.linkId, runNumber: 1, product: 'intraday' } as const;
  const seat = new RunSeat(desk, { ...facts, instruments: [instrumentNamed('SBIN')] }, () => undefined);
  const ask = async (request: DeskRequest): Promise<void> => {
    await testDb.db.transaction((tx) => seat.write(tx, [request], NOON));
    await seat.committed();
    await desk.settled();
  };
  return { run, broker, desk, ask };
}

type Opened = Awaited<ReturnType<typeof openRun>>;

/** What a run decided so long ago. */
async function want({ run, ask }: Opened, purpose: 'entry' | 'exit', agoMs: number): Promise<number> {
  const id = purpose === 'entry' ? 1 : 2;
  const side = purpose === 'entry' ? ('buy' as const) : ('sell' as const);
  const decidedAtWall = Date.now() - agoMs;
  const tradeOrderId = await testDb.db.transaction((tx) => insertIntent(tx, run, { id, purpose, quantity: 10 }));
  const place = { id, decisionSequence: id, at: NOON, base: 0, symbol: 'SBIN', side } as const;
  const intent = { ...place, purpose, quantity: 10, rule: purpose, referencePaise: 600_00 } as const;
  await ask({ kind: 'intent', placed: { intent, tradeOrderId, decidedAtWall } });
  return decidedAtWall;
}

/** The broker's book shows the entry filled. */
async function fill({ broker, desk }: Opened): Promise<void> {
  const filled = { state: 'filled', filledQuantity: 10, averagePaise: 600_00 } as const;
  broker.book = [bookRow({ brokerOrderId: 'b1', tag: broker.placed[0]?.tag, ...filled })];
  await desk.look();
  await desk.settled();
}

async function timesOf({ deploymentId }: RunRows, role: 'entry' | 'exit' | 'protective') {
  const row = await testDb.db.kysely
    .selectFrom('broker_order')
    .select(['decided_at', 'sent_at', 'acknowledged_at'])
    .where('deployment_id', '=', deploymentId)
    .where('role', '=', role)
    .executeTakeFirstOrThrow();
  const [decided, sent, acknowledged] = [row.decided_at, row.sent_at, row.acknowledged_at].map((at) => at?.getTime());
  return { decided: decided ?? 0, sent: sent ?? 0, acknowledged: acknowledged ?? 0 };
}

test('an entry is decided when its rules decided it, and sent when its request left', async () => {
  const opened = await openRun('timed_entry');
  const decidedAt = await want(opened, 'entry', 40);
  const { decided, sent, acknowledged } = await timesOf(opened.run, 'entry');
  expect(decided).toBe(decidedAt);
  expect(sent - decided).toBeGreaterThanOrEqual(40 + RATE_MS - EARLY_MS);
  expect(acknowledged - sent).toBeGreaterThanOrEqual(0);
  expect(acknowledged - sent).toBeLessThan(RATE_MS);
  await opened.desk.close();
});

test('a stop that the desk decides itself is sent when its request left, after it was stored', async () => {
  const opened = await openRun('timed_stop');
  await want(opened, 'entry', 0);
  opened.desk.onPrice(instrumentNamed('SBIN').id, NOON, 600_00);
  await opened.ask({ kind: 'levels', levels: { base: 0, stopPaise: 594_00, trailing: false } });
  await fill(opened);
  const { decided, sent, acknowledged } = await timesOf(opened.run, 'protective');
  expect(sent - decided).toBeGreaterThanOrEqual(RATE_MS - EARLY_MS);
  expect(acknowledged - sent).toBeLessThan(RATE_MS);
  await opened.desk.close();
});

test('an order that an exit needs is decided when the run decided the exit', async () => {
  const opened = await openRun('timed_exit');
  await want(opened, 'entry', 0);
  opened.desk.onPrice(instrumentNamed('SBIN').id, NOON, 600_00);
  await fill(opened);
  const decidedAt = await want(opened, 'exit', 30);
  const { decided, sent } = await timesOf(opened.run, 'exit');
  expect(decided).toBe(decidedAt);
  expect(sent - decided).toBeGreaterThanOrEqual(30 + RATE_MS - EARLY_MS);
  await opened.desk.close();
});

import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertAccount } from '../../testing/insert-account.ts';
import { RunSeat } from './seat.ts';
import { askFor } from './testing/held-shares.ts';
import { bookRow, instrumentNamed, NOON, openDesk, ScriptedBroker } from './testing/scripted-desk.ts';
import { insertIntent, insertRun } from './testing/sim-run-rows.ts';

let testDb: TestDatabase;
beforeAll(async () => {
  testDb = await withTestDatabase();
});
afterAll(() => testDb.drop());

test('an entry that its run has withdrawn is taken back by the next desk, at once', async () => {
  const run = await insertRun(testDb.db, await insertAccount(testDb.db, 'withdrawn'), 'W1');
  const broker = new ScriptedBroker();
  const first = await openDesk({ database: testDb.db, linkId: run.linkId, broker });
  const facts = { ...run, brokerLinkId: run.linkId, runNumber: 1, product: 'intraday' } as const;
  const seat = new RunSeat(first, { ...facts, instruments: [instrumentNamed('SBIN')] }, () => undefined);
  await testDb.db.transaction(async (tx) => {
    const tradeOrderId = await insertIntent(tx, run, { id: 1, purpose: 'entry', quantity: 10 });
    const place = { id: 1, decisionSequence: 1, at: NOON, base: 0, symbol: 'SBIN', side: 'buy' } as const;
    const intent = { ...place, purpose: 'entry', quantity: 10, rule: 'entry', referencePaise: 600_00 } as const;
    await seat.write(tx, [{ kind: 'intent', placed: { intent, tradeOrderId } }], NOON);
  });
  await seat.committed();
  await first.settled();
  await testDb.db.transaction((tx) => seat.write(tx, [{ kind: 'withdrawn', intentId: 1 }], NOON));
  // It dies before it hears that its transaction is through.
  first.abandon();
  const { tag, pricePaise = 0 } = broker.placed[0] ?? {};
  broker.book = [bookRow({ brokerOrderId: 'b1', tag, pricePaise })];
  const openedAt = Date.now();
  const desk = await openDesk({ database: testDb.db, linkId: run.linkId, broker });
  while (broker.cancelled.length === 0 && Date.now() - openedAt < 7_000) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  broker.book = [bookRow({ brokerOrderId: 'b1', tag, pricePaise, state: 'cancelled' })];
  await desk.look();
  await desk.close();
  expect(broker.cancelled).toEqual(['b1']);
  expect(Date.now() - openedAt).toBeLessThan(2_000);
  const { rows } = await sql<{ kind: string; mode: string; sentence: string }>`SELECT kind, mode, sentence
    FROM trade_activity WHERE deployment_id = ${run.deploymentId} ORDER BY id`.execute(testDb.db.kysely);
  const sentence =
    'The order to buy 10 SBIN that opens a position is over: it was taken back before it was filled. 0 of 10 were filled.';
  expect(rows).toEqual([{ kind: 'notice', mode: 'live', sentence }]);
});

test('a run withdraws its own entry, and not that of another trick whose intent has the same number', async () => {
  const { db: database } = testDb;
  const run = await insertRun(database, await insertAccount(database, 'twotricks'), 'W2');
  const { rows } = await sql<{ id: number }>`INSERT INTO deployment (account_id, strategy_id, strategy_version_id, name,
      mode, status, phase, capital_paise, notify, broker_link_id, run_number, created_at)
    SELECT account_id, strategy_id, strategy_version_id, name, mode, status, phase, capital_paise, notify, broker_link_id,
      run_number, created_at FROM deployment WHERE id = ${run.deploymentId} RETURNING id`.execute(database.kysely);
  const runs = [run, { ...run, deploymentId: rows[0]?.id ?? 0 }];
  const broker = new ScriptedBroker();
  const desk = await openDesk({ database, linkId: run.linkId, broker });
  const seats: RunSeat[] = [];
  for (const one of runs) {
    const facts = { ...one, brokerLinkId: run.linkId, runNumber: 1, product: 'intraday' } as const;
    const seat = new RunSeat(desk, { ...facts, instruments: [instrumentNamed('SBIN')] }, () => undefined);
    await askFor({ database, run: one }, seat, 'entry');
    await seat.committed();
    await expect.poll(() => broker.placed).toHaveLength(seats.push(seat));
  }
  broker.book = broker.placed.map(({ tag, pricePaise }, n) => bookRow({ brokerOrderId: `b${n + 1}`, tag, pricePaise }));
  await desk.look();
  await database.transaction(async (tx) => seats[1]?.write(tx, [{ kind: 'withdrawn', intentId: 1 }], NOON));
  await seats[1]?.committed();
  await expect.poll(() => broker.cancelled).toEqual(['b2']);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(broker.cancelled).toEqual(['b2']);
  await desk.close();
});

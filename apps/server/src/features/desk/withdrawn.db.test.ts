import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertAccount } from '../../testing/insert-account.ts';
import { RunSeat } from './seat.ts';
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

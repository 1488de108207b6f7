import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertAccount } from '../../testing/insert-account.ts';
import { DESK_DEFAULTS } from './desk-settings.ts';
import { holdShares } from './testing/held-shares.ts';
import { NOON, openDesk } from './testing/scripted-desk.ts';
import { insertRun } from './testing/sim-run-rows.ts';

let testDb: TestDatabase;
beforeAll(async () => {
  testDb = await withTestDatabase();
});
afterAll(() => testDb.drop());

test('what a desk had still to store of a position does not undo that its owner took it over, should it die just then', async () => {
  const { db: database } = testDb;
  const run = await insertRun(database, await insertAccount(database, 'takenover'), 'T1');
  const settings = { ...DESK_DEFAULTS, bookEveryMs: 600_000, idleBookEveryMs: 600_000 };
  const { broker, desk, seat } = await holdShares({ database, run, parts: { settings } });
  const [entry, stop] = broker.book;
  if (!entry || !stop) throw new Error('ten shares and their stop are at the broker');
  let looked: Promise<void> = Promise.resolve();
  await database.transaction(async (tx) => {
    await seat.write(tx, [{ kind: 'detached', base: 0 }], NOON);
    await sql`DELETE FROM position WHERE deployment_id = ${run.deploymentId}`.execute(tx);
    // The broker shows other terms of the stop: a step that waits for this transaction, and knows nothing of it.
    broker.book = [entry, { ...stop, pricePaise: stop.pricePaise - 5 }];
    looked = desk.look();
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  await looked;
  await desk.settled();
  // It dies before it hears that its owner has the position.
  desk.abandon();
  const { rows } = await sql`SELECT role, settled_quantity FROM broker_order
    WHERE deployment_id = ${run.deploymentId} ORDER BY id`.execute(database.kysely);
  expect(rows).toEqual([
    { role: 'entry', settled_quantity: 10 },
    { role: 'own', settled_quantity: 0 },
  ]);
  const placed = broker.placed.length;
  const next = await openDesk({ database, linkId: run.linkId, broker });
  await next.settled();
  await new Promise((resolve) => setTimeout(resolve, 300));
  await next.settled();
  expect(broker.placed.slice(placed)).toEqual([]);
  expect(broker.modified.filter(({ kind }) => kind === 'limit')).toEqual([]);
  expect(broker.cancelled).toEqual([]);
  await next.close();
  seat.leave();
});

test('a desk that hears of it guards the position no more: the stop that its owner takes back stays away', async () => {
  const { db: database } = testDb;
  const run = await insertRun(database, await insertAccount(database, 'heardofit'), 'T2');
  const { broker, desk, seat } = await holdShares({ database, run });
  const [entry, stop] = broker.book;
  if (!entry || !stop) throw new Error('ten shares and their stop are at the broker');
  await database.transaction(async (tx) => {
    await seat.write(tx, [{ kind: 'detached', base: 0 }], NOON);
    await sql`DELETE FROM position WHERE deployment_id = ${run.deploymentId}`.execute(tx);
  });
  await seat.committed();
  await desk.settled();
  const placed = broker.placed.length;
  broker.book = [entry, { ...stop, state: 'cancelled' }];
  await desk.look();
  await desk.settled();
  await new Promise((resolve) => setTimeout(resolve, 300));
  await desk.settled();
  expect(broker.placed.slice(placed)).toEqual([]);
  const { rows } = await sql`SELECT role, state FROM broker_order
    WHERE deployment_id = ${run.deploymentId} ORDER BY id`.execute(database.kysely);
  expect(rows).toEqual([
    { role: 'entry', state: 'filled' },
    { role: 'own', state: 'cancelled' },
  ]);
  await desk.close();
  seat.leave();
});

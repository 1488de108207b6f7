import { indiaMoment } from '@trickdesk/domain';
import { type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { insertAccount } from '../../testing/insert-account.ts';
import { listUnfinishedAccounts } from '../deployments/runner/store.ts';
import { listLineOrders } from '../risk/store.ts';
import type { AccountDesk } from './account-desk.ts';
import { bookRow, openDesk, ScriptedBroker } from './testing/scripted-desk.ts';
import { insertRun, type RunRows } from './testing/sim-run-rows.ts';

const TODAY = '2025-07-07';
let testDb: TestDatabase;
let accounts = 0;
const open: AccountDesk[] = [];
beforeAll(async () => {
  testDb = await withTestDatabase();
});
afterEach(async () => {
  for (const desk of open.splice(0)) await desk.close();
});
afterAll(() => testDb.drop());

async function looking() {
  accounts += 1;
  const run = await insertRun(testDb.db, await insertAccount(testDb.db, `elsewhere${accounts}`), `E${accounts}`);
  const broker = new ScriptedBroker();
  const desk = await openDesk({ database: testDb.db, linkId: run.linkId, broker });
  open.push(desk);
  const look = async (changes: Partial<Parameters<typeof bookRow>[0]>): Promise<void> => {
    broker.book = [bookRow({ brokerOrderId: 'x1', tag: undefined, ...changes })];
    await desk.look();
    await desk.settled();
  };
  return { run, look };
}

const weighed = async ({ accountId }: RunRows) =>
  (await listLineOrders(testDb.db.kysely, { accountId, dataset: 'any', day: TODAY })).map(
    ({ role, side, filled_quantity: filled, state }) => [role, side, filled, state],
  );

test('an order that was given to the broker the evening before counts for the limits of the day, whenever it was last changed', async () => {
  const { run, look } = await looking();
  const evening = indiaMoment('2025-07-06', 20 * 60);
  await look({ state: 'queued', updatedAt: evening });
  expect(await weighed(run)).toEqual([['foreign', 'buy', 0, 'queued']]);
  const traded = { state: 'filled', filledQuantity: 10, averagePaise: 600_00 } as const;
  await look({ ...traded, updatedAt: indiaMoment(TODAY, 9 * 60 + 15) });
  expect(await weighed(run)).toEqual([['foreign', 'buy', 10, 'filled']]);
  const { rows } = await sql<{ at: Date }>`SELECT exchange_at AS at FROM broker_order
    WHERE broker_link_id = ${run.linkId}`.execute(testDb.db.kysely);
  expect(rows.map(({ at }) => at.getTime() >= indiaMoment(TODAY))).toEqual([true]);
});

test('an order from elsewhere that a day has left behind has ended, and keeps nobody at its account', async () => {
  const { run, look } = await looking();
  await look({});
  const unfinished = () => listUnfinishedAccounts(testDb.db.kysely, 'any');
  expect(await unfinished()).toContain(run.linkId);
  await sql`UPDATE broker_order SET day = '2025-07-04' WHERE broker_link_id = ${run.linkId}`.execute(testDb.db.kysely);
  open.push(await openDesk({ database: testDb.db, linkId: run.linkId, broker: new ScriptedBroker() }));
  expect(await unfinished()).not.toContain(run.linkId);
});

import { createFakeClock, type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notify } from '../features/notifications/index.ts';
import { randomIds } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { readSettings } from '../platform/settings.ts';
import { insertAccount } from '../testing/insert-account.ts';
import { startJobsRole } from './jobs.ts';

const NOW = Date.UTC(2026, 5, 1, 6, 0);
let database: TestDatabase;
beforeAll(async () => {
  database = await withTestDatabase();
});
afterAll(() => database.drop());

async function eventsOf(accountId: number): Promise<number> {
  const rows = await database.db.kysely
    .selectFrom('user_event')
    .select('id')
    .where('account_id', '=', accountId)
    .where('name', '=', 'alert')
    .execute();
  return rows.length;
}

const tell = (accountId: number, dedupeKey: string): Promise<boolean> =>
  database.db.transaction((tx) =>
    notify(tx, {
      accountId,
      category: 'tricks',
      dedupeKey,
      title: 'Halted',
      body: 'A fault.',
      severity: 'urgent',
    }),
  );

const partsOf = () => ({
  settings: readSettings({ DATABASE_URL: database.url }),
  log: createLog('silent'),
  clock: createFakeClock(NOW),
  ids: randomIds,
  database: database.db,
});

test('the jobs role goes on with an erasure that a process left behind', async () => {
  const accountId = await insertAccount(database.db, 'leaver');
  await tell(accountId, 'never read');
  const { kysely } = database.db;
  await kysely
    .updateTable('account')
    .set({ erased_at: new Date(NOW) })
    .where('id', '=', accountId)
    .execute();
  const role = await startJobsRole(partsOf());
  const doneAt = async () =>
    (await kysely.selectFrom('account').select('erasure_done_at').where('id', '=', accountId).executeTakeFirstOrThrow())
      .erasure_done_at;
  await expect.poll(doneAt, { timeout: 10_000 }).not.toBeNull();
  await role.stop();
  expect(await kysely.selectFrom('alert').select('id').where('account_id', '=', accountId).execute()).toEqual([]);
});

test('the jobs role delivers what waits when it starts and what comes while it runs; two of them deliver it once', async () => {
  const accountId = await insertAccount(database.db, 'asha');
  await tell(accountId, 'before');
  const parts = partsOf();
  const roles = await Promise.all([startJobsRole(parts), startJobsRole(parts)]);
  await expect.poll(() => eventsOf(accountId)).toBe(1);
  await tell(accountId, 'meanwhile');
  await expect.poll(() => eventsOf(accountId)).toBe(2);
  await Promise.all(roles.map((role) => role.stop()));
  expect(await eventsOf(accountId)).toBe(2);
});

import { DAY_MS, type EpochMs, MINUTE_MS } from '@trickdesk/domain';
import { createFakeClock, type TestDatabase, withTestDatabase } from '@trickdesk/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAttempts } from '../platform/attempts.ts';
import { answerOnce } from '../platform/idempotency.ts';
import { randomIds } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { readSettings } from '../platform/settings.ts';
import { recordUserEvent } from '../platform/user-events/index.ts';
import { insertAccount } from '../testing/insert-account.ts';
import { startJobsRole } from './jobs.ts';
import { deletePast } from './maintenance.ts';

const NOW = Date.UTC(2026, 5, 1, 6, 0);
let database: TestDatabase;
let accountId: number;
beforeAll(async () => {
  database = await withTestDatabase();
  accountId = await insertAccount(database.db, 'asha');
});
afterAll(() => database.drop());

const tidyAt = (now: EpochMs): Promise<void> => deletePast({ database: database.db, clock: createFakeClock(now) });

/** Runs the deletion when the row is just young enough and just too old, and answers how many are left each time. */
async function leftAround(lifeMs: number, count: () => Promise<number>): Promise<number[]> {
  const left: number[] = [];
  for (const now of [NOW + lifeMs - MINUTE_MS, NOW + lifeMs + MINUTE_MS]) {
    await tidyAt(now);
    left.push(await count());
  }
  return left;
}

async function rowsIn(table: 'attempt_counter' | 'idempotent_call' | 'refresh_token' | 'user_event'): Promise<number> {
  const rows = await database.db.kysely.selectFrom(table).selectAll().execute();
  return rows.length;
}

test('a count of tries stays until its tries are forgotten', async () => {
  const attempts = createAttempts(database.db, createFakeClock(NOW));
  const forgetAfterMs = 60 * MINUTE_MS;
  await attempts.take(['login', 'account', '1'], { free: 3, firstWaitMs: 1, longestWaitMs: 1, forgetAfterMs });
  expect(await leftAround(forgetAfterMs, () => rowsIn('attempt_counter'))).toEqual([1, 0]);
});

test('the answer to a call is kept for seven days', async () => {
  const request = { accountId, call: 'starttrick', key: 'k', body: {}, now: new Date(NOW) };
  await database.db.transaction((tx) => answerOnce(tx, request, async () => 'done'));
  expect(await leftAround(7 * DAY_MS, () => rowsIn('idempotent_call'))).toEqual([1, 0]);
});

test('an event of a user is kept for three days', async () => {
  await database.db.transaction((tx) =>
    recordUserEvent(tx, accountId, { name: 'session', payload: { ended: true, reason: 'signed_out' } }),
  );
  await database.db.kysely
    .updateTable('user_event')
    .set({ at: new Date(NOW) })
    .execute();
  expect(await leftAround(3 * DAY_MS, () => rowsIn('user_event'))).toEqual([1, 0]);
});

test('a session and its tokens are kept until its last token has run out, and one that is used stays', async () => {
  const families = [
    { id: '00000000-0000-4000-8000-000000000001', lastUsedAt: NOW },
    { id: '00000000-0000-4000-8000-000000000002', lastUsedAt: NOW + 20 * DAY_MS },
  ];
  for (const { id, lastUsedAt } of families) {
    await database.db.kysely
      .insertInto('session_family')
      .values({
        id,
        account_id: accountId,
        device: 'd',
        address: '127.0.0.1',
        created_at: new Date(NOW),
        last_used_at: new Date(lastUsedAt),
        ended_at: null,
        ended_reason: null,
      })
      .execute();
    await database.db.kysely
      .insertInto('refresh_token')
      .values({
        token_hash: Buffer.from(id),
        family_id: id,
        issued_at: new Date(lastUsedAt),
        expires_at: new Date(lastUsedAt + 30 * DAY_MS),
        used_at: null,
      })
      .execute();
  }
  expect(await leftAround(30 * DAY_MS, () => rowsIn('refresh_token'))).toEqual([2, 1]);
  const left = await database.db.kysely.selectFrom('session_family').select('id').execute();
  expect(left.map((family) => family.id)).toEqual([families[1]?.id]);
});

test('the jobs role deletes as soon as it runs', async () => {
  const clock = createFakeClock(NOW + 400 * DAY_MS);
  await createAttempts(database.db, createFakeClock(NOW)).take(['login', 'account', '2'], {
    free: 3,
    firstWaitMs: 1,
    longestWaitMs: 1,
    forgetAfterMs: MINUTE_MS,
  });
  expect(await rowsIn('attempt_counter')).toBe(1);
  const settings = readSettings({ DATABASE_URL: database.url });
  const log = createLog('silent');
  const jobs = await startJobsRole({ settings, log, clock, ids: randomIds, database: database.db });
  await expect.poll(() => rowsIn('attempt_counter')).toBe(0);
  await jobs.stop();
});

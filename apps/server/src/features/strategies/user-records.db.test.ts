import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { insertDeployment, openMarket } from '../risk/testing/desk-facts.ts';

let api: TestApi;
let strategyId: number;
let reader: Person;
beforeAll(async () => {
  api = await openTestApi();
  await openMarket(api);
  reader = await api.signUp('recordreader');
});
afterAll(() => api.close());

/** A copy of the first strategy with a result of a day in each of some modes. */
async function ran(name: string, mode: 'paper' | 'live', results: Readonly<Record<string, bigint>>): Promise<void> {
  const { userId: accountId } = await api.signUp(name);
  const deploymentId = await insertDeployment(api.database.db, { accountId, mode });
  const { kysely } = api.database.db;
  const found = kysely.selectFrom('deployment').select('strategy_id').where('id', '=', deploymentId);
  strategyId = (await found.executeTakeFirstOrThrow()).strategy_id;
  for (const [i, [inMode, net]] of Object.entries(results).entries()) {
    const money = { gross_paise: net + 5_00n, charges_paise: 5_00n, net_paise: net, trades: 2, wins: 1 };
    const day = { deployment_id: deploymentId, account_id: accountId, day: `2026-01-0${i + 1}`, mode: inMode };
    await sql`INSERT INTO deployment_run (deployment_id, run_number, mode, dataset, fence, started_exchange_at, warmup_from,
        updated_at) VALUES (${deploymentId}, ${i + 10}, ${inMode}, ${api.services.marketData.dataset}, 0, now(), now(), now())`.execute(
      kysely,
    );
    await kysely
      .insertInto('daily_result')
      .values({ ...day, ...money })
      .execute();
  }
}

test('the test record counts what was earned in test by tricks that have gone live since, and the live record what was earned live', async () => {
  await ran('recordtest', 'paper', { paper: 10_00n });
  await ran('recordlive', 'live', { paper: 70_00n, live: -20_00n });
  await ran('recordback', 'paper', { live: 3_00n });
  const { data } = await api.send('trickerdetails', { TricksId: strategyId }, { token: reader.accessToken });
  const { testRecord, liveRecord, liveUsers } = data.trick_details;
  expect(testRecord).toMatchObject({ users: 2, trades: 4, netPnlPaise: 80_00, chargesPaise: 10_00, usersGained: 2 });
  expect(liveRecord).toMatchObject({ users: 2, trades: 4, netPnlPaise: -17_00, usersGained: 1 });
  // Who has gone back to test trades live no more.
  expect(liveUsers).toBe(1);
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../../testing/test-api.ts';
import { insertDeployment, insertLink, insertOrder, insertPosition, openMarket } from './testing/desk-facts.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  await openMarket(api);
});
afterAll(() => api.close());

test('without flatten, the kill switch tells apart what keeps a stop, what has none, what is sold and what is handed over', async () => {
  const person = await api.signUp('riskfates');
  const { userId: accountId } = person;
  const { db } = api.database;
  const linkId = await insertLink(db, accountId);
  const holding = async (position: { stopPaise?: number; exit?: 'open' | 'cancelled' } = {}): Promise<number> => {
    const deploymentId = await insertDeployment(db, { accountId, linkId });
    await insertOrder(db, { account_id: accountId, broker_link_id: linkId, deployment_id: deploymentId });
    await insertPosition(db, { accountId, deploymentId, ...position });
    return deploymentId;
  };
  await holding({ stopPaise: 590_00 });
  await holding({ stopPaise: 590_00, exit: 'cancelled' });
  await holding({ stopPaise: 590_00, exit: 'open' });
  await holding();
  await end(await holding({ stopPaise: 590_00 }), 'sell');
  await end(await holding({ stopPaise: 590_00 }), 'detach');
  const left = { withoutStop: 1, handedOver: 1 };
  const { killSwitch } = (await api.send('risksettings', {}, { token: person.accessToken })).data;
  expect(killSwitch.plan).toMatchObject({ livePositions: 6, keptLive: 3, keptTest: 0, beingSold: 2, ...left });
  const { data } = await api.send('killswitch', { flatten: false, idempotencyKey: 'k' }, { token: person.accessToken });
  expect(data).toMatchObject({ exits: 2, kept: 3, ...left });
  const { body } = await db.kysely
    .selectFrom('alert')
    .select('body')
    .where('account_id', '=', accountId)
    .where('title', '=', 'Kill switch set')
    .executeTakeFirstOrThrow();
  expect(body).toBe(
    'Kill switch set: 6 tricks told to stop entries, 0 resting orders cancelled. Positions of tricks that keep their stop: 2. Positions of tricks that stay without a stop: 1. Positions of tricks that were being sold already: 2. Positions of tricks that are being handed over to you, unsold: 1. No live entry goes out until you lift it on the risk page.',
  );
});

/** Its trick was told to end, and its runner has not done it yet. */
async function end(deploymentId: number, verb: 'sell' | 'detach'): Promise<void> {
  const { kysely } = api.database.db;
  await kysely.updateTable('deployment').set({ phase: 'exiting' }).where('id', '=', deploymentId).execute();
  await sql`INSERT INTO deployment_command (deployment_id, run_number, verb, requested_at)
    VALUES (${deploymentId}, 1, ${verb}, now())`.execute(kysely);
}

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HandWorld, openHandWorld, type Trader } from '../orders/testing/hand-world.ts';
import { liveDefinition, NOW } from './testing/live-people.ts';
import { recordTrade } from './testing/trades.ts';
import { insertStrategy } from './testing/world.ts';

/** Its broker tells a band from 540.00 to 660.00 for SBIN, which trades at 600.00. */
let world: HandWorld;
let asha: Trader;
beforeAll(async () => {
  world = await openHandWorld();
  asha = await world.trader('asha');
});
afterAll(() => world.api.close());

const db = () => world.api.database.db.kysely;

test('live, stop and target beyond the exchange’s band of the day are refused with it; on paper they are not', async () => {
  const { api } = world;
  const { person, brokerId } = asha;
  const strategyId = await insertStrategy(api.database.db, 'in-band', liveDefinition(['SBIN']));
  const token = person.accessToken;
  const { TricksId } = (await api.send('toptenclone', { TricksId: strategyId }, { token })).data;
  await api.send('starttrick', { TricksId, idempotencyKey: 'start' }, { token });
  await recordTrade(api.database.db, {
    ...{ accountId: person.userId, deploymentId: TricksId, runNumber: 1, intentId: 1, symbol: 'SBIN' },
    ...{ direction: 'long', quantity: 5, entryAt: NOW, entryPaise: 60_000, entryChargesPaise: 0 },
  });
  const { id: positionId } = await db()
    .selectFrom('position')
    .select('id')
    .where('deployment_id', '=', TricksId)
    .executeTakeFirstOrThrow();
  const beyond = { stopLoss: 500, target: 700 };
  const move = (levels: { stopLoss?: number; target?: number }) =>
    api.send('modifySLTrick', { TricksId, positionId, ...levels }, { token });
  expect((await move(beyond)).status).toBe(200);
  const live = { mode: 'live', broker_link_id: brokerId } as const;
  await db().updateTable('deployment').set(live).where('id', '=', TricksId).execute();
  const refused = await move(beyond);
  const message = 'The exchange takes prices from ₹540.00 to ₹660.00 today.';
  expect([refused.status, refused.code]).toEqual([422, 'INVALID_INPUT']);
  expect(refused.errors).toEqual([
    { path: 'stopLoss', message },
    { path: 'target', message },
  ]);
  expect((await move({ stopLoss: 540, target: 660 })).status).toBe(200);
});

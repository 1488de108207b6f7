import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveDefinition, NOW } from '../deployments/testing/live-people.ts';
import { recordTrade } from '../deployments/testing/trades.ts';
import { insertStrategy } from '../deployments/testing/world.ts';
import { insertOrder } from '../risk/testing/desk-facts.ts';
import { type HandWorld, openHandWorld, type Trader } from './testing/hand-world.ts';

let world: HandWorld;
let asha: Trader;
beforeAll(async () => {
  world = await openHandWorld();
  asha = await world.trader('asha');
});
afterAll(() => world.api.close());

const db = () => world.api.database.db.kysely;

test('a position whose stop rests elsewhere at the broker than it is wanted says where, and no other does', async () => {
  const { api } = world;
  const { person, brokerId } = asha;
  const token = person.accessToken;
  const strategyId = await insertStrategy(api.database.db, 'resting', liveDefinition(['SBIN']));
  const { TricksId } = (await api.send('toptenclone', { TricksId: strategyId }, { token })).data;
  await api.send('starttrick', { TricksId, idempotencyKey: 'start' }, { token });
  const live = { mode: 'live', broker_link_id: brokerId } as const;
  await db().updateTable('deployment').set(live).where('id', '=', TricksId).execute();
  await recordTrade(api.database.db, {
    ...{ accountId: person.userId, deploymentId: TricksId, runNumber: 1, intentId: 1, symbol: 'SBIN', mode: 'live' },
    ...{ direction: 'long', quantity: 5, entryAt: NOW, entryPaise: 60_000, entryChargesPaise: 0 },
  });
  await db().updateTable('position').set({ stop_paise: 500_02 }).where('deployment_id', '=', TricksId).execute();
  const shown = async () => {
    const { data } = await api.send('my-openposition', { type: 'Live' }, { token });
    const details = (await api.send('trickdetails', { TricksId }, { token })).data.trick_details;
    const [row, own] = [data.open_positions[0], details.open_positions[0]];
    const listed = row?.placedBy === 'trick' ? row.stopAtBroker : 'no row';
    expect(own?.stopAtBroker).toBe(listed);
    return [own?.stopLoss, own?.stopAtBroker];
  };
  expect(await shown()).toEqual([500.02, undefined]);
  const stop = { role: 'protective', side: 'sell', kind: 'stop_limit', placed_kind: 'stop_limit' } as const;
  const orderId = await insertOrder(api.database.db, {
    ...{ account_id: person.userId, broker_link_id: brokerId, deployment_id: TricksId, run_number: 1, ...stop },
    ...{ symbol: 'SBIN', state: 'trigger_pending', quantity: 5, price_paise: 540_00, trigger_paise: 540_00 },
    ...{ filled_quantity: 0, filled_value_paise: 0n, told_quantity: 0, told_value_paise: 0n },
    updated_at: new Date(Date.now() - 60_000),
  });
  const change = (values: object) => db().updateTable('broker_order').set(values).where('id', '=', orderId).execute();
  expect(await shown()).toEqual([500.02, 540]);
  // Less than a tick is how a level lies on the exchange's grid, and what was changed just now may be on its way.
  for (const same of [{ trigger_paise: 500_00 }, { trigger_paise: 540_00, updated_at: new Date() }]) {
    await change(same);
    expect(await shown()).toEqual([500.02, undefined]);
  }
  await change({ trigger_paise: 540_00, updated_at: new Date(Date.now() - 60_000), state: 'cancelled' });
  expect(await shown()).toEqual([500.02, undefined]);
});

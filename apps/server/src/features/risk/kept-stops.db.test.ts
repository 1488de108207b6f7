import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type Person, type TestApi } from '../../testing/test-api.ts';
import { insertLiveBasket } from '../baskets/testing/live-rows.ts';
import { createMemoryBus } from '../deployments/testing/memory-bus.ts';
import { countRestingOwn, stopEntriesWithin } from './operator-stop.ts';
import { insertLink, insertOrder, openMarket } from './testing/desk-facts.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  await openMarket(api);
});
afterAll(() => api.close());

const RESTS = { state: 'open', filled_quantity: 0, filled_value_paise: 0n, told_quantity: 0, told_value_paise: 0n };
const STOP = {
  ...RESTS,
  state: 'trigger_pending',
  kind: 'stop_limit',
  placed_kind: 'stop_limit',
  trigger_paise: 590_00,
};

/** Holds 100 SBIN by hand, with a stop and a target for them and one more purchase under way. */
async function holding(name: string) {
  const person = await api.signUp(name);
  const linkId = await insertLink(api.database.db, person.userId);
  const add = (more: Partial<Parameters<typeof insertOrder>[1]>): Promise<number> =>
    insertOrder(api.database.db, { account_id: person.userId, broker_link_id: linkId, role: 'own', ...more });
  await add({ settled: true });
  const target = await add({ ...RESTS, side: 'sell', price_paise: 620_00 });
  const stop = await add({ ...STOP, side: 'sell', price_paise: 584_10 });
  const more = await add({ ...RESTS });
  return { person, target, stop, more };
}

const kill = async ({ accessToken: token }: Person, flatten: boolean, idempotencyKey = 'k') =>
  (await api.send('killswitch', { flatten, idempotencyKey }, { token })).data;

async function takenBack({ target, stop, more }: Awaited<ReturnType<typeof holding>>): Promise<number[]> {
  const rows = await api.database.db.kysely
    .selectFrom('broker_order_request')
    .select('broker_order_id as id')
    .where('broker_order_id', 'in', [target, stop, more])
    .where('verb', '=', 'cancel')
    .orderBy('broker_order_id')
    .execute();
  return [...new Set(rows.map(({ id }) => id))];
}

test('the kill switch that sells nothing leaves the stop of what was opened by hand, and says so before and after', async () => {
  const held = await holding('keepsstop');
  const { person, target, more } = held;
  const { data } = await api.send('risksettings', {}, { token: person.accessToken });
  expect(data.killSwitch.plan).toMatchObject({ restingOrders: 3, keptStops: 1, handPositions: 1 });
  expect(await kill(person, false)).toMatchObject({ cancelled: 2, keptStops: 1 });
  expect(await takenBack(held)).toEqual([target, more]);
  // Thrown again before the others have ended, it leaves the stop as well.
  expect(await kill(person, false, 'again')).toMatchObject({ keptStops: 1 });
  expect(await takenBack(held)).toEqual([target, more]);
  const alerts = await api.database.db.kysely
    .selectFrom('alert')
    .select('body')
    .where('account_id', '=', person.userId)
    .where('title', '=', 'Kill switch set')
    .execute();
  expect(alerts.map(({ body }) => body).join('\n')).toContain(
    '2 resting orders cancelled. No trick holds a position. Stops by hand that stay: 1.',
  );
});

test('the one that closes everything takes the stop back too', async () => {
  const held = await holding('flattensstop');
  const { person, target, stop, more } = held;
  expect(await kill(person, true)).toMatchObject({ cancelled: 3, keptStops: 0 });
  expect(await takenBack(held)).toEqual([target, stop, more]);
});

test('operators who block an account leave the stop of what its owner holds', async () => {
  const held = await holding('blockedstop');
  const { person, target, more } = held;
  const { clock, database, services } = api;
  const { marketData } = services;
  const { dataset } = marketData;
  expect(await countRestingOwn(database.db.kysely, { accountId: person.userId, dataset })).toBe(2);
  const [linkId] = await database.db.kysely
    .selectFrom('broker_link')
    .select('id')
    .where('account_id', '=', person.userId)
    .execute();
  const account = { accountId: person.userId, linkId: linkId?.id ?? 0, dataset };
  const { runId } = await insertLiveBasket(database.db, account);
  const ofRun = () => database.db.kysely.updateTable('basket_run').where('id', '=', runId);
  await ofRun().set({ state: 'waiting', ended_at: null }).execute();
  const parts = { clock, marketData, database: database.db, bus: createMemoryBus() };
  const stopped = await database.db.transaction((tx) =>
    stopEntriesWithin(tx, parts, { accountId: person.userId, reason: 'A test.', now: new Date(clock.now()) }),
  );
  expect(stopped.cancelled).toBe(2);
  expect(await takenBack(held)).toEqual([target, more]);
  // What buys for a basket ends as well: no lift lets it go on.
  const run = await ofRun().set({ sessions: 1 }).returning('ending').executeTakeFirst();
  expect(run?.ending).toContain('The account was blocked');
});

import type { Fill, RunEvent } from '@trickdesk/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDefinition } from './read-details.ts';
import { activityOf, recordRunActivity } from './run-activity.ts';
import { prepareDay } from './testing/played-day.ts';
import { openWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const AT = Date.UTC(2026, 8, 29, 4, 30);

/** A part as a broker tells it: only paper keeps the value of the whole order with each. */
function part(symbol: string, quantity: number, filledQuantity: number): RunEvent {
  const order = { intentId: 1, at: AT, base: 0, symbol, side: 'buy', purpose: 'entry' } as const;
  const fill: Fill = {
    ...order,
    ...{ quantity, pricePaise: 600_00, chargesPaise: 10_00 },
    ...{ valuePaise: quantity * 600_00, filledQuantity, isComplete: filledQuantity === 100 },
  };
  return { kind: 'fill', fill };
}

test('two parts of an order at one moment of the exchange’s clock are told both, and each once', async () => {
  const { accountId, deploymentId, definition, symbols } = await prepareDay(world, { seed: 81, bases: 1 });
  const [symbol = ''] = symbols;
  const facts = { key: { deploymentId, runNumber: 1 }, accountId, now: new Date(AT) };
  const tell = (events: readonly RunEvent[]) =>
    world.testDb.db.transaction((tx) => recordRunActivity(tx, facts, activityOf(events, readDefinition(definition))));
  await tell([part(symbol, 40, 40)]);
  await tell([part(symbol, 60, 100)]);
  await tell([part(symbol, 60, 100)]);
  const alerts = await world.testDb.db.kysely
    .selectFrom('alert')
    .select('title')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  expect(alerts.map(({ title }) => title.replace(/^Test: /, ''))).toEqual([
    `Bought 40 ${symbol} at ₹600.00`,
    `Bought 60 ${symbol} at ₹600.00`,
  ]);
});

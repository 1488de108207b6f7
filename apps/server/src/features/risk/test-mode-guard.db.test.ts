import { DAY_MS, MINUTE_MS } from '@trickdesk/domain';
import type { Decision } from '@trickdesk/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareDay } from '../deployments/testing/played-day.ts';
import { CALENDAR } from '../deployments/testing/random-market.ts';
import { decisionBodies, openWorld, tell, type World } from '../deployments/testing/world.ts';
import { createPriceGuard } from './price-guard.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const guardOf = () =>
  createPriceGuard({
    database: world.testDb.db,
    clock: world.clock,
    marketData: { dataset: world.marketData.dataset, calendar: CALENDAR },
  });

test('a replayed day is decided byte for byte as its back-test with the guards on', async () => {
  const day = await prepareDay(world, { seed: 71 });
  const runner = await world.openRunner({ guard: guardOf() });
  tell(world, day.news);
  await runner.stop();
  expect(await decisionBodies(world, day.deploymentId)).toEqual(day.expected);
});

test('while prices are doubtful entries are refused with their reason, kept and listed, and exits go on', async () => {
  const day = await prepareDay(world, { seed: 72 });
  const guard = guardOf();
  let isDoubtful = false;
  const sentence = 'The market feed has been silent for 8 seconds while trading is open.';
  const runner = await world.openRunner({
    guard: { ...guard, vetoOf: () => (isDoubtful ? { rule: 'feed_silent', sentence } : undefined) },
  });
  const half = day.startAt + 180 * MINUTE_MS;
  tell(
    world,
    day.news.filter(({ at }) => at < half),
  );
  await runner.runner.settled();
  isDoubtful = true;
  tell(
    world,
    day.news.filter(({ at }) => at >= half),
  );
  await runner.stop();
  const bodies = await decisionBodies(world, day.deploymentId);
  const later = bodies.map((body) => JSON.parse(body) as Decision).filter(({ at }) => at > half + 2 * MINUTE_MS);
  const refused = later.filter(({ veto }) => veto === 'feed_silent');
  expect(refused.length).toBeGreaterThan(3);
  expect(refused[0]?.note).toBe(sentence);
  expect(refused).toHaveLength(later.filter(({ action }) => action === 'enter').length);
  const { kysely } = world.testDb.db;
  const own = { deployment_id: day.deploymentId };
  const vetoes = await kysely
    .selectFrom('risk_veto')
    .selectAll()
    .where('deployment_id', '=', own.deployment_id)
    .execute();
  expect(vetoes.length).toBeGreaterThanOrEqual(refused.length);
  expect(vetoes[0]).toMatchObject({
    rule: 'feed_silent',
    sentence,
    facts: { mode: 'paper', side: expect.any(String) },
  });
  const rejected = await kysely
    .selectFrom('trade_order')
    .selectAll()
    .where('deployment_id', '=', own.deployment_id)
    .where('state', '=', 'rejected')
    .execute();
  expect(rejected).toHaveLength(vetoes.length);
  const lines = await kysely
    .selectFrom('trade_activity')
    .select('sentence')
    .where('deployment_id', '=', own.deployment_id)
    .where('kind', '=', 'veto')
    .execute();
  expect(lines.filter((line) => line.sentence.includes(sentence))).toHaveLength(vetoes.length);
  // Whatever was held when doubt began was left, at the latest at square-off.
  const open = await kysely
    .selectFrom('position')
    .select('id')
    .where('deployment_id', '=', own.deployment_id)
    .where('status', '=', 'open')
    .execute();
  expect(open).toEqual([]);
  const fills = await kysely
    .selectFrom('trade_order')
    .select('purpose')
    .where('deployment_id', '=', own.deployment_id)
    .where('state', '=', 'filled')
    .where('at', '>=', new Date(half + MINUTE_MS))
    .execute();
  expect(new Set(fills.map(({ purpose }) => purpose))).toEqual(new Set(['exit']));
});

test('the daily band is kept against the close of the day before the price, and not before that is known', async () => {
  const { startAt, symbols } = await prepareDay(world, { seed: 73, bases: 1 });
  const symbol = symbols[0] ?? '';
  const at = startAt + 31 * MINUTE_MS;
  const instrumentId = (await world.marketData.instrument('NSE', symbol))?.id ?? 0;
  const { dataset } = world.marketData;
  const storePrice = (moment: number) =>
    world.testDb.db.kysely
      .insertInto('last_price')
      .values({
        ...{ dataset, instrument_id: instrumentId, at: new Date(moment) },
        ...{ price_paise: 600_00, previous_close_paise: 500_00, volume: 1n },
        ...{ open_paise: 600_00, high_paise: 600_00, low_paise: 600_00 },
      })
      .onConflict((conflict) => conflict.columns(['dataset', 'instrument_id']).doUpdateSet({ at: new Date(moment) }))
      .execute();
  const guard = guardOf();
  const ruleOf = () => guard.vetoOf({ instrumentId, symbol, side: 'buy', quantity: 1, pricePaise: 610_00, at })?.rule;
  await storePrice(at - DAY_MS);
  await guard.refresh([instrumentId]);
  guard.onPrice(instrumentId, at, 610_00);
  expect(ruleOf()).toBeUndefined();
  await storePrice(at - 1_000);
  await guard.refresh([instrumentId]);
  expect(ruleOf()).toBe('price_jump');
});

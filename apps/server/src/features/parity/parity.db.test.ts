import { indiaDateOf } from '@trickdesk/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { type QuotedNews, withQuotes } from '../deployments/testing/news.ts';
import { type PlayedDay, prepareDay } from '../deployments/testing/played-day.ts';
import { CALENDAR } from '../deployments/testing/random-market.ts';
import { openWorld, tell, type World } from '../deployments/testing/world.ts';
import { makeDueReports, makeReport } from './service.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

function sessionOf(day: PlayedDay) {
  const session = CALENDAR.sessionOn(indiaDateOf(day.startAt));
  if (!session) throw new Error('the day has no session');
  return session;
}

async function play(
  seed: number,
  slippageBps: number,
  disturb?: (day: PlayedDay) => Promise<void>,
  newsOf = (day: PlayedDay): readonly QuotedNews[] => day.news,
) {
  const day = await prepareDay(world, { seed });
  const runner = await world.openRunner({ slippageBps });
  tell(world, newsOf(day));
  await runner.stop();
  await disturb?.(day);
  await world.setClock(sessionOf(day).closeAt + 5 * 60_000);
  const { testDb, clock, marketData } = world;
  const parts = { database: testDb.db, clock, marketData, paperSlippageBps: slippageBps };
  const parity = await makeReport(parts, day.deploymentId, sessionOf(day));
  if (!parity) throw new Error('no report was made');
  return { day, parity };
}

test('an undisturbed day of test mode differs from its back-test in nothing', async () => {
  const { parity } = await play(41, 0);
  console.log(`trades of the day: ${parity.trades.length}`);
  expect(parity.trades.length).toBeGreaterThan(20);
  expect(parity).toMatchObject({ differencePaise: 0, parts: [], unexplained: 0 });
  expect(parity.trades.every(({ what }) => what === 'matched')).toBe(true);
});

test('with the paper matcher’s slippage it differs in that alone, to the paisa', async () => {
  const { parity } = await play(42, 5);
  console.log(`trades ${parity.trades.length}, slippage ${parity.differencePaise} paise`);
  expect(parity.trades.length).toBeGreaterThan(20);
  expect(parity.trades.every(({ what }) => what === 'matched')).toBe(true);
  expect(parity.parts.map(({ cause }) => cause)).toEqual(['slippage']);
  expect(parity.differencePaise).toBeLessThan(0);
  expect(parity.unexplained).toBe(0);
});

test('in a market that shows its quotes, the difference is the spread and what follows from it, and no slippage', async () => {
  const deep = [1_000, 1_000];
  const { parity } = await play(45, 5, undefined, ({ news }) => withQuotes(news, deep));
  const causes = new Map(parity.parts.map(({ cause, paise }) => [cause, paise]));
  console.log(`quoted: ${JSON.stringify(parity.parts)}`);
  expect(parity.trades.length).toBeGreaterThan(20);
  expect(causes.get('spread')).toBeLessThan(0);
  expect(
    [...causes.keys()].filter((cause) => ['slippage', 'partial_fill', 'data', 'unexplained'].includes(cause)),
  ).toEqual([]);
  expect(parity.unexplained).toBe(0);
});

test('where the depth cut entries and held exits up, that is named too', async () => {
  const { parity } = await play(46, 5, undefined, ({ news }) => withQuotes(news, [9, 5, 5]));
  const causes = parity.parts.map(({ cause }) => cause);
  console.log(`thin: ${JSON.stringify(parity.parts)}`);
  expect(causes).toEqual(expect.arrayContaining(['spread', 'partial_fill']));
  for (const cause of ['slippage', 'data'] as const) expect(causes).not.toContain(cause);
  expect(parity.unexplained).toBe(0);
});

test('settings that are changed after a run has ended, before its report is made, are the next run’s', async () => {
  const { parity } = await play(41, 0, async ({ deploymentId }) => {
    const changed = { quantity_multiplier: 2, max_trades_per_day: 3, max_loss_per_day_paise: 100n };
    await world.testDb.db.kysely.updateTable('deployment').set(changed).where('id', '=', deploymentId).execute();
  });
  expect(parity.trades.length).toBeGreaterThan(20);
  expect(parity).toMatchObject({ differencePaise: 0, parts: [], unexplained: 0 });
});

test('a price that was changed afterwards shows as a difference, and a removed trade as missing without a cause', async () => {
  const { parity } = await play(43, 0, async ({ deploymentId }) => {
    const rows = await world.testDb.db.kysely
      .selectFrom('position')
      .select(['id', 'entry_paise'])
      .where('deployment_id', '=', deploymentId)
      .orderBy('id')
      .execute();
    const [, , forged, removed] = rows;
    const db = world.testDb.db.kysely;
    await db
      .updateTable('position')
      .set({ gross_paise: 0n })
      .where('id', '=', forged?.id ?? 0)
      .execute();
    await db
      .deleteFrom('position')
      .where('id', '=', removed?.id ?? 0)
      .execute();
  });
  expect(parity.differencePaise).not.toBe(0);
  expect(parity.trades.filter(({ what }) => what === 'missing')).toHaveLength(1);
});

test('a day that passed before anybody looked gets its report afterwards', async () => {
  const day = await prepareDay(world, { seed: 44 });
  const runner = await world.openRunner();
  tell(world, day.news);
  await runner.stop();
  const next = CALENDAR.nextSession(sessionOf(day).closeAt);
  const later = next && CALENDAR.nextSession(next.closeAt);
  if (!later) throw new Error('the calendar ends here');
  await world.setClock(later.openAt + 60_000);
  const { testDb, clock, marketData } = world;
  const parts = { database: testDb.db, clock, marketData, paperSlippageBps: 0, log: createLog('silent') };
  const reportsOf = () =>
    testDb.db.kysely.selectFrom('parity_report').select('day').where('deployment_id', '=', day.deploymentId).execute();
  expect(await reportsOf()).toEqual([]);
  await makeDueReports(parts);
  expect(await reportsOf()).toEqual([{ day: sessionOf(day).date }]);
  expect(await makeDueReports(parts)).toBe(0);
});

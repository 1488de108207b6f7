import { type EpochMs, indiaDateOf, indiaMoment, MINUTE_MS } from '@trickdesk/domain';
import type { StrategyDefinitionInput } from '@trickdesk/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newsOf } from '../deployments/testing/news.ts';
import { type PlayedDay, prepareDay } from '../deployments/testing/played-day.ts';
import { CALENDAR, randomMinutes, sessionsBefore } from '../deployments/testing/random-market.ts';
import { openWorld, type TestRunner, tell, type World } from '../deployments/testing/world.ts';
import { totalOf } from './causes.ts';
import { makeReport } from './service.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const STEP = 20;

function sessionOf({ startAt }: PlayedDay) {
  const session = CALENDAR.sessionOn(indiaDateOf(startAt));
  if (!session) throw new Error('the day has no session');
  return session;
}

/** Both clocks: what its owner asks for is kept by ours, and reckoned back from the exchange's. */
async function clockTo(at: EpochMs): Promise<void> {
  const { now = at } = await world.marketData.marketState();
  world.clock.advance(Math.max(0, at - now));
  await world.setClock(at);
}

/** Plays in small steps until the trick stands as is asked for, some time into the day. @returns how far it came */
async function playUntil(
  { runner }: TestRunner,
  day: PlayedDay,
  isThere: (positions: number) => boolean,
): Promise<number> {
  for (let place = STEP; place < day.news.length; place += STEP) {
    tell(world, day.news.slice(place - STEP, place));
    await runner.settled();
    const at = day.news[place - 1]?.at;
    if (at === undefined || place < day.news.length / 3 || !isThere((await openPositions(day)).length)) continue;
    await clockTo(at);
    return place;
  }
  throw new Error('the day never stood so');
}

const openPositions = ({ deploymentId }: PlayedDay) =>
  world.testDb.db.kysely
    .selectFrom('position')
    .selectAll()
    .where('deployment_id', '=', deploymentId)
    .where('status', '=', 'open')
    .execute();

const tradesOf = ({ deploymentId }: PlayedDay) =>
  world.testDb.db.kysely
    .selectFrom('position')
    .select(['run_number', 'net_paise', 'entry_at'])
    .where('deployment_id', '=', deploymentId)
    .where('status', '=', 'closed')
    .execute();

async function reportOf(day: PlayedDay, market: Partial<World['marketData']> = {}) {
  await clockTo(sessionOf(day).closeAt + 5 * MINUTE_MS);
  const { testDb, clock } = world;
  const marketData = { ...world.marketData, ...market };
  const parts = { database: testDb.db, clock, marketData, paperSlippageBps: 0 };
  const parity = await makeReport(parts, day.deploymentId, sessionOf(day));
  if (!parity) throw new Error('no report was made');
  expect(totalOf(parity.parts)).toBe(parity.differencePaise);
  return parity;
}

const causesOf = ({ parts }: Awaited<ReturnType<typeof reportOf>>) => parts.map(({ cause }) => cause);

test('a trick that its owner stops while it holds nothing misses its later trades for that', async () => {
  const day = await prepareDay(world, { seed: 51, bases: 1 });
  const runner = await world.openRunner();
  const place = await playUntil(runner, day, (open) => open === 0);
  const { phase } = await world.deployments.stop(day, 'stop_entries');
  expect(phase).toBe('idle');
  tell(world, day.news.slice(place));
  await runner.stop();
  const parity = await reportOf(day);
  console.log(`stopped: ${JSON.stringify(parity.parts)}`);
  expect(causesOf(parity)).toEqual(['owner']);
  expect(parity.unexplained).toBe(0);
});

test('the report of a trick that was started again on its day has what it did before, too', async () => {
  const day = await prepareDay(world, { seed: 52, bases: 1 });
  const runner = await world.openRunner();
  const place = await playUntil(runner, day, (open) => open === 0);
  await world.deployments.stop(day, 'stop_entries');
  await world.deployments.start(day, 'again');
  await runner.runner.settled();
  tell(world, day.news.slice(place));
  await runner.stop();
  const trades = await tradesOf(day);
  expect(new Set(trades.map((row) => row.run_number))).toEqual(new Set([1, 2]));
  const parity = await reportOf(day);
  console.log(`started again: ${parity.trades.length} trades, ${JSON.stringify(parity.parts)}`);
  expect(parity.trades.filter(({ done }) => done)).toHaveLength(trades.length);
  expect(parity.doneNetPaise).toBe(Number(trades.reduce((sum, row) => sum + (row.net_paise ?? 0n), 0n)));
  expect(parity.unexplained).toBe(0);
});

test('a share that is switched off within the day keeps what was done in it before explained', async () => {
  const day = await prepareDay(world, { seed: 53, bases: 2 });
  const runner = await world.openRunner();
  const place = await playUntil(runner, day, () => true);
  await world.deployments.switchBase(day, { baseId: 1, enabled: false });
  await runner.runner.settled();
  tell(world, day.news.slice(place));
  await runner.stop();
  const parity = await reportOf(day);
  console.log(`switched off: ${JSON.stringify(parity.parts)}`);
  const before = parity.trades.filter(({ done }) => done?.symbol === day.symbols[0]);
  expect(before.length).toBeGreaterThan(0);
  expect(before.every(({ what }) => what === 'matched')).toBe(true);
  expect(causesOf(parity)).toContain('owner');
  expect(parity.unexplained).toBe(0);
});

test('a stop that its owner drags is named as his doing', async () => {
  const day = await prepareDay(world, { seed: 54, bases: 1 });
  const runner = await world.openRunner();
  const place = await playUntil(runner, day, (open) => open === 1);
  const [held] = await openPositions(day);
  if (!held?.stop_paise) throw new Error('nothing is held with a stop');
  const sign = held.direction === 'long' ? -1 : 1;
  const stopPaise = held.entry_paise + sign * 5;
  await world.testDb.db.kysely
    .insertInto('deployment_command')
    .values({
      ...{ deployment_id: day.deploymentId, run_number: 1, verb: 'set_levels' },
      ...{ body: JSON.stringify({ base: 0, stopPaise }), requested_at: new Date(world.clock.now()), applied_at: null },
    })
    .execute();
  runner.runner.wake();
  await runner.runner.settled();
  tell(world, day.news.slice(place));
  await runner.stop();
  const parity = await reportOf(day);
  console.log(`dragged: ${JSON.stringify(parity.parts)}`);
  const trade = parity.trades.find(({ done }) => done?.entry.at === held.entry_at.getTime());
  expect(trade?.done?.exit?.rule).toBe('stop');
  expect(trade?.parts.map(({ cause }) => cause)).toContain('owner');
  expect(trade?.parts.map(({ cause }) => cause)).not.toContain('data');
  expect(parity.unexplained).toBe(0);
});

test('what the real closing auction fills after the session is left on its day', async () => {
  const day = await prepareDay(world, { seed: 56, bases: 1 });
  const runner = await world.openRunner();
  tell(world, day.news);
  await runner.stop();
  const last = await world.testDb.db.kysely
    .selectFrom('position')
    .select('id')
    .where('deployment_id', '=', day.deploymentId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await world.testDb.db.kysely
    .updateTable('position')
    .set({ exit_at: new Date(sessionOf(day).closeAt + 3 * MINUTE_MS) })
    .where('id', '=', last.id)
    .execute();
  const openOf = async (simulated: boolean) =>
    (await reportOf(day, { simulated })).trades.filter(({ done }) => done && !done.exit).length;
  expect([await openOf(true), await openOf(false)]).toEqual([1, 0]);
});

const DAILY: StrategyDefinitionInput = {
  ...{ format: 1, product: 'DELIVERY', instruments: [{ exchange: 'NSE', symbol: 'DAILY' }], interval: '1d' },
  direction: 'long',
  session: { entryFrom: '09:15', entryTo: '15:30', weekdays: [1, 2, 3, 4, 5] },
  entry: { long: 'close > 1' },
  exit: { long: 'close < 1' },
  risk: {},
  sizing: { method: 'fixed_quantity', quantity: 1 },
};

test('an entry that a daily bar decided and the next morning refused is missing with the cause that refused it', async () => {
  const sessions = sessionsBefore(indiaMoment('2026-09-30'), 5);
  const played = sessions.slice(-2);
  const startAt = (played[0]?.openAt ?? 0) - MINUTE_MS;
  const id = await world.instrument('DAILY');
  const bars = randomMinutes(sessions, { seed: 55 });
  await world.store(id, bars);
  const accountId = await world.account('daily');
  await world.setClock(startAt);
  const { id: deploymentId } = await world.deployments.clone(
    accountId,
    await world.strategy('daily', DAILY),
    undefined,
  );
  await world.deployments.start({ accountId, deploymentId }, 'start');
  const runner = await world.openRunner();
  const { testDb, clock, marketData } = world;
  const parts = { database: testDb.db, clock, marketData, paperSlippageBps: 0 };
  const reports = [];
  for (const session of played) {
    const today = bars.filter(({ openAt }) => indiaDateOf(openAt) === session.date);
    tell(world, newsOf([{ instrumentId: id, bars: today }]));
    await runner.runner.settled();
    await world.setClock(session.closeAt + MINUTE_MS);
    // As if it had been refused in the morning.
    await testDb.db.kysely.deleteFrom('position').where('deployment_id', '=', deploymentId).execute();
    await testDb.db.kysely
      .updateTable('trade_order')
      .set({ filled_quantity: 0, state: 'rejected' })
      .where('deployment_id', '=', deploymentId)
      .where('filled_quantity', '>', 0)
      .execute();
    reports.push(await makeReport(parts, deploymentId, session));
  }
  await runner.stop();
  expect(reports[1]?.trades.map(({ what, cause }) => [what, cause])).toEqual([['missing', 'rejection']]);
});

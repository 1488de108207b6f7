import type { Decision } from '@trickdesk/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hearQuotesWanted, type QuotesWanted } from '../../market-data/quotes-wanted.ts';
import { type Books, expectSoundBooks, readBooks } from '../testing/books.ts';
import { type PlayedDay, prepareDay } from '../testing/played-day.ts';
import { decisionBodies, openWorld, type TestRunner, tell, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const ownerOf = ({ accountId, deploymentId }: PlayedDay) => ({ accountId, deploymentId });
const holdsSomething = ({ positions }: Books): boolean => positions.some((row) => row.status === 'open');
const momentAt = (day: PlayedDay, place: number): number => day.news[Math.max(0, place - 1)]?.at ?? day.startAt;

/** Plays on until a position is open and nothing waits. Answers how far the day has come. */
async function playUntilHeld(day: PlayedDay, { runner }: TestRunner, from = 0): Promise<number> {
  for (let place = from; place < day.news.length; place += 10) {
    tell(world, day.news.slice(place, place + 10));
    await runner.settled();
    const books = await readBooks(world, day.deploymentId);
    const waits = books.orders.some((order) => order.state === 'intended');
    if (holdsSomething(books) && !waits) return place + 10;
  }
  throw new Error('the day never opened a position');
}

describe('what an owner asks of a running trick', () => {
  test('a sale while the market is closed waits for the next price, and then the trick is exited', async () => {
    const day = await prepareDay(world, { seed: 11 });
    const runner = await world.openRunner();
    const place = await playUntilHeld(day, runner);
    const life = await world.deployments.sell(ownerOf(day), 'sell-1');
    expect(life).toMatchObject({ status: 'running', phase: 'exiting' });
    expect(life.exits).toBeGreaterThan(0);
    await expect.poll(async () => (await readBooks(world, day.deploymentId)).orders.at(-1)?.purpose).toBe('exit');
    await runner.runner.settled();
    const waiting = await readBooks(world, day.deploymentId);
    expect(waiting.deployment).toMatchObject({ status: 'running', phase: 'exiting' });
    expect(waiting.orders.at(-1)?.state).toBe('intended');
    tell(world, day.news.slice(place, place + 40));
    await runner.runner.settled();
    const sold = await expectSoundBooks(world, day.deploymentId);
    expect(sold.deployment).toMatchObject({ status: 'exited', phase: 'idle' });
    expect(holdsSomething(sold)).toBe(false);
    await runner.stop();
  });

  test('a stop with a position keeps its exits and opens nothing more; flat, the trick is stopped', async () => {
    const day = await prepareDay(world, { seed: 12 });
    const runner = await world.openRunner();
    const place = await playUntilHeld(day, runner);
    const entered = (await readBooks(world, day.deploymentId)).positions.length;
    expect(await world.deployments.stop(ownerOf(day), 'stop_entries')).toEqual({
      ...{ status: 'running', phase: 'stopping' },
      ...{ held: 1, waiting: 0 },
    });
    await runner.runner.settled();
    tell(world, day.news.slice(place));
    await runner.runner.settled();
    const books = await expectSoundBooks(world, day.deploymentId);
    expect(books.deployment).toMatchObject({ status: 'stopped', phase: 'idle' });
    expect(books.positions.length).toBe(entered);
    await runner.stop();
  });

  test('a sale that nobody carried out before the runner died is carried out once by the next', async () => {
    const day = await prepareDay(world, { seed: 13 });
    const first = await world.openRunner();
    const place = await playUntilHeld(day, first);
    const held = (await readBooks(world, day.deploymentId)).positions.filter((row) => row.status === 'open').length;
    await first.kill();
    await world.setClock(momentAt(day, place));
    await world.deployments.sell(ownerOf(day), 'sell-2');
    const second = await world.openRunner();
    await second.runner.settled();
    await second.kill();
    const third = await world.openRunner();
    tell(world, day.news.slice(place, place + 60));
    await third.runner.settled();
    const books = await expectSoundBooks(world, day.deploymentId);
    const ownerExits = books.decisions
      .map((row) => JSON.parse(row.body) as Decision)
      .filter(({ rule }) => rule === 'owner_exit');
    expect(ownerExits.length).toBe(held);
    expect(books.deployment).toMatchObject({ status: 'exited', phase: 'idle' });
    const { rows } = await openCommands(day);
    expect(rows).toBe(0);
    await third.stop();
  });

  test('a stop without a position ends the run at once; what the runner decides then is void', async () => {
    const day = await prepareDay(world, { seed: 14 });
    const runner = await world.openRunner();
    expect(await world.deployments.stop(ownerOf(day), 'stop_entries')).toEqual({
      ...{ status: 'stopped', phase: 'idle' },
      ...{ held: 0, waiting: 0 },
    });
    tell(world, day.news);
    await runner.runner.settled();
    const books = await expectSoundBooks(world, day.deploymentId);
    expect(books.orders.filter((order) => order.state === 'intended')).toEqual([]);
    expect(holdsSomething(books)).toBe(false);
    expect(books.deployment).toMatchObject({ status: 'stopped', phase: 'idle' });
    await runner.stop();
  });

  test('a trick that was stopped and started again begins a new run', async () => {
    const day = await prepareDay(world, { seed: 15 });
    const runner = await world.openRunner();
    await world.deployments.stop(ownerOf(day), 'stop_entries');
    await world.deployments.start(ownerOf(day), 'start-again');
    await runner.runner.settled();
    await expect.poll(() => runner.runner.held.includes(day.deploymentId)).toBe(true);
    await runner.runner.settled();
    tell(world, day.news);
    await runner.stop();
    const books = await expectSoundBooks(world, day.deploymentId);
    expect(books.runs.map((run) => run.run_number)).toEqual([1, 2]);
    expect(await decisionBodies(world, day.deploymentId)).toEqual(day.expected);
    await world.deployments.stop(ownerOf(day), 'stop_entries').catch(() => undefined);
  });
});

describe('trouble', () => {
  test('after a gap on the bus the stored bars are read: none is lost, none comes twice, late ones enter nothing', async () => {
    const day = await prepareDay(world, { seed: 16 });
    const runner = await world.openRunner();
    tell(world, day.news.slice(0, 600));
    await runner.runner.settled();
    runner.ear.mute();
    tell(world, day.news.slice(600, 1_200));
    runner.ear.unmute();
    await world.setClock(momentAt(day, 1_200));
    runner.ear.gap();
    tell(world, day.news.slice(1_200));
    await new Promise((resolve) => setTimeout(resolve, 300));
    await runner.stop();
    const { decisions } = await expectSoundBooks(world, day.deploymentId);
    const [from, to] = [momentAt(day, 600), momentAt(day, 1_200)];
    const late = decisions
      .map((row) => JSON.parse(row.body) as Decision)
      .filter(({ at, action }) => action === 'enter' && at > from && at <= to - 180_000);
    expect(late).toEqual([]);
    expect(decisions.some((row) => row.at.getTime() > to)).toBe(true);
  });

  test('after a gap on the bus the feed hears at once what runs trade on, for it may have begun anew', async () => {
    const day = await prepareDay(world, { seed: 18 });
    const runner = await world.openRunner({ lookEveryMs: 600_000 });
    await runner.runner.settled();
    const heard: QuotesWanted[] = [];
    await hearQuotesWanted(world.bus.ear().bus, (wanted) => heard.push(wanted));
    runner.ear.gap();
    expect(heard).toHaveLength(1);
    expect(heard[0]).toMatchObject({
      isLive: false,
      instrumentIds: expect.arrayContaining([day.news[0]?.instrumentId]),
    });
    await runner.stop();
  });

  test('a write that fails a few times is made once', async () => {
    const day = await prepareDay(world, { seed: 17 });
    let failures = 0;
    const own = await world.openRunner({
      database: failing(world.testDb.db, () => {
        failures += 1;
        return failures % 3 !== 0;
      }),
    });
    tell(world, day.news);
    await own.runner.settled();
    expect(failures).toBeGreaterThan(2);
    expect(await decisionBodies(world, day.deploymentId)).toEqual(day.expected);
    await expectSoundBooks(world, day.deploymentId);
    await own.stop();
  });

  test('a fault that comes again and again halts the trick, whose position goes on as itself when it is started', async () => {
    const day = await prepareDay(world, { seed: 18 });
    // Three times five tries; the halt itself can be stored.
    let failures = Number.POSITIVE_INFINITY;
    const fails = (): boolean => {
      failures += 1;
      return failures <= 15;
    };
    const runner = await world.openRunner({ database: failing(world.testDb.db, fails), retryAfterMs: 1 });
    const place = await playUntilHeld(day, runner);
    failures = 0;
    await world.setClock(momentAt(day, place + 600));
    tell(world, day.news.slice(place, place + 600));
    for (let look = 0; look < 12 && (await statusOf(day)) === 'running'; look += 1) {
      await runner.runner.settled();
      await world.clock.advance(60_000);
      await world.setClock(momentAt(day, place + 600));
      runner.runner.wake();
      await runner.runner.settled();
    }
    expect(failures).toBeGreaterThanOrEqual(15);
    expect(await statusOf(day)).toBe('halted');
    const halted = await readBooks(world, day.deploymentId);
    expect(halted.deployment.status_reason).toContain('fault on our side');
    await world.deployments.start(ownerOf(day), 'resume');
    const resumed = await readBooks(world, day.deploymentId);
    expect(resumed.deployment).toMatchObject({ status: 'running', phase: 'running', status_reason: null });
    expect(resumed.deployment.run_number).toBe(holdsSomething(halted) ? 1 : 2);
    await runner.stop();
    await expectSoundBooks(world, day.deploymentId);
    await world.deployments.sell(ownerOf(day), 'sell-3');
  }, 60_000);

  test('a trick that holds something when it is halted still exits', async () => {
    const day = await prepareDay(world, { seed: 19 });
    const first = await world.openRunner();
    const place = await playUntilHeld(day, first);
    await first.stop();
    await world.testDb.db.kysely
      .updateTable('deployment')
      .set({ status: 'halted', phase: 'stopping' })
      .where('id', '=', day.deploymentId)
      .execute();
    await world.setClock(momentAt(day, place));
    const second = await world.openRunner();
    const entered = (await readBooks(world, day.deploymentId)).positions.length;
    tell(world, day.news.slice(place));
    await second.runner.settled();
    const books = await expectSoundBooks(world, day.deploymentId);
    expect(holdsSomething(books)).toBe(false);
    expect(books.positions.length).toBe(entered);
    expect(books.deployment).toMatchObject({ status: 'halted', phase: 'idle' });
    await second.stop();
  });
});

const statusOf = async (day: PlayedDay): Promise<string> =>
  (await readBooks(world, day.deploymentId)).deployment.status;

async function openCommands(day: PlayedDay): Promise<{ rows: number }> {
  const found = await world.testDb.db.kysely
    .selectFrom('deployment_command')
    .select('id')
    .where('deployment_id', '=', day.deploymentId)
    .where('applied_at', 'is', null)
    .execute();
  return { rows: found.length };
}

/** A database whose transactions commit nothing while `fails` says so. */
function failing(database: World['testDb']['db'], fails: () => boolean): World['testDb']['db'] {
  return {
    ...database,
    transaction: (work, options) =>
      database.transaction(async (tx) => {
        const result = await work(tx);
        if (fails()) throw new Error('the disk is full');
        return result;
      }, options),
  };
}

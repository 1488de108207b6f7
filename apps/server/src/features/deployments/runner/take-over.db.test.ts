import type { Decision } from '@trickdesk/engine';
import { scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSoundBooks } from '../testing/books.ts';
import { momentAt, type PlayedDay, placesInMinutes, placesOf, prepareDay, tellUntil } from '../testing/played-day.ts';
import { decisionBodies, openWorld, type TestRunner, tell, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const anySeed = fc.integer({ min: 1, max: 1_000_000 });
const anyCuts = fc.uniqueArray(fc.integer({ min: 1, max: 990 }), { minLength: 1, maxLength: 3 });
/** Has more than 100 decisions by itself. */
const BUSY_DAY: [number, number[]] = [10, [300, 640]];
/** Rules say something while nobody looks; an outage of some minutes may fall where they do not. */
const LONG_OUTAGE: [number, number, number] = [10, 300, 150];

describe('a runner that is killed while tricks trade', () => {
  test('is followed by one that decides as if nothing had happened', async () => {
    let decided = 0;
    await fc.assert(
      fc.asyncProperty(anySeed, anyCuts, async (seed, cuts) => {
        const day = await prepareDay(world, { seed });
        let runner = await world.openRunner();
        let told = 0;
        for (const place of placesInMinutes(day, cuts)) {
          tellUntil(world, day, [told, place]);
          told = place;
          await runner.runner.settled();
          await runner.kill();
          await world.setClock(momentAt(day, place));
          runner = await world.openRunner();
          expect(runner.runner.held).toContain(day.deploymentId);
        }
        tell(world, day.news.slice(told));
        await runner.stop();
        expect(await decisionBodies(world, day.deploymentId)).toEqual(day.expected);
        await expectSoundBooks(world, day.deploymentId);
        await retire(day);
        decided += day.expected.length;
      }),
      { numRuns: scaledCount('take-overs within a minute', 1), examples: [BUSY_DAY] },
    );
    expect(decided).toBeGreaterThan(100);
  }, 600_000);

  test('loses and doubles nothing, wherever its writes stood', async () => {
    await fc.assert(
      fc.asyncProperty(anySeed, anyCuts, fc.integer({ min: 1, max: 400 }), async (seed, cuts, stride) => {
        const day = await prepareDay(world, { seed });
        let runner = await world.openRunner();
        let told = 0;
        const acknowledged = new Set<string>();
        for (const place of placesOf(day, cuts)) {
          for (let next = told; next < place; next += stride) {
            tell(world, day.news.slice(next, Math.min(place, next + stride)));
            await new Promise((resolve) => setImmediate(resolve));
          }
          told = place;
          for (const body of await decisionBodies(world, day.deploymentId)) acknowledged.add(body);
          await runner.kill();
          await world.setClock(momentAt(day, place));
          runner = await world.openRunner();
        }
        tell(world, day.news.slice(told));
        await runner.stop();
        const bodies = await decisionBodies(world, day.deploymentId);
        for (const body of acknowledged) expect(bodies).toContain(body);
        await expectSoundBooks(world, day.deploymentId);
        await retire(day);
      }),
      { numRuns: scaledCount('kills at any moment', 1) },
    );
  }, 600_000);

  test('leaves bars that nobody saw close: they lead to exits, never to entries', async () => {
    let missed = 0;
    await fc.assert(
      fc.asyncProperty(
        anySeed,
        fc.integer({ min: 100, max: 700 }),
        fc.integer({ min: 20, max: 200 }),
        async (seed, cut, length) => {
          const day = await prepareDay(world, { seed });
          const [from = 0, to = 0] = placesOf(day, [cut, cut + length]);
          const first = await world.openRunner();
          tell(world, day.news.slice(0, from));
          await first.runner.settled();
          await first.kill();
          await world.setClock(momentAt(day, to));
          const second = await world.openRunner();
          tell(world, day.news.slice(to));
          await second.stop();
          const { decisions } = await expectSoundBooks(world, day.deploymentId);
          const between = decisions
            .map((row) => JSON.parse(row.body) as Decision)
            .filter(({ at }) => at > momentAt(day, from) && at <= momentAt(day, to));
          expect(between.filter(({ action }) => action === 'enter')).toEqual([]);
          missed += between.filter(({ veto }) => veto === 'missed_bar').length;
          await retire(day);
        },
      ),
      { numRuns: scaledCount('outages', 1), examples: [LONG_OUTAGE] },
    );
    expect(missed).toBeGreaterThan(0);
  }, 600_000);
});

test('a runner that is asked to stop stores where it stands; the next one goes on with the same bytes', async () => {
  const day = await prepareDay(world, { seed: 77 });
  let told = 0;
  for (const place of placesInMinutes(day, [120, 121, 500, 760])) {
    const runner = await world.openRunner();
    tellUntil(world, day, [told, place]);
    await runner.stop();
    told = place;
    await world.setClock(momentAt(day, place));
  }
  const last = await world.openRunner();
  tell(world, day.news.slice(told));
  await last.stop();
  expect(await decisionBodies(world, day.deploymentId)).toEqual(day.expected);
  await expectSoundBooks(world, day.deploymentId);
  await retire(day);
});

describe('two runners at once', () => {
  test('share the work: each deployment has exactly one, and a dead one is replaced within seconds', async () => {
    const day = await prepareDay(world, { seed: 5 });
    const other = await prepareDay(world, { seed: 6 });
    const runners = await Promise.all([world.openRunner(), world.openRunner()]);
    const holders = (id: number): TestRunner[] => runners.filter(({ runner }) => runner.held.includes(id));
    await Promise.all(runners.map(({ runner }) => runner.settled()));
    expect(holders(day.deploymentId).length).toBe(1);
    expect(holders(other.deploymentId).length).toBe(1);
    const [holder] = holders(day.deploymentId);
    const survivor = runners.find((runner) => runner !== holder);
    tell(world, day.news.slice(0, 400));
    await holder?.runner.settled();
    await world.setClock(momentAt(day, 400));
    const killedAt = performance.now();
    await holder?.kill();
    await expect.poll(() => survivor?.runner.held.includes(day.deploymentId), { timeout: 8_000 }).toBe(true);
    expect(performance.now() - killedAt).toBeLessThan(8_000);
    await survivor?.runner.settled();
    tell(world, day.news.slice(400));
    await survivor?.stop();
    expect(await decisionBodies(world, day.deploymentId)).toEqual(day.expected);
    await expectSoundBooks(world, day.deploymentId);
    await retire(day);
    await retire(other);
  }, 60_000);

  test('a runner whose run was taken over writes nothing any more', async () => {
    const day = await prepareDay(world, { seed: 9 });
    const stale = await world.openRunner();
    tell(world, day.news.slice(0, 300));
    await stale.runner.settled();
    const before = await expectSoundBooks(world, day.deploymentId);
    // As if another process had the lease while this one has not noticed yet.
    await world.testDb.db.kysely
      .updateTable('deployment_run')
      .set({ fence: 1_000_000n })
      .where('deployment_id', '=', day.deploymentId)
      .execute();
    tell(world, day.news.slice(300, 900));
    await stale.runner.settled();
    const after = await expectSoundBooks(world, day.deploymentId);
    expect(after.decisions).toEqual(before.decisions);
    expect(after.orders).toEqual(before.orders);
    expect(after.runs.map((run) => run.state)).toEqual(before.runs.map((run) => run.state));
    await stale.stop();
    await retire(day);
  });
});

/** Keeps later tests of this file from running it too. */
async function retire({ deploymentId }: PlayedDay): Promise<void> {
  await world.testDb.db.kysely
    .updateTable('deployment')
    .set({ status: 'stopped', phase: 'idle' })
    .where('id', '=', deploymentId)
    .execute();
}

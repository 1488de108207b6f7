import { MINUTE_MS } from '@trickdesk/domain';
import { scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSoundBooks } from '../testing/books.ts';
import { type PlayedDay, prepareDay } from '../testing/played-day.ts';
import { decisionBodies, openWorld, tell, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** The day as a feed tells it that loses its line to the broker now and then: of those minutes candles come, no prices. */
function withLostMinutes({ news, startAt }: PlayedDay, lost: ReadonlySet<number>): PlayedDay['news'] {
  const minuteOf = (at: number): number => Math.floor((at - startAt) / MINUTE_MS);
  return news.filter(({ kind, at }) => kind !== 'tick' || !lost.has(minuteOf(at)));
}

test('stops, targets and fills of minutes that only candles tell of are those of the back-test', async () => {
  let decided = 0;
  const anyLost = fc.uniqueArray(fc.integer({ min: 1, max: 375 }), { minLength: 60, maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), anyLost, async (seed, lost) => {
      const day = await prepareDay(world, { seed, bases: 1 });
      const runner = await world.openRunner();
      tell(world, withLostMinutes(day, new Set(lost)));
      await runner.stop();
      expect(await decisionBodies(world, day.deploymentId)).toEqual(day.expected);
      await expectSoundBooks(world, day.deploymentId);
      decided += day.expected.length;
    }),
    { numRuns: scaledCount('days with a lost line', 2), endOnFailure: true },
  );
  expect(decided).toBeGreaterThan(50);
}, 300_000);

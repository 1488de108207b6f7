import { indiaDateOf, indiaMoment } from '@trickdesk/domain';
import { scaledCount } from '@trickdesk/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findRun } from '../history-store.ts';
import { expectSoundBooks } from '../testing/books.ts';
import { momentAt, type PlayedDay, placesInMinutes, prepareDay, tellUntil } from '../testing/played-day.ts';
import { decisionBodies, openWorld, tell, type World } from '../testing/world.ts';
import { signalsOfDay } from './day-signals.ts';
import { expectedDay } from './expected-day.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const anySeed = fc.integer({ min: 1, max: 1_000_000 });
const filterByFrames = (index: string) => `rsi(close, 5) @ ${index} 15m > 45 and close @ ${index} 1h > 1`;
const anyFilter = fc.constantFrom(
  (index: string) => `close @ ${index} > ema(close, 9) @ ${index}`,
  filterByFrames,
  (index: string) => `(close[1] @ ${index} < close @ ${index} or close > (close @ ${index} 1d)[3])`,
);
/** Has more than 100 decisions by itself, whatever is drawn beside it. */
const BUSY_DAY: [number, typeof filterByFrames, number, boolean] = [10, filterByFrames, 2, true];

async function retire({ deploymentId }: PlayedDay): Promise<void> {
  const { kysely } = world.testDb.db;
  await kysely
    .updateTable('deployment')
    .set({ status: 'stopped', phase: 'idle' })
    .where('id', '=', deploymentId)
    .execute();
}

describe('a trick whose rules read an index', () => {
  test('decides in test mode, byte for byte, what its back-test decides', async () => {
    let [decided, otherwise] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        anySeed,
        anyFilter,
        fc.integer({ min: 1, max: 2 }),
        fc.boolean(),
        async (seed, index, bases, isLate) => {
          const day = await prepareDay(world, { seed, bases, index });
          const runner = await world.openRunner();
          tell(world, isLate ? withLateBars(day) : day.news);
          await runner.stop();
          expect(await decisionBodies(world, day.deploymentId)).toEqual(day.expected);
          await expectSoundBooks(world, day.deploymentId);
          await retire(day);
          const plain = await prepareDay(world, { seed, bases });
          await retire(plain);
          decided += day.expected.length;
          if (plain.expected.length !== day.expected.length) otherwise += 1;
        },
      ),
      { numRuns: scaledCount('days with an index', 1), examples: [BUSY_DAY] },
    );
    expect(decided).toBeGreaterThan(100);
    // It is the index that makes the difference.
    expect(otherwise).toBeGreaterThan(0);
  }, 300_000);

  test('goes on after kill -9 as if nothing had happened', async () => {
    const anyCuts = fc.uniqueArray(fc.integer({ min: 1, max: 990 }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(anySeed, anyFilter, anyCuts, async (seed, index, cuts) => {
        const day = await prepareDay(world, { seed, index });
        let runner = await world.openRunner();
        let told = 0;
        for (const place of placesInMinutes(day, cuts)) {
          tellUntil(world, day, [told, place]);
          told = place;
          await runner.runner.settled();
          await runner.kill();
          await world.setClock(momentAt(day, place));
          runner = await world.openRunner();
        }
        tell(world, day.news.slice(told));
        await runner.stop();
        expect(await decisionBodies(world, day.deploymentId)).toEqual(day.expected);
        await retire(day);
      }),
      { numRuns: scaledCount('take-overs with an index', 1) },
    );
  }, 300_000);

  test('is shown and expected with what it read', async () => {
    const day = await prepareDay(world, { seed: 4, index: (index) => `close @ ${index} > ema(close, 9) @ ${index}` });
    const { kysely } = world.testDb.db;
    const record = await findRun(kysely, day.deploymentId);
    if (!record) throw new Error('the run is not there');
    const until = indiaMoment(indiaDateOf(day.startAt)) + 86_400_000;
    await world.setClock(until);
    const { events } = await expectedDay(world.marketData, { record, slippageBps: 0, until });
    const decisions = events.flatMap((event) => (event.kind === 'decision' ? [event.decision] : []));
    expect(decisions.map((decision) => JSON.stringify(decision))).toEqual(day.expected);
    const [symbol = ''] = day.symbols;
    const { signals } = await signalsOfDay(world.marketData, {
      ...{ record, symbol, until },
      day: indiaDateOf(day.startAt),
    });
    const entries = decisions.filter(
      (one) => one.symbol === symbol && one.rule === 'entry' && one.direction === 'long',
    );
    expect(entries.length).toBeGreaterThan(0);
    for (const { at, condition, operands } of entries) {
      expect(operands.some(({ text }) => text.includes('@'))).toBe(true);
      const signal = signals.find(({ closeAt }) => closeAt === at);
      expect(signal?.conditions.find(({ text }) => text === condition)?.operands).toEqual(operands);
    }
    await retire(day);
  });

  test('is not begun once the index is listed no more', async () => {
    const day = await prepareDay(world, { seed: 6, index: (index) => `close @ ${index} > 1` });
    await retire(day);
    await world.testDb.db.kysely.updateTable('instrument').set({ active: false }).where('kind', '=', 'index').execute();
    const { accountId, deploymentId } = day;
    await expect(world.deployments.start({ accountId, deploymentId }, 'again')).rejects.toMatchObject({
      code: 'TRICK_INSTRUMENT_GONE',
    });
  });
});

/** The same day with each minute of the index told only after the first prices of the next minute. */
function withLateBars({ news, indexId }: PlayedDay): PlayedDay['news'] {
  const told: PlayedDay['news'][number][] = [];
  let held: PlayedDay['news'][number] | undefined;
  for (const item of news) {
    if (held && item.at > held.at) {
      told.push(held);
      held = undefined;
    }
    if (item.kind === 'bar' && item.instrumentId === indexId) held = item;
    else told.push(item);
  }
  return held ? [...told, held] : told;
}

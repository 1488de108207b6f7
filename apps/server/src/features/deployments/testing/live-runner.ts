import type { RunnerParts } from '../runner/runner.ts';
import { FakeBroker, FakeDesks } from './fake-desks.ts';
import { makeLive } from './live-world.ts';
import { type PlayedDay, prepareDay } from './played-day.ts';
import { type TestRunner, tell, type World } from './world.ts';

/** A runner of live mode with its desks at a fake broker. */
export interface LiveRunner extends TestRunner {
  readonly desks: FakeDesks;
}

export async function openLive(
  world: World,
  broker: FakeBroker,
  changes: Pick<RunnerParts, 'lookEveryMs'> = {},
): Promise<LiveRunner> {
  const desks = new FakeDesks(world.testDb.db, broker);
  const runner = await world.openRunner({ desks, ...changes });
  await runner.runner.settled();
  return { ...runner, desks };
}

/** Until the run has taken what its desk did, and the desk what the run asked for. */
export async function settle({ runner, desks }: LiveRunner): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await runner.settled();
    await desks.settled();
  }
  await runner.settled();
}

/** Tells a part of a day in short steps, as fast as the run and its desk follow. */
export async function play(
  { world, live, day }: { readonly world: World; readonly live: LiveRunner; readonly day: PlayedDay },
  [from, to]: readonly [number, number],
  step = 6,
): Promise<void> {
  for (let next = from; next < to; next += step) {
    tell(world, day.news.slice(next, Math.min(to, next + step)));
    await settle(live);
  }
}

/** A day of prices, and a deployment that trades it at a broker of its own. */
export async function prepareLive(world: World, seed: number) {
  const day = await prepareDay(world, { seed });
  return { day, linkId: await makeLive(world, day), broker: new FakeBroker() };
}

/** Keeps later tests of a file from running it too. */
export async function retire({ testDb }: World, { deploymentId }: PlayedDay): Promise<void> {
  const { kysely } = testDb.db;
  const ended = { status: 'stopped', phase: 'idle' } as const;
  await kysely.updateTable('deployment').set(ended).where('id', '=', deploymentId).execute();
  await kysely.deleteFrom('position').where('deployment_id', '=', deploymentId).where('status', '=', 'open').execute();
}

import { availableParallelism } from 'node:os';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type BacktestJob, runStoredBacktest, type SpreadTrials } from '../features/backtests/index.ts';
import { type BacktestWorld, openBacktestWorld } from '../features/backtests/testing/world.ts';
import { countThreads } from '../testing/named-threads.ts';
import { openBacktestThreads } from './backtests.ts';
import { createMarket } from './market.ts';
import { SweepTeam, spreadOver } from './sweep-threads.ts';

let world: BacktestWorld;
beforeAll(async () => {
  world = await openBacktestWorld();
});
afterEach(() => world.clear());
afterAll(() => world.close());

const PATIENT = { timeout: 25_000 };
const running = () => countThreads('backtest');
const all = () => running() + countThreads('sweep');
const statusOf = async (id: number) => (await world.read(world.asha, id)).status;

// Threads are counted by what Linux tells in /proc.
const onLinux = test.skipIf(process.platform !== 'linux');

onLinux('a thread is ready when somebody opens the form, takes the back-test, and ends with it', async () => {
  await world.startQueue();
  expect(running()).toBe(0);
  for (let forms = 0; forms < 2; forms += 1) {
    await world.api.send('backtestCoverage', { TricksId: world.TricksId }, world.as(world.asha));
  }
  await expect.poll(running, PATIENT).toBe(1);
  const id = await world.start(world.asha);
  let most = 0;
  const isDone = async () => {
    most = Math.max(most, running());
    return (await statusOf(id)) === 'done';
  };
  await expect.poll(isDone, PATIENT).toBe(true);
  expect(most).toBe(1);
  await expect.poll(running, PATIENT).toBe(0);
});

onLinux('a thread that nobody uses ends by itself, and one that waits ends with the queue', async () => {
  // Long enough that looks at short intervals cannot miss the thread between its start and its end.
  const threads = openBacktestThreads(world.api.foundation.settings, 1_000);
  threads.prepare();
  await expect.poll(running, PATIENT).toBe(1);
  await expect.poll(all, PATIENT).toBe(0);
  const queue = await world.startQueue();
  world.threads.prepare();
  await expect.poll(running, PATIENT).toBe(1);
  await queue.stop();
  expect(all()).toBe(0);
});

onLinux('where a prepared thread has died, a back-test has one of its own', async () => {
  const { settings } = world.api.foundation;
  const threads = openBacktestThreads({ ...settings, databaseUrl: 'postgres://nobody@127.0.0.1:9/none' });
  threads.prepare();
  await expect.poll(running, PATIENT).toBe(1);
  await expect.poll(running, PATIENT).toBe(0);
  // Without a database it fails like every other, and nobody waits for what has died.
  const { done } = threads.open(await jobOf({}), () => undefined);
  await expect(done).rejects.toThrow();
});

/** What the queue hands on for a request. */
async function jobOf(more: object): Promise<BacktestJob> {
  let asked: BacktestJob | undefined;
  await world.start(world.asha, more);
  const queue = await world.startQueue((job) => {
    asked = job;
    return { done: new Promise(() => undefined), stop: async () => undefined };
  });
  await expect.poll(() => asked).toBeDefined();
  await queue.stop();
  if (!asked) throw new Error('no job');
  return asked;
}

/** A sweep of so many combinations. */
async function sweepOf(combinations: number): Promise<{ readonly sweep: Record<string, number[]> }> {
  const { data } = await world.api.send('backtestCoverage', { TricksId: world.TricksId }, world.as(world.asha));
  const [first, second] = data.parameters;
  if (!first || !second) throw new Error('the trick has two parameters');
  const side = Math.sqrt(combinations);
  const values = ({ default: own, step }: typeof first) => Array.from({ length: side }, (_, i) => own + i * step);
  return { sweep: { [first.name]: values(first), [second.name]: values(second) } };
}

test('a sweep gives the same bytes on one thread and on two, and tells how far both are', async () => {
  const job = await jobOf(await sweepOf(9));
  const { settings } = world.api.foundation;
  const market = createMarket(world.api.foundation);
  await market.start();
  const run = async (spread?: SpreadTrials) => {
    const percents: number[] = [];
    const outcome = await runStoredBacktest(market, job, (percent) => percents.push(percent), spread);
    return { percents, bytes: JSON.stringify(outcome) };
  };
  const team = new SweepTeam(settings);
  let own = 0;
  // This thread waits on each of its runs until the other one has had time to load and to take its part.
  const slowed: SpreadTrials = (work) =>
    spreadOver(
      team,
      2,
    )({
      ...work,
      run: (index, onShare) => {
        own += 1;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
        return work.run(index, onShare);
      },
    });
  const two = await run(slowed);
  expect(own).toBeLessThan(9);
  expect(two.percents).toEqual(two.percents.toSorted((a, b) => a - b));
  expect(two.bytes).toBe((await run(spreadOver(team, 1))).bytes);
  expect(two.bytes).toBe((await run()).bytes);
});

onLinux('a thread that dies in a sweep fails the sweep, and leaves no thread', async () => {
  const job = await jobOf(await sweepOf(9));
  const market = createMarket(world.api.foundation);
  await market.start();
  const unreachable = { ...world.api.foundation.settings, databaseUrl: 'postgres://nobody@127.0.0.1:9/none' };
  const endless: SpreadTrials = (work) =>
    spreadOver(new SweepTeam(unreachable), 2)({ ...work, count: Number.MAX_SAFE_INTEGER, run: () => work.run(0) });
  await expect(runStoredBacktest(market, job, () => undefined, endless)).rejects.toThrow('ECONNREFUSED');
  expect(countThreads('sweep')).toBe(0);
});

onLinux('helpers that are ready take part in a sweep, and none is begun beside them', async () => {
  const job = await jobOf(await sweepOf(9));
  const market = createMarket(world.api.foundation);
  await market.start();
  const team = new SweepTeam(world.api.foundation.settings);
  team.prepare(3);
  team.prepare(3);
  await expect.poll(() => countThreads('sweep'), PATIENT).toBe(2);
  let most = 0;
  const watched: SpreadTrials = (work) =>
    spreadOver(
      team,
      3,
    )({
      ...work,
      run: (index, onShare) => {
        most = Math.max(most, countThreads('sweep'));
        return work.run(index, onShare);
      },
    });
  const { report } = await runStoredBacktest(market, job, () => undefined, watched);
  expect(report.sweep?.combinations).toHaveLength(9);
  expect(most).toBe(2);
  await expect.poll(() => countThreads('sweep'), PATIENT).toBe(0);
});

onLinux('helpers wait with the thread that is ready, and leave where no sweep is asked for', async () => {
  await world.startQueue();
  world.threads.prepare();
  const ready = Math.min(availableParallelism() - 1, 3);
  await expect.poll(() => countThreads('sweep'), PATIENT).toBe(ready);
  const id = await world.start(world.asha);
  await expect.poll(() => statusOf(id), PATIENT).toBe('done');
  await expect.poll(all, PATIENT).toBe(0);
});

onLinux('where a helper has died before the sweep, another one is begun', async () => {
  const { settings } = world.api.foundation;
  const team = new SweepTeam({ ...settings, databaseUrl: 'postgres://nobody@127.0.0.1:9/none' });
  team.prepare(2);
  await expect.poll(() => countThreads('sweep'), PATIENT).toBe(1);
  await expect.poll(() => countThreads('sweep'), PATIENT).toBe(0);
  const next = team.take();
  await expect.poll(() => countThreads('sweep'), PATIENT).toBe(1);
  await next.terminate();
});

onLinux('a sweep that is cancelled in its middle is over within a second, and no thread is left', async () => {
  // Three instruments, so that it goes on for long after the other thread has loaded.
  const others = ['ITC', 'INFY'];
  for (const [i, symbol] of others.entries()) await world.storeBars(symbol, 20 + i);
  const id = await world.start(world.asha, { ...(await sweepOf(100)), instruments: ['SBIN', ...others] });
  await world.startQueue();
  const isSpread = () => availableParallelism() === 1 || countThreads('sweep') > 0;
  const isInTheMiddle = async () => (await world.read(world.asha, id)).progressPercent > 0 && isSpread();
  await expect.poll(isInTheMiddle, PATIENT).toBe(true);
  const at = performance.now();
  await world.api.send('cancelbacktest', { BacktestId: id }, world.as(world.asha));
  expect(await statusOf(id)).toBe('cancelled');
  expect(performance.now() - at).toBeLessThan(1_000);
  await expect.poll(all, { interval: 20 }).toBe(0);
  expect(performance.now() - at).toBeLessThan(1_000);
});

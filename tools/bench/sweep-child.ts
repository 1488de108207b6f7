import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { SweepBoard } from '../../apps/server/src/compose/sweep-board.ts';
import { THREAD_LIMITS } from '../../apps/server/src/compose/sweep-threads.ts';
import { gridOf } from './strategies.ts';
import { SWEEP_BARS, type SweepOrders } from './sweep-thread.ts';

/** W3 in a process of its own, on so many threads: `node sweep-child.ts <threads>`. */
const [, , count = '1'] = process.argv;
const threads = Number(count);

const boards = [SweepBoard.open(threads).buffer, SweepBoard.open(threads).buffer] as const;
const workers = Array.from({ length: threads }, (_, place) => {
  const workerData: SweepOrders = { place, boards };
  return new Worker(new URL('./sweep-thread.ts', import.meta.url), { workerData, resourceLimits: THREAD_LIMITS });
});

/** Waits until all are ready, and has them begin together. */
async function measure(): Promise<{ readonly ms: number; readonly trades: number }> {
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  const done = Promise.all(workers.map((worker) => once(worker, 'message') as Promise<[number]>));
  const startedAt = performance.now();
  for (const worker of workers) worker.postMessage('go');
  const shares = await done;
  return { ms: performance.now() - startedAt, trades: shares.reduce((sum, [trades]) => sum + trades, 0) };
}

const ours = await measure();
const reference = await measure();
const bars = gridOf().length * SWEEP_BARS;
process.stdout.write(
  JSON.stringify({
    barsPerSecond: (bars / ours.ms) * 1_000,
    referenceBarsPerSecond: (bars / reference.ms) * 1_000,
    trades: ours.trades,
    referenceTrades: reference.trades,
  }),
);

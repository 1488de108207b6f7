import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { THREAD_LIMITS } from '../../apps/server/src/compose/sweep-threads.ts';
import { crossover, meanReversion } from './hand-written.ts';
import { randomBars } from './series.ts';

/** One measurement in a process of its own: `node backtest-child.ts <W1|W2> <bars> <entry_bar|next_bar>`. */
const [, , name = 'W1', count = '1000000', stop = 'entry_bar'] = process.argv;

export interface Measured {
  readonly ms: number;
  readonly trades: number;
}

// Ours on a thread like the product's; what this one needs afterwards is not loaded into memory before.
const worker = new Worker(new URL('./backtest-thread.ts', import.meta.url), {
  argv: [name, count, stop],
  resourceLimits: THREAD_LIMITS,
});
const [ours] = (await once(worker, 'message')) as [Measured];
await once(worker, 'exit');
const peakMegabytes = process.resourceUsage().maxRSS / 1_024;

// The reference has this thread for itself, and is run once before it is measured.
const columns = randomBars(Number(count), 42);
const reference = name === 'W2' ? meanReversion : crossover;
reference(columns, 10);
const startedAt = performance.now();
const handWritten = reference(columns, 10);
const referenceMs = performance.now() - startedAt;

process.stdout.write(
  JSON.stringify({
    barsPerSecond: (Number(count) / ours.ms) * 1_000,
    referenceBarsPerSecond: (Number(count) / referenceMs) * 1_000,
    trades: ours.trades,
    referenceTrades: handWritten.trades,
    peakMegabytes,
  }),
);

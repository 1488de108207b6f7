import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { indiaDateOf } from '@trickdesk/domain';
import { type BarColumns, openTrials } from '@trickdesk/engine';
import { SweepBoard } from '../../apps/server/src/compose/sweep-board.ts';
import { rehearse, rehearseSweeps } from '../../apps/server/src/features/backtests/rehearse.ts';
import type { BacktestJob } from '../../apps/server/src/features/backtests/run-backtest.ts';
import { sweepInputOf } from '../../apps/server/src/features/backtests/sweep-trials.ts';
import { type PackedBars, packBars, shareBars } from '../../apps/server/src/features/market-data/index.ts';
import { crossover } from './hand-written.ts';
import { BENCH_CALENDAR } from './series.ts';
import { backtestOf, DEFINITIONS, gridOf } from './strategies.ts';

/**
 * One of the threads that share W3, after what such a thread of the product does until it is asked: the first one is the
 * back-test's, the others help. Then its share of the same pairs by the hand-written loop, which it has run once before.
 */
export const SWEEP_BARS = 100_000;

export interface SweepOrders {
  readonly place: number;
  /** Of ours, and of the reference. */
  readonly boards: readonly [SharedArrayBuffer, SharedArrayBuffer];
}

async function main({ place, boards }: SweepOrders): Promise<void> {
  const held = await (place === 0 ? rehearse : rehearseSweeps)(BENCH_CALENDAR, () => false);
  const { bases, series } = backtestOf('W1', SWEEP_BARS, 'entry_bar');
  const [columns] = series;
  if (!columns || !('time' in columns)) throw new Error('the bars are columns');
  const candidates = gridOf();
  const shared = { job: jobOver(columns), bases, packed: [packedOf(columns)], interval: '1m', sources: [] } as const;
  const trials = openTrials(sweepInputOf(shared, BENCH_CALENDAR, { candidates }));

  const share = async (buffer: SharedArrayBuffer, run: (index: number) => number): Promise<void> => {
    const board = new SweepBoard(buffer);
    parentPort?.postMessage('ready');
    if (parentPort) await once(parentPort, 'message');
    let trades = 0;
    for (let index = board.take(); index < candidates.length; index = board.take()) trades += run(index);
    parentPort?.postMessage(trades);
  };
  await share(boards[0], (index) => trials.run(index).report.trades);
  crossover(columns, 10);
  await share(boards[1], (index) => {
    const [short = 0, long = 0] = candidates[index]?.values ?? [];
    return crossover(columns, 10, [short, long]).trades;
  });
  if (held.runs === 0) throw new Error('nothing was rehearsed');
}

/** All days of the bars, so that none only warms up. */
function jobOver({ time }: BarColumns): BacktestJob {
  const [fromDate, toDate] = [indiaDateOf(time[0] ?? 0), indiaDateOf(time.at(-1) ?? 0)];
  const stored = { id: 0, definition: DEFINITIONS.W1, versionHash: '', dataset: 'simulator:bench' };
  return { ...stored, capitalPaise: 10_00_000_00, costs: true, slippageBps: 0, fromDate, toDate };
}

/** As the thread that begins a sweep shares them. */
function packedOf(columns: BarColumns): PackedBars {
  const range = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  return shareBars({ blocks: packBars(columns), ...range });
}

if (parentPort) await main(workerData as SweepOrders);

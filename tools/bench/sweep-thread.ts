import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { openTrials } from '@trickdesk/engine';
import { SweepBoard } from '../../apps/server/src/compose/sweep-board.ts';
import { rehearse, rehearseSweeps } from '../../apps/server/src/features/backtests/rehearse.ts';
import { crossover } from './hand-written.ts';
import { BENCH_CALENDAR } from './series.ts';
import { backtestOf, gridOf } from './strategies.ts';

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
  const { strategy: _own, series, onProgress: _told, ...settings } = backtestOf('W1', SWEEP_BARS, 'entry_bar');
  const [columns] = series;
  if (!columns || !('time' in columns)) throw new Error('the bars are columns');
  const candidates = gridOf();
  const from = columns.time[0] ?? 0;
  const trials = openTrials({ ...settings, candidates, series: [columns], tradeFrom: from, warmFrom: () => from });

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

if (parentPort) await main(workerData as SweepOrders);

import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { openTrials } from '@trickdesk/engine';
import { sweepInputOf } from '../features/backtests/index.ts';
import { openThreadMarket } from './backtest-market.ts';
import { SweepBoard } from './sweep-board.ts';
import { type SweepPart, type SweepResult, stepBack } from './sweep-threads.ts';

/** Runs combinations of a sweep that another thread has begun, on the bars of that thread, until none is left. */
async function main(port: MessagePort, { settings, shared, board: buffer, place, count }: SweepPart): Promise<void> {
  stepBack();
  const { marketData, database } = openThreadMarket(settings);
  try {
    await marketData.start();
  } finally {
    await database.close();
  }
  const board = new SweepBoard(buffer);
  const trials = openTrials(sweepInputOf(shared, marketData.calendar));
  for (let index = board.take(); index < count; index = board.take()) {
    const result: SweepResult = { index, figures: board.note(place, (onShare) => trials.run(index, onShare)) };
    port.postMessage(result);
  }
}

// The validated edge: `sweep-threads.ts` hands it over.
if (!isMainThread && parentPort) await main(parentPort, workerData as SweepPart);

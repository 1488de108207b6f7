import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { openTrials, type Trials } from '@trickdesk/engine';
import { type Rehearsal, rehearseSweeps, sweepInputOf } from '../features/backtests/index.ts';
import type { Settings } from '../platform/settings.ts';
import { openThreadMarket } from './backtest-market.ts';
import { firstMessageOf } from './first-message.ts';
import { SweepBoard } from './sweep-board.ts';
import { type SweepPart, type SweepResult, stepBack } from './sweep-threads.ts';

/** Outside every function: what one names no more may be collected before it ends. */
const HELD: Rehearsal[] = [];

/**
 * Gets ready, is told of a sweep that another thread has begun, and runs combinations of it, on the bars of that thread,
 * until none is left.
 */
async function main(port: MessagePort, settings: Settings): Promise<void> {
  stepBack();
  const { trials, part } = await engage(port, settings);
  const board = new SweepBoard(part.board);
  for (let index = board.take(); index < part.count; index = board.take()) {
    const result: SweepResult = { index, figures: board.note(part.place, (onShare) => trials.run(index, onShare)) };
    port.postMessage(result);
  }
}

interface Engaged {
  readonly part: SweepPart;
  readonly trials: Trials;
}

async function engage(port: MessagePort, settings: Settings): Promise<Engaged> {
  const asked = firstMessageOf<SweepPart>(port);
  const { marketData, database } = openThreadMarket(settings);
  try {
    await marketData.start();
    HELD.push(await rehearseSweeps(marketData.calendar, asked.hasCome));
    const part = await asked.message;
    // What was learnt while it waited may be old.
    await marketData.start();
    return { part, trials: openTrials(sweepInputOf(part.shared, marketData.calendar)) };
  } finally {
    await database.close();
  }
}

// The validated edge: `sweep-threads.ts` hands it over.
if (!isMainThread && parentPort) await main(parentPort, workerData as Settings);

import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads';
import {
  type BacktestJob,
  type Rehearsal,
  rehearse,
  runStoredBacktest,
  type SpreadTrials,
} from '../features/backtests/index.ts';
import type { Settings } from '../platform/settings.ts';
import { openThreadMarket } from './backtest-market.ts';
import type { ThreadMessage } from './backtests.ts';
import { firstMessageOf } from './first-message.ts';
import { SweepTeam, spreadOver, stepBack } from './sweep-threads.ts';

/** Outside every function: what one names no more may be collected before it ends. */
const HELD: Rehearsal[] = [];

/** One back-test on a thread of its own: gets ready, is told which, reads its bars itself, says how far it is, and ends. */
async function main(port: MessagePort, settings: Settings): Promise<void> {
  const asked = firstMessageOf<BacktestJob>(port);
  const tell = (message: ThreadMessage): void => port.postMessage(message);
  const team = new SweepTeam(settings);
  const { marketData, database } = openThreadMarket(settings);
  try {
    await marketData.start();
    // Who is asked at once has no time to get anybody ready.
    if (!asked.hasCome()) team.prepare();
    HELD.push(await rehearse(marketData.calendar, asked.hasCome));
    const job = await asked.message;
    if (!job.sweep) await team.close();
    // What was learnt while it waited may be old.
    await marketData.start();
    const spread: SpreadTrials = (work) => {
      stepBack();
      return spreadOver(team)(work);
    };
    const onProgress = (percent: number): void => tell({ percent });
    tell({ outcome: await runStoredBacktest(marketData, job, onProgress, spread) });
  } finally {
    await Promise.all([team.close(), database.close()]);
  }
}

// Also loaded without being started: to be compiled ahead. The validated edge: `backtests.ts` hands the settings over.
if (!isMainThread && parentPort) await main(parentPort, workerData as Settings);

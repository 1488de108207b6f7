import { Worker } from 'node:worker_threads';
import type { BacktestJob, BacktestOutcome, BacktestThread, BacktestThreads } from '../features/backtests/index.ts';
import type { Settings } from '../platform/settings.ts';
import { THREAD_LIMITS } from './sweep-threads.ts';

export type ThreadMessage = { readonly percent: number } | { readonly outcome: BacktestOutcome };

/** How long a thread that was made ready waits for its back-test. A form is filled in within that. */
const READY_FOR_MS = 5 * 60_000;

/**
 * Threads of back-tests. Each works on one and ends with it, so that nothing is held between two. One can be made ready
 * ahead: it has loaded its modules and knows the calendar, and holds nothing of any run; unused it ends by itself.
 *
 * @param readyForMs how long an unused thread stays
 */
export function openBacktestThreads(settings: Settings, readyForMs = READY_FOR_MS): BacktestThreads {
  let ready: Worker | undefined;
  let ending: NodeJS.Timeout | undefined;

  const take = (): Worker | undefined => {
    const worker = ready;
    clearTimeout(ending);
    ready = undefined;
    return worker;
  };
  const close = async (): Promise<void> => void (await take()?.terminate());
  const prepare = (): void => {
    if (!ready) {
      const worker = newThread(settings);
      // One that cannot get ready is nobody's: a back-test starts its own, and tells what was wrong.
      worker.on('error', () => undefined);
      worker.on('exit', () => {
        if (ready === worker) take();
      });
      ready = worker;
    }
    clearTimeout(ending);
    ending = setTimeout(() => void close(), readyForMs);
    ending.unref();
  };
  return { prepare, open: (job, onProgress) => begin(take() ?? newThread(settings), job, onProgress), close };
}

function newThread(settings: Settings): Worker {
  return new Worker(new URL('./backtest-thread.ts', import.meta.url), {
    name: 'backtest',
    workerData: settings,
    resourceLimits: THREAD_LIMITS,
  });
}

function begin(worker: Worker, job: BacktestJob, onProgress: (percent: number) => void): BacktestThread {
  const done = new Promise<BacktestOutcome>((resolve, reject) => {
    worker.on('message', (message: ThreadMessage) => {
      if ('outcome' in message) resolve(message.outcome);
      else onProgress(message.percent);
    });
    worker.on('error', reject);
    worker.on('exit', (code) =>
      reject(new Error(`the thread of back-test ${job.id} ended without a result (${code})`)),
    );
  });
  worker.postMessage(job);
  return { done, stop: async () => void (await worker.terminate()) };
}

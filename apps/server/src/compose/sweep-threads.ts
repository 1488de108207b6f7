import { availableParallelism, setPriority } from 'node:os';
import { setImmediate as others } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { TrialFigures } from '@trickdesk/engine';
import type { SharedSweep, SpreadTrials } from '../features/backtests/index.ts';
import type { Settings } from '../platform/settings.ts';
import { SweepBoard } from './sweep-board.ts';

/** What a thread that helps with a sweep is handed. */
export interface SweepPart {
  readonly settings: Settings;
  readonly shared: SharedSweep;
  readonly board: SharedArrayBuffer;
  /** Its own place on the board. */
  readonly place: number;
  readonly count: number;
}

export interface SweepResult {
  readonly index: number;
  readonly figures: TrialFigures;
}

/** Bars lie outside the heap: packed, and some unpacked. What is in it grows with trades. */
export const THREAD_LIMITS = { maxOldGenerationSizeMb: 768 };
/** Of the niceness of Linux: where cores are scarce, calls of people come before somebody's hundred combinations. */
const NICENESS = 5;

/** Lets everything else of the machine go first. Elsewhere than on Linux a priority is the whole process's. */
export function stepBack(): void {
  if (process.platform === 'linux') setPriority(0, NICENESS);
}

/**
 * Spreads the combinations of a sweep over threads: this one, and others beside it that read the same bars. Each takes
 * the next one that nobody has taken. The others end with the sweep, and with the thread that began them.
 *
 * @param threads at most, this one included
 */
export function spreadOver(settings: Settings, threads = availableParallelism()): SpreadTrials {
  return async ({ shared, count, run, onShare }) => {
    const places = Math.min(threads, count);
    const board = SweepBoard.open(places);
    const found = new Map<number, TrialFigures>();
    const tell = (): void => onShare(board.done() / count);
    const team = Array.from({ length: places - 1 }, (_, i) =>
      startOther({ settings, shared, board: board.buffer, place: i + 1, count }, ({ index, figures }) => {
        found.set(index, figures);
        tell();
      }),
    );
    const ended = Promise.all(team.map(({ done }) => done));
    // It is looked at between two runs; until then a fault is nobody's.
    ended.catch(() => undefined);
    try {
      for (let index = board.take(); index < count; index = board.take()) {
        found.set(
          index,
          board.note(0, (onOwn) => run(index, (share) => [onOwn(share), tell()])),
        );
        // A fault of another thread ends the sweep; what they have found is heard here.
        await Promise.race([others(), ended]);
      }
      if (found.size < count) await ended;
    } finally {
      await Promise.all(team.map(({ stop }) => stop()));
    }
    return Array.from({ length: count }, (_, index) => figuresAt(found, index));
  };
}

interface Other {
  /** Rejects where it ended before it was through. */
  readonly done: Promise<void>;
  readonly stop: () => Promise<void>;
}

function startOther(part: SweepPart, onResult: (result: SweepResult) => void): Other {
  const worker = new Worker(new URL('./sweep-thread.ts', import.meta.url), {
    name: 'sweep',
    workerData: part,
    resourceLimits: THREAD_LIMITS,
  });
  const done = new Promise<void>((resolve, reject) => {
    worker.on('message', onResult);
    worker.on('error', reject);
    worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a thread of a sweep ended with ${code}`))));
  });
  return { done, stop: async () => void (await worker.terminate()) };
}

function figuresAt(found: ReadonlyMap<number, TrialFigures>, index: number): TrialFigures {
  const figures = found.get(index);
  if (!figures) throw new Error(`combination ${index} of a sweep was taken by a thread that ended without it`);
  return figures;
}

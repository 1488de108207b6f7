import { availableParallelism, setPriority } from 'node:os';
import { setImmediate as others } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { TrialFigures } from '@trickdesk/engine';
import type { SharedSweep, SpreadTrials } from '../features/backtests/index.ts';
import type { Settings } from '../platform/settings.ts';
import { SweepBoard } from './sweep-board.ts';

/** What a thread that helps with a sweep is told. */
export interface SweepPart {
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

/** Ready ahead of a sweep at most, beside the thread that begins it: each holds its modules in memory and a connection. */
const MOST_READY = 3;

/** Threads that may be made ready ahead: whoever is asked for a sweep then finds its code compiled on all of them. */
export class SweepTeam {
  readonly #settings: Settings;
  readonly #ready: Worker[] = [];

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** They get ready beside this thread, and wait. @param threads that work on a sweep, this one included */
  prepare(threads = availableParallelism()): void {
    const count = Math.min(threads - 1, MOST_READY) - this.#ready.length;
    for (let i = 0; i < count; i += 1) {
      const worker = this.#start();
      // One that cannot get ready is nobody's: a sweep starts its own, and tells what was wrong.
      worker.on('error', () => undefined);
      worker.on('exit', () => this.#forget(worker));
      this.#ready.push(worker);
    }
  }

  /** One that is ready, or begins to get so. */
  take(): Worker {
    return this.#ready.shift() ?? this.#start();
  }

  /** Those that wait are not needed. */
  async close(): Promise<void> {
    await Promise.all(this.#ready.splice(0).map((worker) => worker.terminate()));
  }

  #start(): Worker {
    return new Worker(new URL('./sweep-thread.ts', import.meta.url), {
      name: 'sweep',
      workerData: this.#settings,
      resourceLimits: THREAD_LIMITS,
    });
  }

  #forget(worker: Worker): void {
    const place = this.#ready.indexOf(worker);
    if (place >= 0) this.#ready.splice(place, 1);
  }
}

/**
 * Spreads the combinations of a sweep over threads: this one, and others beside it that read the same bars. Each takes
 * the next one that nobody has taken. The others end with the sweep, and with the thread that began them.
 *
 * @param threads at most, this one included
 */
export function spreadOver(team: SweepTeam, threads = availableParallelism()): SpreadTrials {
  return async ({ shared, count, run, onShare }) => {
    const places = Math.min(threads, count);
    const board = SweepBoard.open(places);
    const found = new Map<number, TrialFigures>();
    const tell = (): void => onShare(board.done() / count);
    const engaged = Array.from({ length: places - 1 }, (_, i) =>
      engage(team.take(), { shared, board: board.buffer, place: i + 1, count }, ({ index, figures }) => {
        found.set(index, figures);
        tell();
      }),
    );
    const ended = Promise.all(engaged.map(({ done }) => done));
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
      await Promise.all([team.close(), ...engaged.map(({ stop }) => stop())]);
    }
    return Array.from({ length: count }, (_, index) => figuresAt(found, index));
  };
}

interface Other {
  /** Rejects where it ended before it was through. */
  readonly done: Promise<void>;
  readonly stop: () => Promise<void>;
}

function engage(worker: Worker, part: SweepPart, onResult: (result: SweepResult) => void): Other {
  const done = new Promise<void>((resolve, reject) => {
    worker.on('message', onResult);
    worker.on('error', reject);
    worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a thread of a sweep ended with ${code}`))));
  });
  worker.postMessage(part);
  return { done, stop: async () => void (await worker.terminate()) };
}

function figuresAt(found: ReadonlyMap<number, TrialFigures>, index: number): TrialFigures {
  const figures = found.get(index);
  if (!figures) throw new Error(`combination ${index} of a sweep was taken by a thread that ended without it`);
  return figures;
}

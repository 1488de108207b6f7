import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Log } from './log.ts';

/** A process that is started again whenever it ends by itself. */
export interface Supervised {
  readonly name: string;
  readonly pid: () => number | undefined;
  /** Ends it for good: SIGTERM, and SIGKILL after the time given. */
  readonly stop: (withinMs: number) => Promise<void>;
  /** Ends it once, for it to start again at once: after a change of its sources. */
  readonly restart: () => void;
}

export interface SupervisedOptions {
  readonly name: string;
  /** The script, with its arguments. */
  readonly script: readonly string[];
  /** Of Node.js and V8. */
  readonly flags: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly log: Log;
  /** Called instead of another start when it ends because its settings are wrong; it has named them by then. */
  readonly onWrongSettings: () => void;
}

/** How a part ends whose settings are wrong (`EX_CONFIG` of sysexits): it would end so at each start. */
export const WRONG_SETTINGS_EXIT_CODE = 78;

const FIRST_BACKOFF_MS = 500;
/** Short, since runs must go on within ten seconds of a death, the start and the take-over included. */
const LONGEST_BACKOFF_MS = 3_000;
/** One that ran for so long failed for a new reason: the waiting starts small again. */
const STABLE_AFTER_MS = 5_000;

/**
 * How V8 uses memory, in megabytes. By default it takes what a machine of many gigabytes has: halves of 16 for young
 * objects, no full collection below some hundreds, then room for four times what lives. Our parts make much garbage
 * and keep little. A ceiling of half a gigabyte, several times what any part needs, makes the room between collections
 * small: V8 grows in steps of a share of it.
 */
const V8_ROOM = ['--initial-old-space-size=16', '--max-old-space-size=512'];

/**
 * Of parts that run back-tests. What an event of a run calls is small and nested deep: put into one piece of code for
 * twice as much as V8 does by itself, a run takes a tenth less time.
 */
export const V8_CALCULATING = ['--max-semi-space-size=4', ...V8_ROOM, '--max-inlined-bytecode-size-cumulative=2000'];

/**
 * Of parts that calculate nothing for long: V8 collects before it grows by more than a third, and takes no more than it
 * needs, of young objects half as much. Back-tests would lose a third of their speed by it, so what runs them goes
 * without.
 */
export const V8_SAVING_MEMORY = ['--max-semi-space-size=2', ...V8_ROOM, '--memory-saver-mode'];

/**
 * One pool of native memory for all threads of a part: glibc's own for each thread keep 10 MB a part for nothing. Large
 * pieces stay outside it and go back at once: glibc puts ever larger ones in as they are freed, and the pool keeps the
 * holes that they leave.
 */
const NATIVE_MEMORY = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '131072' };

const parentWatch = new URL('./parent-watch.ts', import.meta.url).href;

/** Milliseconds before the start after `failures` ends in a row, 1 being the first. */
export function backoffMs(failures: number): number {
  return Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(failures - 1, 10));
}

export function supervise(options: SupervisedOptions): Supervised {
  const { name, log } = options;
  let child: ChildProcess | undefined;
  let stopping = false;
  let restarting = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let ended: Promise<void> = Promise.resolve();

  const start = (): void => {
    const startedAt = performance.now();
    const started = spawn(process.execPath, [...options.flags, '--import', parentWatch, ...options.script], {
      env: { ...NATIVE_MEMORY, ...options.environment },
      // Output goes out as it is. The channel tells the child when we are gone.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // A group of its own: Ctrl-C reaches the supervisor, which stops the parts in their order.
      detached: true,
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    });
    child = started;
    ended = new Promise((resolve) => {
      started.on('error', (error) => log.error(`${name} could not be started: ${error.message}`));
      started.on('close', (code, signal) => {
        child = undefined;
        resolve();
        if (stopping) return;
        if (code === WRONG_SETTINGS_EXIT_CODE) options.onWrongSettings();
        else again(performance.now() - startedAt, signal ?? `code ${code}`);
      });
    });
  };

  const again = (livedMs: number, how: string): void => {
    if (restarting) {
      restarting = false;
      start();
      return;
    }
    failures = livedMs > STABLE_AFTER_MS ? 1 : failures + 1;
    const wait = backoffMs(failures);
    log.error(`${name} ended (${how}); it starts again in ${wait / 1_000} s`);
    timer = setTimeout(start, wait);
  };

  start();
  return {
    name,
    pid: () => child?.pid,
    stop: async (withinMs) => {
      stopping = true;
      clearTimeout(timer);
      child?.kill('SIGTERM');
      const kill = setTimeout(() => {
        log.error(`${name} did not stop within ${withinMs / 1_000} s and was killed`);
        child?.kill('SIGKILL');
      }, withinMs);
      await ended;
      clearTimeout(kill);
    },
    restart: () => {
      restarting = child !== undefined;
      child?.kill('SIGTERM');
    },
  };
}

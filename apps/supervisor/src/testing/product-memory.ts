import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../ports.ts';
import { type PartMemory, readMemory, totalMegabytes } from './process-memory.ts';

export interface ProductMemory {
  /** At the moment when all together held most. */
  readonly most: readonly PartMemory[];
  /** At the end. */
  readonly last: readonly PartMemory[];
  readonly readyAfterMs: number;
  /** Whether the history of all instruments was fetched within the time. */
  readonly historyIsComplete: boolean;
}

const ENTRY = fileURLToPath(new URL('../../start.mjs', import.meta.url));
const PARENT_WATCH = new URL('../parent-watch.ts', import.meta.url).href;
const READY_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 3_000;
/** On a busy machine history takes longer than the time asked for; it is waited for so much longer. */
const MOST_LONGER_MS = 120_000;

/**
 * Starts the product on an empty data folder, as `npm start` does it, with its market running, watches its memory for
 * the time given, until its history is complete, and ends it. Linux only.
 *
 * @throws Error with the end of the product's output when it does not get ready
 */
export async function watchProductMemory(forMs: number): Promise<ProductMemory> {
  const dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-memory-'));
  // The database server runs as a user of its own.
  chmodSync(dataDir, 0o755);
  const port = await freePort('127.0.0.1');
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--import', PARENT_WATCH, ENTRY], {
    // The channel ends with us, however we end, and the product stops itself then.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...withoutVitest(process.env), DATA_DIR: dataDir, HTTP_PORT: String(port), HTTPS_PORT: '0' },
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const ended = new Promise((resolve) => child.once('close', resolve));
  try {
    if (!(await becomesReady(`http://127.0.0.1:${port}/readyz`))) {
      throw new Error(`the product did not get ready:\n${output.slice(-4_000)}`);
    }
    const readyAfterMs = performance.now() - startedAt;
    const isComplete = (): boolean => output.includes('the history is complete');
    const watched = await watch(child.pid ?? 0, forMs, isComplete);
    return { ...watched, readyAfterMs, historyIsComplete: isComplete() };
  } finally {
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function watch(
  pid: number,
  forMs: number,
  isComplete: () => boolean,
): Promise<Pick<ProductMemory, 'most' | 'last'>> {
  const startedAt = performance.now();
  let last = readMemory(pid);
  let most = last;
  for (let ms = 0; ms < forMs || (!isComplete() && ms < forMs + MOST_LONGER_MS); ms = performance.now() - startedAt) {
    await sleep(LOOK_EVERY_MS);
    last = readMemory(pid);
    if (totalMegabytes(last) > totalMegabytes(most)) most = last;
  }
  return { most, last };
}

async function becomesReady(url: string): Promise<boolean> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    const ready = await fetch(url).then(
      (reply) => reply.ok,
      // Nobody listens yet.
      () => false,
    );
    if (ready) return true;
    await sleep(100);
  }
  return false;
}

/** Vitest's own variables would turn the product's processes into what they are not. */
function withoutVitest(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { NODE_ENV: _test, NODE_OPTIONS: _options, ...rest } = environment;
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !name.startsWith('VITEST')));
}

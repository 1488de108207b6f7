import { existsSync, readFileSync } from 'node:fs';

/** The first lines of `postmaster.pid`. */
export interface PidFile {
  readonly pid: number;
  readonly socketFolder: string;
}

/** `undefined` when there is none, or one that was cut short. */
export function readPidFile(path: string): PidFile | undefined {
  if (!existsSync(path)) return undefined;
  const lines = readFileSync(path, 'utf8').split('\n');
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, socketFolder: lines[4]?.trim() ?? '' } : undefined;
}

/** True while a process runs; a zombie, which only waits for its parent to notice its end, does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, as somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return !isZombie(pid);
}

function isZombie(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  try {
    // The state follows the program's name, which stands in brackets and may hold anything.
    return existsSync(stat) && /^\s[ZX]/.test(readFileSync(stat, 'utf8').replace(/^.*\)/s, ''));
  } catch {
    // It ended between the two looks.
    return true;
  }
}

/** @returns false when the process still runs after `timeoutMs` */
export async function waitForEnd(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (isRunning(pid)) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return true;
}

import { readdirSync, readFileSync } from 'node:fs';

/** How many threads of this process have the name. Linux only. */
export function countThreads(name: string): number {
  return readdirSync('/proc/self/task').filter((thread) => nameOf(thread) === name).length;
}

function nameOf(thread: string): string {
  try {
    return readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim();
  } catch {
    // It has ended meanwhile.
    return '';
  }
}

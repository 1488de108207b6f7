import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Lets go of what a start has used, once: this process then waits for the rest of its life, makes next to no garbage, and
 * so would never be asked to. It blocks for some tens of milliseconds.
 */
export function collectGarbage(): void {
  // The collector is a function of contexts made after the flag, and of no other.
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  // The other flavours leave to the heap the pages that it has taken.
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A start makes the most garbage: looked at often while it lasts, and seldom afterwards. */
const STARTING_MS = 120_000;
const LOOK_EVERY_MS = { starting: 4_000, later: 60_000 };
/** Of what was left after the last collection: a heap that has grown beyond it holds mostly what nobody needs. */
const GROWN_BY = 1.25;

/**
 * Gives memory back while a part waits. A part that runs back-tests goes without V8's own memory saver, which would slow
 * them down, and V8 by itself keeps for good what a busy moment took: half of the heap was garbage. A collection takes
 * some tenths of a second, once the heap has grown.
 */
export function spareHeap(): void {
  const collect = collector();
  if (!collect) return;
  let left = 0;
  const startedAt = performance.now();
  const look = (): void => {
    if (getHeapStatistics().total_heap_size > left * GROWN_BY) {
      // The other flavours leave to the heap the pages that it has taken.
      collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
      left = getHeapStatistics().total_heap_size;
    }
    const isStarting = performance.now() - startedAt < STARTING_MS;
    setTimeout(look, isStarting ? LOOK_EVERY_MS.starting : LOOK_EVERY_MS.later).unref();
  };
  look();
}

/** What pieces of work may leave behind together before it is collected. */
const LEFT_BEHIND_BYTES = 24 * 1024 * 1024;
let usedAfter = 0;

/**
 * Gives back what pieces of work took before the next one takes its own: while they go on, V8 lets what is used grow. Blocks
 * for some tens of milliseconds, where there is enough to be given back.
 */
export function collectGarbage(): void {
  if (getHeapStatistics().used_heap_size - usedAfter < LEFT_BEHIND_BYTES) return;
  collector()?.();
  usedAfter = getHeapStatistics().used_heap_size;
}

type Collect = (options?: object) => void;
let known: Collect | undefined;

function collector(): Collect | undefined {
  if (known) return known;
  // The flag is part of what compiled sources are known by: it must not stay on.
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') known = (options) => void collect(options);
  return known;
}

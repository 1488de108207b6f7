import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A start makes the most garbage: looked at often while it lasts, and seldom afterwards. */
const STARTING_MS = 120_000;
const LOOK_EVERY_MS = { starting: 4_000, later: 60_000 };
/** Of what was left after the last collection: a heap that has grown beyond it holds mostly what nobody needs. */
const GROWN_BY = 1.25;

/** The other flavours leave to the heap the pages that it has taken. */
const WITH_ITS_PAGES = { type: 'major', execution: 'sync', flavor: 'last-resort' };

/**
 * Gives memory back while a part waits. A part that runs back-tests goes without V8's own memory saver, which would slow
 * them down, and V8 by itself keeps for good what a busy moment took: half of the heap was garbage. A collection takes
 * a tenth of a second, once the heap has grown.
 *
 * @param goesOn also after the start. Where orders or prices pass through, nothing stops for it then
 */
export function spareHeap({ goesOn }: { readonly goesOn: boolean }): void {
  const collect = collector();
  if (!collect) return;
  let left = 0;
  const startedAt = performance.now();
  const look = (): void => {
    if (getHeapStatistics().total_heap_size > left * GROWN_BY) {
      collect(WITH_ITS_PAGES);
      left = getHeapStatistics().total_heap_size;
    }
    const isStarting = performance.now() - startedAt < STARTING_MS;
    if (!isStarting && !goesOn) return;
    setTimeout(look, isStarting ? LOOK_EVERY_MS.starting : LOOK_EVERY_MS.later).unref();
  };
  look();
}

/** What pieces of work may leave behind together before it is collected. */
const LEFT_BEHIND_BYTES = 12 * 1024 * 1024;
let leastUsed = Number.POSITIVE_INFINITY;

/**
 * Gives back what pieces of work took before the next one takes its own: while they go on, V8 lets what is used grow. Blocks
 * for a tenth of a second, where there is enough to be given back.
 */
export function collectGarbage(): void {
  const used = usedBytes();
  // Also what V8 has given back by itself counts.
  leastUsed = Math.min(leastUsed, used);
  if (used - leastUsed < LEFT_BEHIND_BYTES) return;
  collector()?.(WITH_ITS_PAGES);
  leastUsed = usedBytes();
}

/** Columns of prices lie outside the heap. */
function usedBytes(): number {
  const { used_heap_size: inHeap, external_memory: outside } = getHeapStatistics();
  return inHeap + outside;
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

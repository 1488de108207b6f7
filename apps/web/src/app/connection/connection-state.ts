/** Since when there has been no connection; `isCopy`: the page itself was kept and nothing was heard yet. */
export interface Offline {
  readonly at: number;
  readonly isCopy: boolean;
}

const LOOK_AGAIN_MS = 5_000;
/** Written into the page by the worker, where it kept it. */
const COPY_TAG = 'meta[name="offline-copy"]';

export function offlineSince(): Offline | undefined {
  const isCopy = document.querySelector(COPY_TAG) !== null;
  return isCopy || !navigator.onLine ? { at: Date.now(), isCopy } : undefined;
}

/**
 * Tells of each change, now and then. A browser only knows whether there is a network: that the server is there again is
 * asked of itself.
 *
 * @returns ends it
 */
export function watchConnection(tell: (offline: Offline | undefined) => void): () => void {
  let looking: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  async function lookUntilThere(): Promise<void> {
    clearTimeout(looking);
    const isThere = navigator.onLine && (await isReachable());
    if (isOver) return;
    if (isThere) tell(undefined);
    else looking = setTimeout(() => void lookUntilThere(), LOOK_AGAIN_MS);
  }
  const onLost = (): void => {
    tell({ at: Date.now(), isCopy: false });
    void lookUntilThere();
  };
  const onFound = (): void => void lookUntilThere();
  window.addEventListener('offline', onLost);
  window.addEventListener('online', onFound);
  if (offlineSince() !== undefined) void lookUntilThere();
  return () => {
    isOver = true;
    clearTimeout(looking);
    window.removeEventListener('offline', onLost);
    window.removeEventListener('online', onFound);
  };
}

async function isReachable(): Promise<boolean> {
  try {
    // The worker leaves a HEAD alone.
    await fetch('/', { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

const MINUTE_MS = 60_000;
const MINUTES_IN_HOUR = 60;

/** How long ago, in the largest unit of which there is one. */
export function ageOf(
  at: number,
  now: number,
): { readonly unit: 'moments' | 'minutes' | 'hours'; readonly value: number } {
  const minutes = Math.floor((now - at) / MINUTE_MS);
  if (minutes < 1) return { unit: 'moments', value: 0 };
  if (minutes < MINUTES_IN_HOUR) return { unit: 'minutes', value: minutes };
  return { unit: 'hours', value: Math.floor(minutes / MINUTES_IN_HOUR) };
}

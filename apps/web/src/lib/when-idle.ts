const SETTLED_MS = 1_500;

/**
 * Work that can wait until the page stands: what it shows first has been asked for by then, and the browser has nothing
 * better to do.
 *
 * @returns forgets it
 */
export function whenIdle(work: () => void): () => void {
  const timer = setTimeout(() => {
    // Not in every browser.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(work);
    else work();
  }, SETTLED_MS);
  return () => clearTimeout(timer);
}

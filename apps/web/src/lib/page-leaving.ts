/** Somebody who was asked and stayed, or whose link opened another program, is on the page still. */
const BELIEVED_MS = 5_000;

/**
 * Watches for the page to be left: between the reload or the link and its end, a busy browser lets it run for seconds.
 *
 * @param now milliseconds of a clock that only goes forward
 * @returns whether the page is about to end, so that what it began now would be lost with it
 */
export function watchLeaving(page: EventTarget, now: () => number = () => performance.now()): () => boolean {
  let leftAt = Number.NEGATIVE_INFINITY;
  page.addEventListener('beforeunload', () => {
    leftAt = now();
  });
  return () => now() - leftAt < BELIEVED_MS;
}

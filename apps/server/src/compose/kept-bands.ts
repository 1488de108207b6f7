import type { PriceBand } from '@trickdesk/domain';
import type { Clock } from '../platform/clock.ts';

/** So long one answer holds: exchanges shift the bands of some shares within the day. */
const KEPT_MS = 30_000;
/** Nobody's order waits longer for a band: the broker checks it too. */
const WAIT_MS = 2_000;
/** Above so many the oldest answers are forgotten. */
const MOST_KEPT = 1_000;

type ReadBands<I> = (brokerLinkId: number, asked: readonly I[]) => Promise<ReadonlyMap<number, PriceBand>>;

/** Bands for people who wait for them: one that does not come soon is not waited for, and one that came is kept a while. */
export function keepBands<I extends { readonly id: number }>(
  readBands: ReadBands<I>,
  { clock, waitMs = WAIT_MS }: { readonly clock: Clock; readonly waitMs?: number },
) {
  const kept = new Map<string, { readonly band: PriceBand; readonly until: number }>();
  return async (brokerLinkId: number, instrument: I): Promise<PriceBand | undefined> => {
    const key = `${brokerLinkId} ${instrument.id}`;
    const known = kept.get(key);
    if (known && clock.now() < known.until) return known.band;
    const band = await soon(
      readBands(brokerLinkId, [instrument]).then((bands) => bands.get(instrument.id)),
      waitMs,
    );
    if (!band) return undefined;
    kept.delete(key);
    kept.set(key, { band, until: clock.now() + KEPT_MS });
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return band;
  };
}

async function soon<T>(answer: Promise<T | undefined>, waitMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), waitMs);
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

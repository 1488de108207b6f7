import { type Bar, type EpochMs, MINUTE_MS } from '@trickdesk/domain';

/**
 * Minute bars of one day in a fifth of the memory of their objects: open, high, low and close in paise and the volume of
 * each minute, one after the other. They begin at the session's opening and leave no minute out.
 */
export type PackedMinutes = Int32Array;

export const FIELDS = 5;
export const [OPEN, HIGH, LOW, CLOSE, VOLUME] = [0, 1, 2, 3, 4] as const;

export function packMinutes(bars: readonly Bar[]): PackedMinutes {
  const packed = new Int32Array(bars.length * FIELDS);
  bars.forEach((bar, t) => {
    putMinute(packed, t, bar);
  });
  return packed;
}

export function putMinute(packed: PackedMinutes, minute: number, bar: Omit<Bar, 'openAt'>): void {
  const at = minute * FIELDS;
  packed[at + OPEN] = bar.open;
  packed[at + HIGH] = bar.high;
  packed[at + LOW] = bar.low;
  packed[at + CLOSE] = bar.close;
  packed[at + VOLUME] = bar.volume;
}

/** @param openAt opening of the session, the moment of the first bar */
export function unpackMinutes(packed: PackedMinutes, openAt: EpochMs): Bar[] {
  return Array.from({ length: packed.length / FIELDS }, (_, t) => {
    const at = t * FIELDS;
    return {
      openAt: openAt + t * MINUTE_MS,
      open: packed[at + OPEN] ?? 0,
      high: packed[at + HIGH] ?? 0,
      low: packed[at + LOW] ?? 0,
      close: packed[at + CLOSE] ?? 0,
      volume: packed[at + VOLUME] ?? 0,
    };
  });
}

/** One bar over all minutes; `undefined` of none. */
export function dayOfMinutes(packed: PackedMinutes, openAt: EpochMs): Bar | undefined {
  if (packed.length === 0) return undefined;
  let [high, low, volume] = [packed[HIGH] ?? 0, packed[LOW] ?? 0, 0];
  for (let at = 0; at < packed.length; at += FIELDS) {
    high = Math.max(high, packed[at + HIGH] ?? 0);
    low = Math.min(low, packed[at + LOW] ?? low);
    volume += packed[at + VOLUME] ?? 0;
  }
  return { openAt, open: packed[OPEN] ?? 0, high, low, close: packed[packed.length - FIELDS + CLOSE] ?? 0, volume };
}

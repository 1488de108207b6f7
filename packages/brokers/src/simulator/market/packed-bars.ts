import { type Bar, type EpochMs, MINUTE_MS } from '@trickdesk/domain';

const FIELDS = 5;

/** Minute bars of one day in a fifth of the memory of their objects. */
export function packMinutes(bars: readonly Bar[]): Int32Array {
  const packed = new Int32Array(bars.length * FIELDS);
  bars.forEach((bar, t) => {
    packed.set([bar.open, bar.high, bar.low, bar.close, bar.volume], t * FIELDS);
  });
  return packed;
}

/** @param openAt opening of the session, the moment of the first bar */
export function unpackMinutes(packed: Int32Array, openAt: EpochMs): Bar[] {
  return Array.from({ length: packed.length / FIELDS }, (_, t) => {
    const at = t * FIELDS;
    return {
      openAt: openAt + t * MINUTE_MS,
      open: packed[at] ?? 0,
      high: packed[at + 1] ?? 0,
      low: packed[at + 2] ?? 0,
      close: packed[at + 3] ?? 0,
      volume: packed[at + 4] ?? 0,
    };
  });
}

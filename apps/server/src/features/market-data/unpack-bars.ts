import { type BarColumns, PiecedBars } from '@trickdesk/engine';
import { createBlockCache } from './block-cache.ts';
import { decodeBlock, packed } from './candle-block.ts';
import type { PackedBars, PackedBlock } from './types.ts';

/** Two million bars: all of one instrument over twenty years of minutes, two weeks of two hundred. */
const KEPT_BYTES = 64 * 1024 * 1024;

/**
 * Packed bars of some instruments, to be looked at piece by piece. Pieces are unpacked when they are come to; those that
 * were looked at last are kept, together no more than `keptBytes`.
 */
export function unpackBars(packed: readonly PackedBars[], keptBytes = KEPT_BYTES): PiecedBars[] {
  const cache = createBlockCache(keptBytes);
  return packed.map(({ blocks, from, to }, series) => {
    const bars = new PiecedBars(
      blocks.map(({ firstAt, count, bytes }, block) => {
        const key = `${series}/${block}`;
        const read = (): BarColumns => {
          const columns = cache.get(key, '') ?? decodeBlock(bytes);
          cache.put(key, '', columns);
          const { openAt: time, open, high, low, close, volume } = columns;
          return { time, open, high, low, close, volume };
        };
        return { firstAt, count, read };
      }),
    );
    return bars.rows(bars.firstRowAt(from), bars.firstRowAt(to));
  });
}

/** As they would lie in the database. */
export function packBars({ time: openAt, ...prices }: BarColumns): PackedBlock[] {
  return packed({ length: openAt.length, openAt, ...prices });
}

/** The same where other threads can read it as it lies. */
export function shareBars({ blocks, ...range }: PackedBars): PackedBars {
  const shared = blocks.map(({ bytes, ...block }) => {
    const place = new Uint8Array(new SharedArrayBuffer(bytes.byteLength));
    place.set(bytes);
    return { ...block, bytes: place };
  });
  return { blocks: shared, ...range };
}

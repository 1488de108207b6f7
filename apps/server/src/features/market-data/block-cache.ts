import type { BarColumns } from './types.ts';

/** Decoded blocks that were used last, bounded by their size in memory. A block is known by its key and version. */
export interface BlockCache {
  readonly get: (key: string, version: string) => BarColumns | undefined;
  readonly put: (key: string, version: string, columns: BarColumns) => void;
}

/** Two doubles and four integers. */
const BYTES_PER_BAR = 32;

export function createBlockCache(maxBytes: number): BlockCache {
  // A Map keeps the order of insertion, so the first entry is the one that was used longest ago.
  const kept = new Map<string, { readonly version: string; readonly columns: BarColumns }>();
  let bytes = 0;

  const remove = (key: string): void => {
    const entry = kept.get(key);
    if (!entry) return;
    kept.delete(key);
    bytes -= entry.columns.length * BYTES_PER_BAR;
  };

  return {
    get: (key, version) => {
      const entry = kept.get(key);
      if (entry?.version !== version) return undefined;
      kept.delete(key);
      kept.set(key, entry);
      return entry.columns;
    },
    put: (key, version, columns) => {
      remove(key);
      kept.set(key, { version, columns });
      bytes += columns.length * BYTES_PER_BAR;
      for (const oldest of kept.keys()) {
        if (bytes <= maxBytes) break;
        remove(oldest);
      }
    },
  };
}

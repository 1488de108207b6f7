import { type PartMemory, totalMegabytes } from '../../apps/supervisor/src/testing/process-memory.ts';
import { watchProductMemory } from '../../apps/supervisor/src/testing/product-memory.ts';

/** Market running, history and demo made: three minutes after a first start. */
const WATCH_MS = 180_000;

export interface MemoryReport {
  readonly parts: readonly PartMemory[];
  /** Of the moment that is listed, when all together held most. */
  readonly megabytes: number;
  readonly endMegabytes: number;
  readonly readyAfterMs: number;
}

/** Starts the product on an empty folder and reads what each part holds, when all together hold most. Linux only. */
export async function measureMemory(watchMs = WATCH_MS): Promise<MemoryReport> {
  const { most, last, readyAfterMs } = await watchProductMemory(watchMs);
  return { parts: most, megabytes: totalMegabytes(most), endMegabytes: totalMegabytes(last), readyAfterMs };
}

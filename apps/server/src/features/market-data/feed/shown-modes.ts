import type { StoredInstrument } from '../types.ts';
import type { ShownMode, SpreadFeed } from './spread-feed.ts';

/** Longer than any price is under way: one that was sent in a mode that has ended is not taken. */
const BOTH_FOR_MS = 3_000;

/** Changes in which mode instruments are heard, without losing a price between the two. */
export interface ShownModes {
  /** @returns those of which prices may be missing all the same */
  readonly change: (
    instruments: readonly StoredInstrument[],
    mode: ShownMode,
    nowMs: number,
  ) => readonly StoredInstrument[];
  /** Ends modes that others have taken the place of. */
  readonly settle: (nowMs: number) => void;
}

export function createShownModes(feed: () => Pick<SpreadFeed, 'hear' | 'leave'> | undefined): ShownModes {
  /** By instrument: what is to end, and when. A change back takes the place of an earlier one. */
  const leaving = new Map<StoredInstrument, { readonly mode: ShownMode; readonly fromMs: number }>();
  return {
    change: (instruments, mode, nowMs) => {
      const other = mode === 'full' ? 'quote' : 'full';
      for (const one of instruments) leaving.set(one, { mode: other, fromMs: nowMs + BOTH_FOR_MS });
      return instruments.length === 0 ? [] : (feed()?.hear(instruments, mode) ?? []);
    },
    settle: (nowMs) => {
      for (const [instrument, { mode, fromMs }] of leaving) {
        if (nowMs < fromMs) continue;
        leaving.delete(instrument);
        feed()?.leave([instrument], mode);
      }
    },
  };
}

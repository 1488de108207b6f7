import type { Tx } from '@trickdesk/db';
import type { Bar, EpochMs } from '@trickdesk/domain';
import type { VetoRule } from '@trickdesk/engine';

/** An entry of a run in test mode, right after it was decided. Whole paise and units. */
export interface GuardedEntry {
  readonly instrumentId: number;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly pricePaise: number;
  readonly at: EpochMs;
}

export interface RefusedEntry extends GuardedEntry {
  readonly intentId: number;
  readonly rule: VetoRule;
  /** For its owner. */
  readonly sentence: string;
}

/**
 * Holds entries of test mode back where their prices cannot be trusted, as the gate of an account does live. It hears what
 * the runner hears, so that it can answer at once. Exits never ask.
 */
export interface EntryGuard {
  readonly onPrice: (instrumentId: number, at: EpochMs, pricePaise: number) => void;
  readonly onBar: (instrumentId: number, bar: Bar) => void;
  readonly onClock: (at: EpochMs) => void;
  /** What the feed says of itself, and prices that it told before this process listened. */
  readonly refresh: (instrumentIds: readonly number[]) => Promise<void>;
  readonly vetoOf: (entry: GuardedEntry) => Pick<RefusedEntry, 'rule' | 'sentence'> | undefined;
  /** Stores what was refused, in the transaction of the run's own write. */
  readonly keep: (
    tx: Tx,
    owner: { readonly accountId: number; readonly deploymentId: number },
    refused: readonly RefusedEntry[],
  ) => Promise<void>;
}

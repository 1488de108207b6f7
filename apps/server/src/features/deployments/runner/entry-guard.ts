import type { Tx } from '@trickdesk/db';
import type { Bar, EpochMs } from '@trickdesk/domain';
import type { OrderIntent, VetoRule } from '@trickdesk/engine';

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

export function isEntry({ purpose }: OrderIntent): boolean {
  return purpose === 'entry';
}

/**
 * Those of the intents that the guard does not let through.
 *
 * @param now where they are asked about once more, with a price that was heard then: only what it did counts
 */
export function refusedEntries(
  intents: readonly OrderIntent[],
  guard: Pick<EntryGuard, 'vetoOf'> | undefined,
  { instrumentIds, now }: { readonly instrumentIds: readonly number[]; readonly now: EpochMs | undefined },
): RefusedEntry[] {
  return intents.filter(isEntry).flatMap((intent) => {
    const { id: intentId, base, symbol, side, quantity, referencePaise: pricePaise, at: decidedAt } = intent;
    const entry = { instrumentId: instrumentIds[base] ?? 0, symbol, side, quantity, pricePaise, at: now ?? decidedAt };
    const veto = guard?.vetoOf(entry);
    if (!veto || (now !== undefined && veto.rule !== 'price_jump')) return [];
    return [{ ...entry, intentId, rule: veto.rule, sentence: veto.sentence }];
  });
}

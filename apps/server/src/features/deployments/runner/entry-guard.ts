import type { Tx } from '@trickdesk/db';
import type { Bar, EpochMs } from '@trickdesk/domain';
import type { OrderIntent, RunEvent, RunState, StrategyRun, VetoRule } from '@trickdesk/engine';

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

/** Entries of one run that its guard does not let through are refused before any price can fill them. */
export class GuardedEntries {
  readonly #guard: Pick<EntryGuard, 'vetoOf'> | undefined;
  readonly #instrumentIds: readonly number[];
  readonly #run: () => StrategyRun;
  /** A guard that asks once more at their first price has something to ask of. */
  #wait = false;

  /** @param run told of everything up to now */
  constructor(guard: Pick<EntryGuard, 'vetoOf'> | undefined, instrumentIds: readonly number[], run: () => StrategyRun) {
    this.#guard = guard;
    this.#instrumentIds = instrumentIds;
    this.#run = run;
  }

  /** What was decided, with what became of it. */
  sieve(decided: readonly RunEvent[]): Sieved {
    if (!this.#guard) return { events: [...decided], refused: [] };
    const given = decided.flatMap((event) => (event.kind === 'intent' ? [event.intent] : []));
    const { events, refused } = this.#refuse(given);
    // The engine may use one array again and again.
    return { events: [...decided, ...events], refused };
  }

  /** To be told after each change of what waits. */
  note({ bases }: RunState): void {
    this.#wait = this.#guard !== undefined && bases.some(({ pending }) => pending.some(isEntry));
  }

  /**
   * Live, an order has a limit that a jump passes by; here it would be filled with it, so it is asked again. That nothing
   * was heard for long is no reason any more: this price was.
   *
   * @returns nothing where nothing is refused
   */
  doubt(base: number, at: EpochMs): Sieved | undefined {
    if (!this.#wait) return undefined;
    const doubted = this.#refuse(this.#run().state().bases[base]?.pending ?? [], at);
    return doubted.refused.length > 0 ? doubted : undefined;
  }

  #refuse(intents: readonly OrderIntent[], now?: EpochMs): Sieved {
    const refused = intents.filter(isEntry).flatMap((intent) => this.#refusalOf(intent, now) ?? []);
    const events = refused.flatMap(({ intentId, at, rule: veto, sentence: note }) => [
      ...this.#run().onIntentEnd({ intentId, at, reason: 'refused', veto, note }),
    ]);
    return { events, refused };
  }

  #refusalOf(intent: OrderIntent, now: EpochMs | undefined): RefusedEntry | undefined {
    const { id: intentId, base, symbol, side, quantity, referencePaise: pricePaise, at: decidedAt } = intent;
    const instrumentId = this.#instrumentIds[base] ?? 0;
    const entry = { instrumentId, symbol, side, quantity, pricePaise, at: now ?? decidedAt };
    const veto = this.#guard?.vetoOf(entry);
    if (!veto || (now !== undefined && veto.rule !== 'price_jump')) return undefined;
    return { ...entry, intentId, rule: veto.rule, sentence: veto.sentence };
  }
}

interface Sieved {
  readonly events: readonly RunEvent[];
  readonly refused: readonly RefusedEntry[];
}

function isEntry({ purpose }: OrderIntent): boolean {
  return purpose === 'entry';
}

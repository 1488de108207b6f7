import type { EpochMs } from '@trickdesk/domain';
import type { OpenPosition, RunEvent, StrategyDefinition } from '@trickdesk/engine';
import type { AppliedNews } from './apply-order-news.ts';
import type { EntryGuard, RefusedEntry } from './entry-guard.ts';
import type { ResizedOrder } from './ex-dates.ts';
import type { Mode } from './orders-store.ts';
import type { RunKey } from './store.ts';
import type { Untold } from './tell-run.ts';

/** What one call of the engine led to, and where the run stood right after it. */
export interface RunBatch {
  readonly events: readonly RunEvent[];
  /** `RunnerState` as JSON. */
  readonly state: string;
  readonly lastBarAt: EpochMs | undefined;
  /** Orders that still wait, by intent. */
  readonly pendingIntents: readonly number[];
  readonly positions: readonly OpenPosition[];
  readonly hasExposure: boolean;
  /** The exchange's time of the batch. */
  readonly at: EpochMs;
  /** By our clock, when the rules decided what is in it. */
  readonly decidedAtWall?: number;
  readonly commands: readonly bigint[];
  /** Of its orders, where a broker executes them. */
  readonly news?: TakenNews;
  /** Entries of test mode that doubtful prices held back. */
  readonly refused?: readonly RefusedEntry[];
  /** Orders that wait over an ex-date. */
  readonly resized?: readonly ResizedOrder[];
}

/** A piece of news that a batch took, with what it said beyond the engine's events. */
export interface TakenNews extends Pick<AppliedNews, 'orderValues' | 'ended' | 'halt'> {
  readonly id: bigint;
}

/** Nothing happened but that time went on. */
export function isBare({ events, commands, news, resized = [] }: RunBatch): boolean {
  return events.length === 0 && commands.length === 0 && news === undefined && resized.length === 0;
}

/** Intents that wait after a write of these batches; `undefined` where it leaves them as they were. */
export function pendingAfter(batches: readonly RunBatch[]): ReadonlySet<number> | undefined {
  const last = batches.findLast((batch) => !isBare(batch));
  return last && new Set(last.pendingIntents);
}

export interface WriteFacts {
  readonly key: RunKey;
  readonly mode: Mode;
  readonly accountId: number;
  readonly strategyVersionId: number;
  readonly definition: StrategyDefinition;
  /** Wall clock, for bookkeeping columns. */
  readonly now: Date;
  /** What is told after this write and not in it. */
  readonly untold?: Untold | undefined;
  /** Intents that wait by what is stored, where that is known. */
  readonly pending?: ReadonlySet<number> | undefined;
  /** In test mode. */
  readonly guard?: Pick<EntryGuard, 'keep'> | undefined;
}

import type { Tx } from '@trickdesk/db';
import type { EpochMs } from '@trickdesk/domain';
import { explainDecision, type RunEvent, type StrategyDefinition } from '@trickdesk/engine';
import type { MarketDataService } from '../../market-data/index.ts';
import { activityOf, type RunActivity, recordRunActivity } from '../run-activity.ts';
import { listChanged } from './orders-store.ts';
import { recordNews } from './record-news.ts';
import { isBare, type RunBatch, type WriteFacts } from './run-batch.ts';
import type { Written } from './run-writer.ts';
import { lockLife, markTold, setLastDecision } from './store.ts';

/**
 * What a write led to that only people need: the trade log, alerts and the browser's events. Where an order is to be
 * sent they are told after it, in a transaction of their own; until then this is stored with the run, so that whoever
 * runs it next tells what a process that died has not.
 */
export interface Untold extends RunActivity {
  /** Of the write, wall clock. */
  readonly at: number;
  /** The earliest moment of the exchange's clock that the write is about. */
  readonly since: EpochMs;
  readonly lastDecision?: { readonly at: EpochMs; readonly sentence: string } | undefined;
}

/**
 * What is told after the write of these batches; `undefined` where it must be told in the write itself. What is held or
 * under way keeps a run in the hands of a runner: only such a write may leave something to tell.
 */
export function untoldOf(
  batches: readonly RunBatch[],
  { definition, at }: { readonly definition: StrategyDefinition; readonly at: number },
): Untold | undefined {
  const events = batches.flatMap((batch) => batch.events);
  const isAsking = events.some(({ kind }) => kind === 'intent') && batches.at(-1)?.hasExposure === true;
  if (!isAsking || batches.some(({ news }) => news?.halt !== undefined)) return undefined;
  const moments = batches.filter((batch) => !isBare(batch)).map((batch) => batch.at);
  return {
    ...activityOf(events, definition),
    at,
    since: Math.min(...moments, ...events.map(momentOf)),
    lastDecision: lastDecisionOf(events, definition),
  };
}

function lastDecisionOf(events: readonly RunEvent[], definition: StrategyDefinition): Untold['lastDecision'] {
  const event = events.findLast(({ kind }) => kind === 'decision');
  if (event?.kind !== 'decision') return undefined;
  return { at: event.decision.at, sentence: explainDecision(event.decision, definition) };
}

function momentOf(event: RunEvent): EpochMs {
  if (event.kind === 'intent') return event.intent.at;
  if (event.kind === 'fill') return event.fill.at;
  return Number.POSITIVE_INFINITY;
}

export interface Telling {
  readonly facts: WriteFacts;
  readonly untold: Untold;
  /** Of a write that this process made; absent where it has to be found what it touched. */
  readonly written?: Written | undefined;
}

/** @throws RunLost when the run is not this runner's any more: whoever has it tells */
export async function tellRun(
  tx: Tx,
  market: Pick<MarketDataService, 'dataset' | 'simulated' | 'calendar'>,
  { facts, untold, written }: Telling,
): Promise<void> {
  const { key, accountId } = facts;
  const { deploymentId } = key;
  await markTold(tx, key);
  if (untold.lastDecision) await setLastDecision(tx, deploymentId, untold.lastDecision.at);
  await recordRunActivity(tx, { key, accountId, now: new Date(untold.at) }, untold);
  const changed = written ?? (await changedSince(tx, facts, untold));
  await recordNews(tx, market, { accountId, deploymentId, written: changed });
}

async function changedSince(tx: Tx, { key }: WriteFacts, untold: Untold): Promise<Written> {
  const life = await lockLife(tx, key);
  const { orderIds, positionIds } = await listChanged(tx, key, untold.since);
  const sentences = untold.lastDecision ? [untold.lastDecision.sentence] : [];
  return { orderIds: new Set(orderIds), positionIds: new Set(positionIds), sentences, life };
}

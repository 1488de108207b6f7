import { indiaDateOf } from '@trickdesk/domain';
import { type Decision, explainDecision, type OrderIntent } from '@trickdesk/engine';
import type { EntriesOfRun } from './entries-store.ts';
import type { EntryPlan } from './live-desk.ts';
import { isBare, type RunBatch, type WriteFacts } from './run-batch.ts';

export interface RunWrite {
  readonly facts: WriteFacts;
  readonly batches: readonly RunBatch[];
}

/** A write that holds decisions and entries that follow from them, and nothing else. */
export interface EntriesAlone {
  readonly decisions: readonly Decision[];
  readonly intents: readonly OrderIntent[];
  /** Of the first of them. */
  readonly decidedAtWall: number | undefined;
}

/** `undefined` where a write holds something else, so that it needs more than one statement. */
export function entriesAlone({ facts, batches }: RunWrite): EntriesAlone | undefined {
  if (!facts.untold || !facts.pending || !batches.every(holdsNothingElse)) return undefined;
  const events = batches.flatMap((batch) => batch.events);
  const decisions = events.flatMap((event) => (event.kind === 'decision' ? [event.decision] : []));
  const intents = events.flatMap((event) => (event.kind === 'intent' ? [event.intent] : []));
  // A turn enters in a later write than it decided.
  const decided = new Set(decisions.map(({ sequence }) => sequence));
  const isExplained = intents.every(({ decisionSequence }) => decided.has(decisionSequence));
  const isWhole = intents.length > 0 && isExplained && withdrawsNothing(facts.pending, batches);
  const first = batches.find((batch) => batch.events.some(({ kind }) => kind === 'intent'));
  return isWhole ? { decisions, intents, decidedAtWall: first?.decidedAtWall } : undefined;
}

function holdsNothingElse({ events, commands, news, refused = [], resized = [] }: RunBatch): boolean {
  if (commands.length + refused.length + resized.length > 0 || news) return false;
  return events.every(
    (event) => event.kind === 'decision' || (event.kind === 'intent' && event.intent.purpose === 'entry'),
  );
}

/** What waited waits still, and so does what came. */
function withdrawsNothing(before: ReadonlySet<number>, batches: readonly RunBatch[]): boolean {
  const waiting = new Set(before);
  for (const batch of batches) {
    for (const event of batch.events) if (event.kind === 'intent') waiting.add(event.intent.id);
    const pending = new Set(batch.pendingIntents);
    if (!isBare(batch) && [...waiting].some((id) => !pending.has(id))) return false;
  }
  return true;
}

/** What is stored of it. */
export function runOf({ facts, batches }: RunWrite, { decisions }: EntriesAlone, { entries }: EntryPlan): EntriesOfRun {
  const { key, strategyVersionId: versionId, definition, now } = facts;
  const last = batches.at(-1);
  const reasons = new Map<number, string>();
  const decided = decisions.map((decision) => {
    const { sequence, at, symbol, action } = decision;
    const sentence = explainDecision(decision, definition);
    reasons.set(sequence, sentence);
    return { sequence, at: new Date(at), symbol, action, sentence, versionId, body: JSON.stringify(decision) };
  });
  return {
    key,
    state: last?.state ?? 'null',
    untold: JSON.stringify(facts.untold),
    lastBarAt: last?.lastBarAt === undefined ? null : new Date(last.lastBarAt),
    at: now,
    decisions: decided,
    orders: entries.map(({ intent, market, orders: rows }) => ({
      ...market,
      intentId: intent.id,
      symbol: intent.symbol,
      side: intent.side,
      quantity: intent.quantity,
      reason: reasons.get(intent.decisionSequence) ?? '',
      at: new Date(intent.at),
      day: indiaDateOf(intent.at),
      rows,
    })),
  };
}

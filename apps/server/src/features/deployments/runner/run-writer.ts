import type { Tx } from '@trickdesk/db';
import type { EpochMs } from '@trickdesk/domain';
import { afterExposure, decideHalt, type Life } from '../rules.ts';
import { activityOf, recordHalt, recordRunActivity } from '../run-activity.ts';
import type { HaltWord } from './apply-order-news.ts';
import { EventWriter } from './event-writer.ts';
import { Flight } from './flight.ts';
import type { DeskRequest } from './live-desk.ts';
import type { RunBatch, WriteFacts } from './run-batch.ts';
import { openWrite, storeHalt, updateDeployment } from './store.ts';

/** Rows that a write touched, for the events that tell the browser. */
export interface Written {
  readonly orderIds: ReadonlySet<number>;
  readonly positionIds: ReadonlySet<number>;
  readonly sentences: readonly string[];
  readonly life: Life;
}

/** A write under way. */
export interface Writing {
  /** What is asked of the broker, in order; to be planned before the rest is waited for. */
  readonly requests: readonly DeskRequest[];
  /** Resolves when the statements so far are answered. @throws RunLost when the run is not this runner's any more */
  readonly landed: () => Promise<void>;
  /** Writes what the answers decide. @throws as `landed` */
  readonly finish: () => Promise<Written>;
}

/**
 * Writes batches of one run, in order, in the caller's transaction. Decisions, orders, fills, positions, the day's
 * roll-up and the run's own state commit together, so that a crash finds all of it or none. Statements that need no
 * answer of each other travel together: before the caller commits, it must `finish`.
 */
export async function beginWrite(tx: Tx, facts: WriteFacts, batches: readonly RunBatch[]): Promise<Writing> {
  const last = batches.at(-1);
  if (!last) throw new RangeError('nothing to write');
  const flight = new Flight();
  const untold = facts.untold && JSON.stringify(facts.untold);
  const { state: json, lastBarAt } = last;
  const before = flight.add(openWrite(tx, facts.key, { json, lastBarAt, at: facts.now, untold }));
  const writer = new EventWriter(tx, facts, flight);
  try {
    for (const batch of batches) await writer.writeBatch(batch);
  } catch (error) {
    // Whose run it is comes first: a run that is lost finds other rows than it expects.
    await flight.landed();
    throw error;
  }
  const { orderIds, positionIds, sentences, requests, lastDecisionAt } = writer;
  const finish = async (): Promise<Written> => {
    await flight.landed();
    const written = { orderIds, positionIds, sentences };
    if (facts.untold) return { ...written, life: await before };
    const events = batches.flatMap((batch) => batch.events);
    await recordRunActivity(tx, facts, activityOf(events, facts.definition));
    const refused = batches.flatMap((batch) => batch.refused ?? []);
    const { accountId, key } = facts;
    if (refused.length > 0) await facts.guard?.keep(tx, { accountId, deploymentId: key.deploymentId }, refused);
    const halts = batches.flatMap(({ news }) => news?.halt ?? []);
    // One that nobody was told of makes the alert.
    const halt = halts.findLast(({ isTold }) => !isTold) ?? halts.at(-1);
    return { ...written, life: await storeLife(tx, facts, { before: await before, halt, last, lastDecisionAt }) };
  };
  return { requests, landed: () => flight.landed(), finish };
}

/** The same where no order is to leave: all of it, at once. */
export async function writeBatches(tx: Tx, facts: WriteFacts, batches: readonly RunBatch[]): Promise<Written> {
  return (await beginWrite(tx, facts, batches)).finish();
}

interface LifeChange {
  readonly before: Life;
  readonly halt: HaltWord | undefined;
  readonly last: RunBatch;
  readonly lastDecisionAt: EpochMs | undefined;
}

async function storeLife(tx: Tx, { key, accountId, now }: WriteFacts, change: LifeChange): Promise<Life> {
  const { before, halt, last, lastDecisionAt } = change;
  const { hasExposure } = last;
  const life = halt === undefined ? afterExposure(before, hasExposure) : decideHalt({ ...before, hasExposure });
  const ended = life.phase === 'idle' && before.phase !== 'idle';
  if (ended || lastDecisionAt !== undefined) {
    await updateDeployment(tx, key.deploymentId, { life, lastDecisionAt, stoppedAt: ended ? now : undefined });
  }
  if (halt !== undefined) {
    const { reason, isTold } = halt;
    await storeHalt(tx, key.deploymentId, { life, reason, at: now });
    await recordHalt(tx, { ...key, accountId, sentence: reason, now, alert: isTold ? 'told' : 'wanted' });
  }
  return life;
}

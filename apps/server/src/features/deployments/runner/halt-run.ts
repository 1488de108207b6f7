import { recordUserEvent, wakeUserStreams } from '../../../platform/user-events/index.ts';
import { readMyTrick } from '../read-my-tricks.ts';
import { decideHalt } from '../rules.ts';
import { recordHalt } from '../run-activity.ts';
import { hasExposure } from '../store.ts';
import type { RunnerParts } from './runner.ts';
import { findOwner, lockLife, storeHalt } from './store.ts';

/** What its owner reads where nobody says it better. */
const OUR_FAULT = 'A fault on our side stopped new entries. Exits go on until nothing is held.';

/**
 * After repeated faults, or where something cannot be explained: no more entries, and the owner is told. A run that its
 * owner ended or sold meanwhile is left as it is.
 *
 * @throws RunLost when it has ended
 */
export async function haltRun(
  { database, bus, clock, marketData }: Pick<RunnerParts, 'database' | 'bus' | 'clock' | 'marketData'>,
  halted: { readonly deploymentId: number; readonly runNumber: number; readonly reason?: string },
): Promise<void> {
  const { deploymentId, runNumber, reason = OUR_FAULT } = halted;
  const accountId = await database.transaction(async (tx) => {
    const life = await lockLife(tx, { deploymentId, runNumber });
    const next = decideHalt({ ...life, hasExposure: await hasExposure(tx, deploymentId, runNumber) });
    if (next.status === life.status && next.phase === life.phase) return undefined;
    await storeHalt(tx, deploymentId, { life: next, reason, at: new Date(clock.now()) });
    const owner = await findOwner(tx, deploymentId);
    const now = new Date(clock.now());
    await recordHalt(tx, { deploymentId, runNumber, accountId: owner, sentence: reason, now, alert: 'wanted' });
    const trick = await readMyTrick(tx, marketData, owner, deploymentId);
    if (trick) await recordUserEvent(tx, owner, { name: 'trick', payload: { trick } });
    return owner;
  });
  if (accountId !== undefined) wakeUserStreams(bus, accountId);
}

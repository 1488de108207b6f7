import { recordUserEvent, wakeUserStreams } from '../../../platform/user-events/index.ts';
import { readMyTrick } from '../read-my-tricks.ts';
import { decideHalt } from '../rules.ts';
import { hasExposure } from '../store.ts';
import type { RunnerParts } from './runner.ts';
import { findOwner, lockLife, storeHalt } from './store.ts';

/**
 * After repeated faults: no more entries, and the owner is told. Whoever calls holds the run's lease. A run that its
 * owner ended or sold meanwhile is left as it is.
 *
 * @throws RunLost when it has ended
 */
export async function haltRun(
  { database, bus, clock, marketData }: Pick<RunnerParts, 'database' | 'bus' | 'clock' | 'marketData'>,
  { deploymentId, runNumber }: { readonly deploymentId: number; readonly runNumber: number },
): Promise<void> {
  const accountId = await database.transaction(async (tx) => {
    const life = await lockLife(tx, { deploymentId, runNumber });
    const next = decideHalt({ ...life, hasExposure: await hasExposure(tx, deploymentId, runNumber) });
    if (next.status === life.status && next.phase === life.phase) return undefined;
    await storeHalt(tx, deploymentId, next, new Date(clock.now()));
    const owner = await findOwner(tx, deploymentId);
    const trick = await readMyTrick(tx, marketData, owner, deploymentId);
    if (trick) await recordUserEvent(tx, owner, { name: 'trick', payload: { trick } });
    return owner;
  });
  if (accountId !== undefined) wakeUserStreams(bus, accountId);
}

import type { EpochMs } from '@trickdesk/domain';
import { UNTOLD_MS } from './held-run.ts';
import { leaseKey } from './mode.ts';
import { RunSession } from './run-session.ts';
import type { RunnerParts } from './runner.ts';
import { runNumberOf } from './store.ts';

/**
 * Runs a deployment over minutes that are stored already, as if a runner had watched them close: the same engine, the
 * same writes, only faster than the market. Holds the run's lease meanwhile; a runner goes on from where this ends.
 *
 * @param startAt where the deployment was started by the exchange's clock
 * @returns false when another process holds the run
 */
export async function replayStored(
  parts: RunnerParts,
  start: { readonly deploymentId: number; readonly startAt: EpochMs; readonly begin: () => Promise<unknown> },
): Promise<boolean> {
  const lease = await parts.database.acquireLease(leaseKey(start.deploymentId));
  if (!lease) return false;
  try {
    await start.begin();
    const runNumber = await runNumberOf(parts.database.kysely, start.deploymentId);
    const session = new RunSession(parts, { deploymentId: start.deploymentId, runNumber });
    const { now = start.startAt } = await parts.marketData.marketState();
    await session.open(
      () => start.startAt,
      () => undefined,
      now - UNTOLD_MS,
    );
    await session.finish();
    return true;
  } finally {
    await lease.release();
  }
}

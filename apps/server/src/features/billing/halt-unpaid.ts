import type { Bus } from '@trickdesk/db';
import { haltRun, RunLost } from '../deployments/index.ts';
import type { MarketDataService } from '../market-data/index.ts';
import type { BillingParts } from './parts.ts';
import { listUnpaidRuns } from './unpaid-store.ts';

const REASON = 'The plan that activates live trading has ended: no new entries. Exits go on, nothing is sold.';

/**
 * Halts live tricks of accounts whose activation has ended: no entries, exits go on. It finds them by their state, so
 * that a process that died right after the end of a plan leaves nothing running.
 *
 * @returns how many were halted
 */
export async function haltUnpaid(
  parts: Pick<BillingParts, 'database' | 'clock'> & { readonly bus: Bus; readonly marketData: MarketDataService },
): Promise<number> {
  const unpaid = await listUnpaidRuns(parts.database.kysely);
  for (const { id, run_number: runNumber } of unpaid) {
    try {
      await haltRun(parts, { deploymentId: id, runNumber, reason: REASON });
    } catch (error) {
      // It has ended: there is nothing to halt.
      if (!(error instanceof RunLost)) throw error;
    }
  }
  return unpaid.length;
}

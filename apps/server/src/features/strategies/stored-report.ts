import type { BacktestReportWire } from '@trickdesk/contract';
import type { Queryable } from '@trickdesk/db';
import { readReportOf } from './store.ts';
import { storedReport } from './wire.ts';

/** The back-test of one version over the market that is on now; `undefined` while there is none. */
export async function reportOfVersion(
  db: Queryable,
  versionId: number,
  dataset: string,
): Promise<BacktestReportWire | undefined> {
  return storedReport(await readReportOf(db, versionId, dataset));
}

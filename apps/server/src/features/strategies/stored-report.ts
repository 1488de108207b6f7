import type { BacktestReportWire } from '@trickdesk/contract';
import type { Queryable } from '@trickdesk/db';
import { listReportsBySlug, readReportOf } from './store.ts';
import { storedReport } from './wire.ts';

/** The back-test of one version over the market that is on now; `undefined` while there is none. */
export async function reportOfVersion(
  db: Queryable,
  versionId: number,
  dataset: string,
): Promise<BacktestReportWire | undefined> {
  return storedReport(await readReportOf(db, versionId, dataset));
}

/** A strategy of the catalogue with the back-test of its newest version, where there is one. */
export interface NamedReport {
  readonly id: number;
  readonly name: string;
  readonly report: BacktestReportWire | undefined;
}

/** By slug, over the market that is on now. */
export async function reportsBySlug(
  db: Queryable,
  slugs: readonly string[],
  dataset: string,
): Promise<ReadonlyMap<string, NamedReport>> {
  const rows = await listReportsBySlug(db, slugs, dataset);
  return new Map(
    rows.flatMap(({ slug, id, name, report }) =>
      slug === null ? [] : [[slug, { id, name, report: storedReport(report) }] as const],
    ),
  );
}

import type { BacktestReportWire } from '@trickdesk/contract';
import type { Queryable } from '@trickdesk/db';
import { listReportsBySlug, readReportOf } from './store.ts';
import { storedReport } from './wire.ts';

/** The back-test that the catalogue had made of one version. */
export interface VersionReport {
  readonly report: BacktestReportWire;
  /** The strategy whose page is for everybody; absent where it is not published. */
  readonly publishedId?: number;
  /** Whether that page shows the back-test of a newer version. */
  readonly isReplaced: boolean;
}

/** Over the market that is on now; `undefined` while there is none. */
export async function reportOfVersion(
  db: Queryable,
  versionId: number,
  dataset: string,
): Promise<VersionReport | undefined> {
  const row = await readReportOf(db, versionId, dataset);
  const report = storedReport(row?.report ?? undefined);
  if (!row || !report) return undefined;
  return { report, ...(row.published_at ? { publishedId: row.id } : {}), isReplaced: row.is_replaced };
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

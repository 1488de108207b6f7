import { likePattern, type Queryable } from '@trickdesk/db';
import { sql } from 'kysely';
import type { ReportRecord } from './store.ts';

/** Every SQL statement by which operators look at comparisons of all people. */

export interface DeskReportFilter {
  readonly state: 'differs' | 'all' | 'incomplete' | 'agrees';
  /** Days of India, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Of the person's name, address or number. */
  readonly search?: string | undefined;
}

export interface DeskReportPage {
  readonly limit: number;
  readonly offset: number;
  readonly sort: 'day' | '-day';
}

export interface DeskReportRow extends ReportRecord {
  account_id: number;
  full_name: string;
  email: string;
  kyc_verified_at: Date | null;
}

const reports = (db: Queryable) =>
  db
    .selectFrom('reconciliation_report as report')
    .innerJoin('broker_link as link', 'link.id', 'report.broker_link_id')
    .innerJoin('account', 'account.id', 'report.account_id')
    .select([
      ...(['report.id', 'report.account_id', 'report.broker_link_id', 'report.day', 'report.status'] as const),
      ...(['report.body', 'report.at', 'link.client_code'] as const),
      ...(['account.full_name', 'account.email', 'account.kyc_verified_at'] as const),
    ]);
type Reports = ReturnType<typeof reports>;

function matching(query: Reports, { state, from, to, search }: DeskReportFilter): Reports {
  let matched = query;
  if (state !== 'all') matched = matched.where('report.status', '=', state);
  if (from !== undefined) matched = matched.where('report.day', '>=', from);
  if (to !== undefined) matched = matched.where('report.day', '<=', to);
  if (search === undefined || search === '') return matched;
  const pattern = likePattern(search);
  return matched.where((eb) =>
    eb.or([
      eb('account.full_name', 'ilike', pattern),
      eb('account.email', 'ilike', pattern),
      eb(sql<string>`account.id::text`, '=', search),
    ]),
  );
}

export function listDeskReports(
  db: Queryable,
  filter: DeskReportFilter,
  { limit, offset, sort }: DeskReportPage,
): Promise<DeskReportRow[]> {
  const direction = sort === 'day' ? 'asc' : 'desc';
  return matching(reports(db), filter)
    .orderBy('report.day', direction)
    .orderBy('report.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countDeskReports(db: Queryable, filter: DeskReportFilter): Promise<number> {
  const { count } = await matching(reports(db), filter)
    .clearSelect()
    .select(sql<bigint>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function findDeskReport(db: Queryable, reportId: number): Promise<DeskReportRow | undefined> {
  return reports(db).where('report.id', '=', reportId).executeTakeFirst();
}

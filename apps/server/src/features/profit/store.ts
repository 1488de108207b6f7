import type { Queryable } from '@trickdesk/db';
import type { IndiaDate } from '@trickdesk/domain';
import { sql } from 'kysely';

/** Every SQL statement about profit by day. */

export interface ProfitFilter {
  readonly accountId: number;
  readonly mode: 'paper' | 'live';
  readonly brokerLinkId: number | undefined;
  readonly roboPro: boolean | undefined;
  readonly from: IndiaDate | undefined;
  readonly to: IndiaDate | undefined;
}

export interface ProfitRow {
  date: string;
  realisedPaise: bigint;
  chargesPaise: bigint;
  /** Of `realisedPaise`, that of tricks that are in another mode now. */
  movedPaise: bigint;
}

/** Oldest first: results of the filtered tricks in the mode asked for, from the daily roll-ups. */
export async function listProfitDays(db: Queryable, filter: ProfitFilter): Promise<ProfitRow[]> {
  let query = db
    .selectFrom('daily_result')
    .innerJoin('deployment', 'deployment.id', 'daily_result.deployment_id')
    .select([
      'daily_result.day as date',
      sql<bigint>`sum(net_paise)::bigint`.as('realisedPaise'),
      sql<bigint>`sum(charges_paise)::bigint`.as('chargesPaise'),
      sql<bigint>`coalesce(sum(net_paise) filter (where deployment.mode <> daily_result.mode), 0)::bigint`.as(
        'movedPaise',
      ),
    ])
    .where('daily_result.account_id', '=', filter.accountId)
    .where('daily_result.mode', '=', filter.mode)
    .groupBy('daily_result.day')
    .orderBy('daily_result.day');
  if (filter.brokerLinkId !== undefined) query = query.where('deployment.broker_link_id', '=', filter.brokerLinkId);
  if (filter.roboPro !== undefined) query = query.where('deployment.robo_pro', '=', filter.roboPro);
  if (filter.from !== undefined) query = query.where('daily_result.day', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('daily_result.day', '<=', filter.to);
  return query.execute();
}

/** The tricks that are in the mode now: what is open belongs to it. */
export async function listTricksOf(
  db: Queryable,
  filter: ProfitFilter,
): Promise<{ id: number; capital_paise: bigint }[]> {
  let query = db
    .selectFrom('deployment')
    .select(['id', 'capital_paise'])
    .where('account_id', '=', filter.accountId)
    .where('mode', '=', filter.mode);
  if (filter.brokerLinkId !== undefined) query = query.where('broker_link_id', '=', filter.brokerLinkId);
  if (filter.roboPro !== undefined) query = query.where('robo_pro', '=', filter.roboPro);
  return query.execute();
}

/** Whether any trick of the account is in Robo Pro that is in the mode, or has results in it. */
export async function hasRoboPro(
  db: Queryable,
  { accountId, mode }: Pick<ProfitFilter, 'accountId' | 'mode'>,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM deployment WHERE account_id = ${accountId} AND robo_pro AND (mode = ${mode}
      OR EXISTS (SELECT FROM daily_result day WHERE day.deployment_id = deployment.id AND day.mode = ${mode}))
    LIMIT 1`.execute(db);
  return rows.length > 0;
}

import { likePattern, type Queryable } from '@trickdesk/db';
import { sql } from 'kysely';

/** Every SQL statement about rewards that somebody has to look at. */

export interface RewardFilter {
  /** `waiting`: withheld, and nobody has decided. */
  readonly state: 'waiting' | 'refused';
  /** Of either person's name or address. */
  readonly search?: string | undefined;
}

export type RewardCaseRow = Awaited<ReturnType<typeof listCases>>[number];

const cases = (db: Queryable, { state, search }: RewardFilter) =>
  db
    .selectFrom('reward')
    .innerJoin('account as inviter', 'inviter.id', 'reward.account_id')
    .innerJoin('account as invited', 'invited.id', 'reward.referred_id')
    .leftJoin('invoice', 'invoice.id', 'reward.invoice_id')
    .where('reward.state', '=', 'withheld')
    .where('reward.refused_at', state === 'waiting' ? 'is' : 'is not', null)
    .where((eb) =>
      search === undefined
        ? sql<boolean>`true`
        : eb.or(
            (['inviter.full_name', 'inviter.email', 'invited.full_name', 'invited.email'] as const).map((column) =>
              eb(column, 'ilike', likePattern(search)),
            ),
          ),
    );

export function listCases(
  db: Queryable,
  filter: RewardFilter,
  page: { readonly limit: number; readonly offset: number; readonly sort: 'time' | '-time' },
) {
  const direction = page.sort === 'time' ? 'asc' : 'desc';
  return cases(db, filter)
    .select(['reward.id', 'reward.gross_paise', 'reward.withheld_because', 'reward.refused_at', 'reward.at'])
    .select(['invoice.description', 'reward.account_id', 'inviter.full_name as inviter_name'])
    .select([
      'inviter.email as inviter_email',
      'inviter.kyc_verified_at as inviter_kyc',
      'inviter.address as inviter_address',
    ])
    .select(['invited.id as invited_id', 'invited.full_name as invited_name', 'invited.email as invited_email'])
    .select(['invited.kyc_verified_at as invited_kyc', 'invited.address as invited_address'])
    .orderBy('reward.at', direction)
    .orderBy('reward.id', direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function sumCases(db: Queryable, filter: RewardFilter) {
  const row = await cases(db, filter)
    .select([sql<bigint>`count(*)`.as('total'), sql<bigint>`coalesce(sum(reward.gross_paise), 0)::bigint`.as('gross')])
    .executeTakeFirstOrThrow();
  return { total: Number(row.total), grossPaise: row.gross };
}

/** Whose case it is: who would get it, and who was invited. */
export async function findPeopleOf(db: Queryable, rewardId: number): Promise<readonly number[] | undefined> {
  const row = await db
    .selectFrom('reward')
    .select(['account_id', 'referred_id'])
    .where('id', '=', rewardId)
    .executeTakeFirst();
  return row && [row.account_id, ...(row.referred_id === null ? [] : [row.referred_id])];
}

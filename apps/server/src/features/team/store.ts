import { likePattern, type PageWindow, pageWindow, type Queryable } from '@trickdesk/db';
import { type RawBuilder, sql } from 'kysely';
import type { LevelCount, Threshold } from './rules.ts';

/** Every SQL statement about who invited whom. */

/**
 * Whether an account has a plan that runs and was paid. An invoice that was refunded is none, nor is one whose reward is
 * withheld: it may be the referrer by another name.
 */
const isActive = (accountId: RawBuilder<unknown>) => sql<boolean>`EXISTS (
  SELECT FROM invoice
  JOIN subscription ON subscription.id = invoice.subscription_id AND subscription.state <> 'ended'
  WHERE invoice.account_id = ${accountId} AND invoice.kind = 'invoice'
    AND NOT EXISTS (SELECT FROM refund WHERE refund.invoice_id = invoice.id)
    AND NOT EXISTS (SELECT FROM reward WHERE reward.invoice_id = invoice.id AND reward.state = 'withheld')
)`;

const activeReferrals = (accountId: RawBuilder<unknown>) => sql<number>`(
  SELECT count(*)::int FROM account AS invited
  WHERE invited.referred_by = ${accountId} AND ${isActive(sql.ref('invited.id'))}
)`;

/** As `designationOf` in the rules says it. */
const levelOf = (active: RawBuilder<unknown>) =>
  sql<number>`(SELECT count(*)::int FROM designation WHERE designation.active_referrals <= ${active})`;

/** First name and a letter of the last one; a single name stays. */
const shortened = (name: RawBuilder<unknown>) =>
  sql<string>`regexp_replace(btrim(${name}), ${'^(\\S+)\\s+(?:.*\\s)?(\\S)\\S*$'}, ${'\\1 \\2.'})`;

/** Everybody below an account down to a level, each with theirs; one index look-up for each of them. */
const teamTo = (accountId: number, deepest: number) => sql`team AS (
  SELECT id, 1 AS level FROM account WHERE referred_by = ${accountId}
  UNION ALL
  SELECT below.id, team.level + 1 FROM team JOIN account AS below ON below.referred_by = team.id
  WHERE team.level < ${deepest}
)`;

export async function listThresholds(db: Queryable): Promise<readonly Threshold[]> {
  const rows = await db.selectFrom('designation').selectAll().orderBy('level').execute();
  return rows.map(({ level, active_referrals: needed }) => ({ level, activeReferrals: needed }));
}

export async function countActiveReferrals(db: Queryable, accountId: number): Promise<number> {
  const { rows } = await sql<{ active: number }>`SELECT ${activeReferrals(sql`${accountId}::int`)} AS active`.execute(
    db,
  );
  return rows[0]?.active ?? 0;
}

export async function findReferralCode(db: Queryable, accountId: number): Promise<string | undefined> {
  const row = await db.selectFrom('account').select('referral_code').where('id', '=', accountId).executeTakeFirst();
  return row?.referral_code;
}

export function listPlanRewards(db: Queryable) {
  return db
    .selectFrom('plan')
    .select(['name', 'price_paise', 'reward_paise'])
    .where('on_sale', '=', true)
    .where('reward_paise', '>', 0n)
    .orderBy('kind')
    .orderBy('price_paise')
    .orderBy('id')
    .execute();
}

/** The statement of `countLevels`; a test asks the database how it would be carried out. */
export const levelsStatement = (accountId: number, deepest: number) => sql<LevelCount>`
  WITH RECURSIVE ${teamTo(accountId, deepest)}
  SELECT level, count(*)::int AS members, count(*) FILTER (WHERE ${isActive(sql.ref('team.id'))})::int AS active
  FROM team GROUP BY level ORDER BY level`;

export async function countLevels(db: Queryable, accountId: number, deepest: number): Promise<LevelCount[]> {
  return (await levelsStatement(accountId, deepest).execute(db)).rows;
}

export interface MembersAsked {
  readonly accountId: number;
  readonly level: number;
  readonly search?: string | undefined;
}

export interface MemberRow {
  readonly name: string;
  readonly since: Date;
  readonly is_active: boolean;
  readonly is_tradeactive: boolean;
  readonly is_roboactive: boolean;
  readonly designation_level: number;
}

const memberFacts = sql`
  member.created_at AS since,
  ${isActive(sql.ref('member.id'))} AS is_active,
  member.trade_activated_at IS NOT NULL AS is_tradeactive,
  member.robo_activated_at IS NOT NULL AS is_roboactive`;

/** What is shown of a name is what is searched: the rest of it cannot be tried out. */
const membersOf = ({ accountId, level, search }: MembersAsked) => sql`
  WITH RECURSIVE ${teamTo(accountId, level)},
  named AS (
    SELECT member.*, ${level === 1 ? sql.ref('member.full_name') : shortened(sql.ref('member.full_name'))} AS name
    FROM team JOIN account AS member ON member.id = team.id WHERE team.level = ${level}
  ),
  member AS (SELECT * FROM named ${search ? sql`WHERE name ILIKE ${likePattern(search)}` : sql``})`;

export async function countMembers(db: Queryable, asked: MembersAsked): Promise<number> {
  const { rows } = await sql<{ total: number }>`${membersOf(asked)} SELECT count(*)::int AS total FROM member`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
}

/** Newest first. */
export async function listMembers(db: Queryable, asked: MembersAsked, page: PageWindow) {
  const inviter = sql.ref('inviter.full_name');
  const { rows } = await sql<MemberRow & { readonly invited_by: string | null }>`${membersOf(asked)},
    page AS (SELECT * FROM member ORDER BY created_at DESC, id DESC ${pageWindow(page)})
    SELECT member.name, ${memberFacts}, ${levelOf(activeReferrals(sql.ref('member.id')))} AS designation_level,
      ${asked.level === 1 ? sql`NULL` : asked.level === 2 ? inviter : shortened(inviter)} AS invited_by
    FROM page AS member JOIN account AS inviter ON inviter.id = member.referred_by
    ORDER BY member.created_at DESC, member.id DESC`.execute(db);
  return rows;
}

export interface ReferralsAsked {
  readonly accountId: number;
  readonly keyword?: string | undefined;
  readonly isTradeactive?: boolean | undefined;
  readonly isRoboactive?: boolean | undefined;
  readonly designationLevel?: number | undefined;
}

export type ReferralSort = 'since' | 'name' | 'level' | 'reward';

export interface ReferralPage extends PageWindow {
  readonly by: ReferralSort;
  readonly order: 'asc' | 'desc';
}

export interface ReferralRow extends MemberRow {
  readonly reward_paise: bigint;
  readonly withheld_paise: bigint;
}

const SORTED_BY: Readonly<Record<ReferralSort, string>> = {
  since: 'since',
  name: 'folded_name',
  level: 'designation_level',
  reward: 'reward_paise',
};

const referralsOf = ({ accountId, ...asked }: ReferralsAsked) => {
  const { keyword, isTradeactive, isRoboactive, designationLevel } = asked;
  const conditions = [
    ...(keyword ? [sql`name ILIKE ${likePattern(keyword)}`] : []),
    ...(isTradeactive === undefined ? [] : [sql`is_tradeactive = ${isTradeactive}`]),
    ...(isRoboactive === undefined ? [] : [sql`is_roboactive = ${isRoboactive}`]),
    ...(designationLevel === undefined ? [] : [sql`designation_level = ${designationLevel}`]),
  ];
  return sql`WITH brought AS (
      SELECT referred_id, coalesce(sum(gross_paise - tds_paise) FILTER (WHERE state = 'paid'), 0)::bigint AS paid,
        coalesce(sum(gross_paise) FILTER (WHERE state = 'withheld'), 0)::bigint AS withheld
      FROM reward WHERE account_id = ${accountId} AND kind = 'plan' GROUP BY referred_id
    ),
    everybody AS (
      SELECT member.id, member.full_name AS name, lower(member.full_name) AS folded_name, ${memberFacts},
        ${levelOf(activeReferrals(sql.ref('member.id')))} AS designation_level,
        coalesce(brought.paid, 0) AS reward_paise, coalesce(brought.withheld, 0) AS withheld_paise
      FROM account AS member LEFT JOIN brought ON brought.referred_id = member.id
      WHERE member.referred_by = ${accountId}
    ),
    referral AS (
      SELECT * FROM everybody ${conditions.length === 0 ? sql`` : sql`WHERE ${sql.join(conditions, sql` AND `)}`}
    )`;
};

export async function listReferrals(db: Queryable, asked: ReferralsAsked, { by, order, ...page }: ReferralPage) {
  const way = order === 'asc' ? sql`ASC` : sql`DESC`;
  const { rows } = await sql<ReferralRow>`${referralsOf(asked)}
    SELECT name, since, is_active, is_tradeactive, is_roboactive, designation_level, reward_paise, withheld_paise
    FROM referral ORDER BY ${sql.ref(SORTED_BY[by])} ${way}, id ${way} ${pageWindow(page)}`.execute(db);
  return rows;
}

export async function sumReferrals(db: Queryable, asked: ReferralsAsked) {
  const { rows } = await sql<{ total: number; active: number; reward: bigint }>`${referralsOf(asked)}
    SELECT count(*)::int AS total, count(*) FILTER (WHERE is_active)::int AS active,
      coalesce(sum(reward_paise), 0)::bigint AS reward
    FROM referral`.execute(db);
  const { total = 0, active = 0, reward = 0n } = rows[0] ?? {};
  return { total, active, rewardPaise: reward };
}

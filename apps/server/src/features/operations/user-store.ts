import { likePattern, type Queryable } from '@trickdesk/db';
import { sql } from 'kysely';

/** Every SQL statement by which operators look at accounts. */

export interface UserFilter {
  readonly state: 'all' | 'blocked' | 'operators';
  /** Of the name, address, username or mobile number; or the id. */
  readonly search?: string | undefined;
}

export interface UserPage {
  readonly limit: number;
  readonly offset: number;
  readonly sort: 'time' | '-time' | 'name' | '-name';
}

const IS_OPERATOR = sql<boolean>`jsonb_path_exists(account.ability, '$[*] ? (@.subject != "Own" && @.subject != "Auth")')`;

const users = (db: Queryable) =>
  db
    .selectFrom('account')
    .select([
      ...(['id', 'full_name', 'username', 'email', 'mobile', 'created_at', 'kyc_verified_at'] as const),
      ...(['trade_activated_at', 'granted_for_demo', 'blocked_at', 'blocked_because'] as const),
      IS_OPERATOR.as('is_operator'),
    ]);

export type UserRow = Awaited<ReturnType<typeof listUsers>>[number];
type Query = ReturnType<typeof users>;

function matching(query: Query, { state, search }: UserFilter): Query {
  let matched = query;
  if (state === 'blocked') matched = matched.where('blocked_at', 'is not', null);
  if (state === 'operators') matched = matched.where(IS_OPERATOR);
  if (search === undefined || search === '') return matched;
  const pattern = likePattern(search);
  return matched.where((eb) =>
    eb.or([
      ...(['full_name', 'email', 'username', 'mobile'] as const).map((column) => eb(column, 'ilike', pattern)),
      eb(sql<string>`account.id::text`, '=', search),
    ]),
  );
}

export function listUsers(db: Queryable, filter: UserFilter, { limit, offset, sort }: UserPage) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  return matching(users(db), filter)
    .orderBy(sort.endsWith('name') ? 'full_name' : 'created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countUsers(db: Queryable, filter: UserFilter): Promise<number> {
  const { count } = await matching(users(db), filter)
    .clearSelect()
    .select(sql<bigint>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function findUser(db: Queryable, userId: number): Promise<UserRow | undefined> {
  return users(db).where('id', '=', userId).executeTakeFirst();
}

/** Of sign-ins and sign-outs, the last ones. */
export function listSignIns(db: Queryable, accountId: number, limit: number) {
  return db
    .selectFrom('activity')
    .select(['sentence', 'device', 'address', 'at'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'sign_in')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function hasSecondFactor(db: Queryable, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('second_factor')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

export interface Running {
  readonly live: number;
  readonly test: number;
  readonly positions: number;
}

export async function readRunning(db: Queryable, accountId: number): Promise<Running> {
  const { rows } = await sql<Running>`SELECT
      count(*) FILTER (WHERE mode = 'live')::int AS live,
      count(*) FILTER (WHERE mode = 'paper')::int AS test,
      (SELECT count(*)::int FROM position WHERE account_id = ${accountId} AND status = 'open') AS positions
    FROM deployment WHERE account_id = ${accountId} AND status = 'running'`.execute(db);
  return rows[0] ?? { live: 0, test: 0, positions: 0 };
}

import { likePattern, type Queryable, type Tx } from '@trickdesk/db';
import { type RawBuilder, sql } from 'kysely';
import type { OperatorAct } from './record-act.ts';

/** Every SQL statement about what operators did. */

export async function insertAct(tx: Tx, { operator, subjectId, before, after, ...act }: OperatorAct): Promise<void> {
  await tx
    .insertInto('operator_act')
    .values({
      ...act,
      operator_id: operator.accountId,
      subject_id: subjectId,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      device: operator.origin.device,
      address: operator.origin.address,
    })
    .execute();
}

export interface ActFilter {
  /** The first moment, and the first after the last. */
  readonly from: Date | undefined;
  readonly before: Date | undefined;
  /** Of the sentence, of who did it, or of what it was done to. */
  readonly search: string | undefined;
  readonly operatorId?: number | undefined;
  /** A word such as `approve_withdrawal`. */
  readonly what?: string | undefined;
  /** Whom it was about. */
  readonly personId?: number | undefined;
}

/** Whose the things are that acts are about, by the name that acts give them. */
const OWNED: Readonly<Record<string, string>> = {
  bank_account: 'bank_account',
  invoice: 'invoice',
  payment: 'payment',
  publication: 'trick_publication',
  reward: 'reward',
  ticket: 'ticket',
  trick: 'deployment',
  withdrawal: 'withdrawal',
};

/** An act on the account itself, or on a thing of it. */
function concerns(personId: number): RawBuilder<boolean> {
  const things = Object.entries(OWNED).map(
    ([subject, table]) => sql`(act.subject = ${subject} AND EXISTS (SELECT FROM ${sql.table(table)} thing
      WHERE thing.id::text = act.subject_id AND thing.account_id = ${personId}))`,
  );
  const itself = sql`(act.subject IN ('user', 'kyc') AND act.subject_id = ${String(personId)})`;
  return sql<boolean>`(${sql.join([itself, ...things], sql` OR `)})`;
}

export interface ActPage {
  readonly limit: number;
  readonly offset: number;
  readonly sort: 'time' | '-time';
}

const acts = (db: Queryable) =>
  db
    .selectFrom('operator_act as act')
    .innerJoin('account', 'account.id', 'act.operator_id')
    .select(['act.id', 'act.operator_id', 'act.what', 'act.subject', 'act.subject_id', 'act.sentence'])
    .select(['act.before', 'act.after', 'act.device', 'act.address', 'act.at', 'account.full_name', 'account.email']);

type Query = ReturnType<typeof acts>;

function matching(query: Query, { from, before, search, operatorId, what, personId }: ActFilter): Query {
  let matched = query;
  if (from) matched = matched.where('act.at', '>=', from);
  if (before) matched = matched.where('act.at', '<', before);
  if (operatorId !== undefined) matched = matched.where('act.operator_id', '=', operatorId);
  if (what !== undefined) matched = matched.where('act.what', '=', what);
  if (personId !== undefined) matched = matched.where(concerns(personId));
  if (search === undefined || search === '') return matched;
  const pattern = likePattern(search);
  return matched.where((eb) =>
    eb.or([
      eb('act.sentence', 'ilike', pattern),
      eb('account.full_name', 'ilike', pattern),
      eb('account.email', 'ilike', pattern),
      eb(sql<string>`act.subject || ' ' || act.subject_id`, 'ilike', pattern),
    ]),
  );
}

export async function listActs(db: Queryable, filter: ActFilter, { limit, offset, sort }: ActPage) {
  const [rows, { count }] = await Promise.all([
    matching(acts(db), filter)
      .orderBy('act.id', sort === 'time' ? 'asc' : 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    matching(acts(db), filter).clearSelect().select(sql<bigint>`count(*)`.as('count')).executeTakeFirstOrThrow(),
  ]);
  return { acts: rows, total: Number(count) };
}

/** Who has ever done something, and what kinds of acts there are: what a list of them can be narrowed to. */
export async function listActChoices(db: Queryable) {
  const [operators, kinds] = await Promise.all([
    db
      .selectFrom('account')
      .select(['id', 'full_name', 'email'])
      .where('id', 'in', db.selectFrom('operator_act').select('operator_id'))
      .orderBy('full_name')
      .orderBy('id')
      .execute(),
    db.selectFrom('operator_act').select('what').distinct().orderBy('what').execute(),
  ]);
  return { operators, kinds: kinds.map(({ what }) => what) };
}

/** The last act of a kind. */
export function findLastAct(db: Queryable, what: string) {
  return acts(db).where('act.what', '=', what).orderBy('act.id', 'desc').limit(1).executeTakeFirst();
}

import { likePattern, type Queryable, type Tx } from '@trickdesk/db';
import { sql } from 'kysely';
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

function matching(query: Query, { from, before, search }: ActFilter): Query {
  let matched = query;
  if (from) matched = matched.where('act.at', '>=', from);
  if (before) matched = matched.where('act.at', '<', before);
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

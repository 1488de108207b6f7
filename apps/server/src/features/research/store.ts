import { likePattern, type Queryable, type ResearchSchema, type Schema, type Tx } from '@trickdesk/db';
import type { ResearchState } from '@trickdesk/domain';
import { type Expression, type ExpressionBuilder, type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import type { CallOutcome } from './outcome.ts';

/** Every SQL statement about calls of research. */

export type CallRow = Selectable<ResearchSchema['research_call']>;
export type OutcomeRow = Selectable<ResearchSchema['research_outcome']>;
export type ListedCall = Awaited<ReturnType<typeof listCalls>>[number];

export interface CallFilter {
  readonly dataset: string;
  readonly state?: ResearchState | 'withdrawn' | undefined;
  /** By the exchange's clock: the first moment, and the first after the last. */
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
  /** Of its symbol or its rationale. */
  readonly search?: string | undefined;
}

export interface CallPage {
  readonly limit: number;
  readonly offset: number;
  readonly sort: 'time' | '-time';
}

const calls = (db: Queryable) =>
  db
    .selectFrom('research_call')
    .innerJoin('research_outcome', 'research_outcome.research_call_id', 'research_call.id')
    .leftJoin('instrument', (join) =>
      join
        .onRef('instrument.exchange', '=', 'research_call.exchange')
        .onRef('instrument.symbol', '=', 'research_call.symbol'),
    );

type Of = ExpressionBuilder<Pick<Schema, 'research_call' | 'research_outcome'>, 'research_call' | 'research_outcome'>;

function matches(eb: Of, { dataset, state, from, before, search }: CallFilter): Expression<SqlBool> {
  const pattern = search ? likePattern(search) : undefined;
  return eb.and([
    eb('research_call.dataset', '=', dataset),
    ...(state === undefined
      ? []
      : [
          state === 'withdrawn'
            ? eb('research_call.withdrawn_at', 'is not', null)
            : eb('research_outcome.state', '=', state),
        ]),
    ...(from ? [eb('research_call.exchange_at', '>=', from)] : []),
    ...(before ? [eb('research_call.exchange_at', '<', before)] : []),
    ...(pattern === undefined
      ? []
      : [eb.or([eb('research_call.symbol', 'ilike', pattern), eb('research_call.rationale', 'ilike', pattern)])]),
  ]);
}

const COLUMNS = ['state', 'targets_hit', 'result_bps', 'events', 'seen_until', 'ended_at'] as const;
const columnsOf = <Table extends string>(table: Table) => COLUMNS.map((column) => `${table}.${column}` as const);

export function listCalls(db: Queryable, filter: CallFilter, { limit, offset, sort }: CallPage) {
  const direction = sort === 'time' ? 'asc' : 'desc';
  return calls(db)
    .selectAll('research_call')
    .select(columnsOf('research_outcome'))
    .select('instrument.name')
    .where((eb) => matches(eb, filter))
    .orderBy('research_call.exchange_at', direction)
    .orderBy('research_call.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
}

export function findCall(db: Queryable, id: number, dataset: string): Promise<ListedCall | undefined> {
  return calls(db)
    .selectAll('research_call')
    .select(columnsOf('research_outcome'))
    .select('instrument.name')
    .where('research_call.id', '=', id)
    .where('research_call.dataset', '=', dataset)
    .executeTakeFirst();
}

export async function countCalls(db: Queryable, filter: CallFilter): Promise<number> {
  const row = await db
    .selectFrom('research_call')
    .innerJoin('research_outcome', 'research_outcome.research_call_id', 'research_call.id')
    .select(sql<bigint>`count(*)`.as('n'))
    .where((eb) => matches(eb, filter))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** Of every call of a market; none is left out. */
export async function readRecord(db: Queryable, dataset: string) {
  const over = (state: ResearchState) =>
    sql<bigint>`count(*) FILTER (WHERE o.ended_at IS NOT NULL AND o.state = ${state})`;
  const row = await db
    .selectFrom('research_call as c')
    .innerJoin('research_outcome as o', 'o.research_call_id', 'c.id')
    .select([
      sql<bigint>`count(*)`.as('published'),
      over('target_hit').as('target_hit'),
      over('stop_hit').as('stop_hit'),
      over('expired').as('expired'),
      sql<bigint>`count(*) FILTER (WHERE o.ended_at IS NULL)`.as('running'),
      sql<bigint>`count(*) FILTER (WHERE c.withdrawn_at IS NOT NULL)`.as('withdrawn'),
    ])
    .where('c.dataset', '=', dataset)
    .executeTakeFirstOrThrow();
  return {
    published: Number(row.published),
    targetHit: Number(row.target_hit),
    stopHit: Number(row.stop_hit),
    expired: Number(row.expired),
    running: Number(row.running),
    withdrawn: Number(row.withdrawn),
  };
}

/** The outcome begins with it. @returns its number */
export async function insertCall(tx: Tx, row: Insertable<ResearchSchema['research_call']>): Promise<number> {
  const { id } = await tx.insertInto('research_call').values(row).returning('id').executeTakeFirstOrThrow();
  await tx.insertInto('research_outcome').values({ research_call_id: id, seen_until: row.exchange_at }).execute();
  return id;
}

/** Held until the transaction ends, with its outcome. */
export function lockCall(tx: Tx, id: number, dataset: string) {
  return tx
    .selectFrom('research_call')
    .innerJoin('research_outcome', 'research_outcome.research_call_id', 'research_call.id')
    .selectAll('research_call')
    .select(columnsOf('research_outcome'))
    .where('research_call.id', '=', id)
    .where('research_call.dataset', '=', dataset)
    .forUpdate()
    .executeTakeFirst();
}

export interface Withdrawal {
  readonly at: Date;
  readonly exchangeAt: Date;
  readonly reason: string;
  readonly operatorId: number;
}

export async function withdrawCall(tx: Tx, id: number, withdrawal: Withdrawal): Promise<void> {
  await tx
    .updateTable('research_call')
    .set({
      withdrawn_at: withdrawal.at,
      withdrawn_exchange_at: withdrawal.exchangeAt,
      withdrawn_reason: withdrawal.reason,
      withdrawn_by: withdrawal.operatorId,
    })
    .where('id', '=', id)
    .execute();
}

/** Those that are not over, withdrawn or not, whose prices were looked at up to a moment of the exchange at most. */
export function listRunning(db: Queryable, dataset: string, seenUntil: Date): Promise<CallRow[]> {
  return db
    .selectFrom('research_call')
    .innerJoin('research_outcome', 'research_outcome.research_call_id', 'research_call.id')
    .selectAll('research_call')
    .where('research_call.dataset', '=', dataset)
    .where('research_outcome.ended_at', 'is', null)
    .where('research_outcome.seen_until', '<=', seenUntil)
    .orderBy('research_call.id')
    .execute();
}

/** Leaves one that is over as it is. */
export async function putOutcome(db: Queryable, id: number, outcome: CallOutcome, seenUntil: Date): Promise<void> {
  await db
    .updateTable('research_outcome')
    .set({
      ...{ state: outcome.state, targets_hit: outcome.targetsHit, result_bps: outcome.resultBps ?? null },
      events: JSON.stringify(outcome.events),
      seen_until: seenUntil,
      ended_at: outcome.endedAt === undefined ? null : new Date(outcome.endedAt),
    })
    .where('research_call_id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/** Of every call that an operator has published in a market. */
export async function listRationales(db: Queryable, operatorId: number, dataset: string): Promise<string[]> {
  const rows = await db
    .selectFrom('research_call')
    .select('rationale')
    .where('published_by', '=', operatorId)
    .where('dataset', '=', dataset)
    .execute();
  return rows.map(({ rationale }) => rationale);
}

export async function nameOfAccount(db: Queryable, id: number): Promise<string> {
  const row = await db.selectFrom('account').select('full_name').where('id', '=', id).executeTakeFirstOrThrow();
  return row.full_name;
}

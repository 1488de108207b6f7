import { likePattern, type Queryable, type Schema, type Tx } from '@trickdesk/db';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';

/** Every SQL statement about tricks that are submitted for the catalogue. */

type PublicationRow = Selectable<Schema['trick_publication']>;

export interface Submission extends PublicationRow {
  version: number;
  /** Of the catalogue. */
  published_strategy_id: number | null;
  /** Whether the catalogue offers this version now. */
  offered: boolean;
}

const SUBMISSION = sql`
  SELECT publication.*, version.version, entry_version.strategy_id AS published_strategy_id,
    coalesce(entry.retired_at IS NULL AND NOT EXISTS (SELECT FROM strategy_version newer
      WHERE newer.strategy_id = entry.id AND newer.version > entry_version.version), false)
      AND entry.id IS NOT NULL AS offered
  FROM trick_publication publication
  JOIN strategy_version version ON version.id = publication.strategy_version_id
  LEFT JOIN strategy_version entry_version ON entry_version.id = publication.published_version_id
  LEFT JOIN strategy entry ON entry.id = entry_version.strategy_id`;

/** Newest first. */
export async function listSubmissions(db: Queryable, strategyId: number): Promise<Submission[]> {
  const { rows } = await sql<Submission>`${SUBMISSION} WHERE publication.strategy_id = ${strategyId}
    ORDER BY publication.id DESC`.execute(db);
  return rows;
}

export async function findSubmission(db: Queryable, id: number): Promise<Submission | undefined> {
  const { rows } = await sql<Submission>`${SUBMISSION} WHERE publication.id = ${id}`.execute(db);
  return rows[0];
}

/** Holds it until the transaction ends. */
export async function lockSubmission(tx: Tx, id: number): Promise<Submission | undefined> {
  await tx.selectFrom('trick_publication').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return findSubmission(tx, id);
}

export async function insertSubmission(tx: Tx, row: Insertable<Schema['trick_publication']>): Promise<number> {
  const { id } = await tx.insertInto('trick_publication').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function decideSubmission(
  tx: Tx,
  id: number,
  decision: {
    readonly state: 'published' | 'refused' | 'withdrawn';
    readonly at: Date;
    readonly reason?: string;
    readonly publishedVersionId?: number;
  },
): Promise<void> {
  await tx
    .updateTable('trick_publication')
    .set({
      ...{ state: decision.state, decided_at: decision.at, reason: decision.reason ?? null },
      published_version_id: decision.publishedVersionId ?? null,
    })
    .where('id', '=', id)
    .execute();
}

export async function giveReason(tx: Tx, id: number, reason: string): Promise<void> {
  await tx.updateTable('trick_publication').set({ reason }).where('id', '=', id).execute();
}

export interface OwnVersion {
  id: number;
  version: number;
  definition: unknown;
  note: string;
}

export async function findVersion(db: Queryable, strategyId: number, version: number): Promise<OwnVersion | undefined> {
  return db
    .selectFrom('strategy_version')
    .select(['id', 'version', 'definition', 'note'])
    .where('strategy_id', '=', strategyId)
    .where('version', '=', version)
    .executeTakeFirst();
}

export async function listVersionsById(db: Queryable, ids: readonly number[]): Promise<OwnVersion[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('strategy_version')
    .select(['id', 'version', 'definition', 'note'])
    .where('id', 'in', ids)
    .execute();
}

/** What of an own trick is shown in the catalogue, beside its rules. */
export async function findShown(db: Queryable, strategyId: number, accountId: number) {
  return db
    .selectFrom('strategy')
    .innerJoin('account', 'account.id', 'strategy.owner_id')
    .select([
      ...(['strategy.name', 'strategy.summary', 'strategy.segment', 'strategy.min_capital_paise'] as const),
      ...(['strategy.retired_at', 'account.full_name'] as const),
    ])
    .where('strategy.id', '=', strategyId)
    .where('strategy.owner_id', '=', accountId)
    .executeTakeFirst();
}

export async function nameOfAccount(db: Queryable, id: number): Promise<string> {
  const row = await db.selectFrom('account').select('full_name').where('id', '=', id).executeTakeFirstOrThrow();
  return row.full_name;
}

export interface SubmissionFilter {
  readonly state: 'waiting' | 'published' | 'refused' | 'withdrawn' | 'all';
  /** Of the trick's name, its owner's name, address or number. */
  readonly search?: string | undefined;
}

export interface SubmissionPage {
  readonly limit: number;
  readonly offset: number;
  readonly sort: 'time' | '-time' | 'name' | '-name';
}

export interface QueuedSubmission extends Submission {
  full_name: string;
  email: string;
  kyc_verified_at: Date | null;
}

function matching({ state, search }: SubmissionFilter): RawBuilder<unknown> {
  const pattern = likePattern(search ?? '');
  return sql`WHERE (${state} = 'all' OR publication.state = ${state})
    AND (${search ?? null}::text IS NULL OR publication.name ILIKE ${pattern} OR account.full_name ILIKE ${pattern}
      OR account.email ILIKE ${pattern} OR account.id::text = ${search ?? null})`;
}

export async function listQueue(
  db: Queryable,
  filter: SubmissionFilter,
  { limit, offset, sort }: SubmissionPage,
): Promise<{ readonly rows: QueuedSubmission[]; readonly total: number }> {
  const direction = sql.raw(sort.startsWith('-') ? 'DESC' : 'ASC');
  const column = sort.endsWith('name') ? sql`lower(publication.name) COLLATE "C"` : sql`publication.submitted_at`;
  const queue = sql`(SELECT publication.id FROM trick_publication publication
    JOIN account ON account.id = publication.account_id ${matching(filter)}
    ORDER BY ${column} ${direction}, publication.id ${direction} LIMIT ${limit} OFFSET ${offset})`;
  const { rows } = await sql<QueuedSubmission>`SELECT publication.*, account.full_name, account.email,
      account.kyc_verified_at
    FROM (${SUBMISSION} WHERE publication.id IN ${queue}) publication
    JOIN account ON account.id = publication.account_id
    ORDER BY ${column} ${direction}, publication.id ${direction}`.execute(db);
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM trick_publication publication
    JOIN account ON account.id = publication.account_id ${matching(filter)}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export async function findQueued(db: Queryable, id: number): Promise<QueuedSubmission | undefined> {
  const { rows } = await sql<QueuedSubmission>`SELECT publication.*, account.full_name, account.email,
      account.kyc_verified_at
    FROM (${SUBMISSION} WHERE publication.id = ${id}) publication
    JOIN account ON account.id = publication.account_id`.execute(db);
  return rows[0];
}

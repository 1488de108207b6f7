import { lockInTransaction, type Queryable, type Tx } from '@trickdesk/db';
import { type RawBuilder, sql } from 'kysely';

/** Every SQL statement about the audit chain. */

/** Moments as microseconds: the same text whatever the time zone of the connection. */
const at = (column: string): RawBuilder<unknown> => sql`(extract(epoch FROM ${sql.ref(column)}) * 1000000)::bigint`;

/**
 * What is linked, and what of each row is hashed. The columns are named one by one: one that is added later leaves the
 * hashes of before as they are.
 */
const SOURCES = {
  /** Sign-ins, security, money, settings: what accounts did. */
  activity: sql`jsonb_build_array(t.id, t.account_id, t.kind, t.sentence, t.device, t.address, t.facts, ${at('t.at')})`,
  /** What was agreed to before real orders could follow. */
  live_acknowledgement: sql`jsonb_build_array(t.id, t.account_id, t.deployment_id, t.broker_link_id,
    t.strategy_version_id, t.version_hash, t.algo_id, t.contract, ${at('t.at')})`,
  /** Every order at a broker, through its states. */
  broker_order_event: sql`jsonb_build_array(t.id, t.broker_order_id, t.what, t.state, t.note, t.filled_quantity,
    t.price_paise, t.trigger_paise, ${at('t.exchange_at')}, ${at('t.at')})`,
  /** Every rupee, with all its sides. */
  ledger_transfer: sql`jsonb_build_array(t.id, t.cause, t.cause_id, t.idempotency_key, t.sentence, ${at('t.at')},
    (SELECT jsonb_agg(jsonb_build_array(p.id, p.ledger_account_id, p.amount_paise, p.balance_after_paise) ORDER BY p.id)
      FROM ledger_posting p WHERE p.transfer_id = t.id))`,
  /** What operators did. */
  operator_act: sql`jsonb_build_array(t.id, t.operator_id, t.what, t.subject, t.subject_id, t.sentence, t.before, t.after,
    t.device, t.address, ${at('t.at')})`,
} as const;
export type Source = keyof typeof SOURCES;
// The keys of the table are the sources.
export const SOURCE_NAMES = Object.keys(SOURCES) as readonly Source[];

const hashed = (source: Source): RawBuilder<Buffer> =>
  sql<Buffer>`sha256(convert_to((${SOURCES[source]})::text, 'UTF8'))`;

/** Until the transaction ends, nobody else adds to the chain. */
export const lockChain = (tx: Tx): Promise<void> => lockInTransaction(tx, 'audit chain');

export interface HashedRow {
  readonly id: bigint;
  readonly hash: Buffer;
}

/** Longer than any transaction of ours: a row may be seen after others with higher numbers. */
const LOOK_BACK = 10_000n;

/** Rows that are in no entry yet, the oldest first. */
export async function listUnlinked(db: Queryable, source: Source, limit: number): Promise<HashedRow[]> {
  const { rows } = await sql<HashedRow>`
    SELECT t.id::bigint AS id, ${hashed(source)} AS hash FROM ${sql.table(source)} t
    WHERE t.id > coalesce((SELECT max(row_id) FROM audit_link WHERE source = ${source}), 0) - ${LOOK_BACK}
      AND NOT EXISTS (SELECT 1 FROM audit_link l WHERE l.source = ${source} AND l.row_id = t.id)
    ORDER BY t.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** How many rows of a source are in no entry, of all. */
export async function countUnlinked(db: Queryable, source: Source): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`SELECT count(*) AS n FROM ${sql.table(source)} t
    WHERE NOT EXISTS (SELECT 1 FROM audit_link l WHERE l.source = ${source} AND l.row_id = t.id)`.execute(db);
  return Number(rows[0]?.n ?? 0n);
}

export function findHead(db: Queryable) {
  return db
    .selectFrom('audit_link')
    .select(['seq', 'hash', 'linked_at'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export interface LinkToInsert {
  readonly seq: bigint;
  readonly source: Source;
  readonly rowId: bigint;
  readonly rowHash: Buffer;
  readonly hash: Buffer;
}

export async function insertLinks(tx: Tx, links: readonly LinkToInsert[], linkedAt: Date): Promise<void> {
  const rows = links.map(({ seq, source, rowId, rowHash, hash }) => ({
    ...{ seq, source, hash },
    row_id: rowId,
    row_hash: rowHash,
    linked_at: linkedAt,
  }));
  await tx.insertInto('audit_link').values(rows).execute();
}

export function listLinks(db: Queryable, { after, limit }: { readonly after: bigint; readonly limit: number }) {
  return db
    .selectFrom('audit_link')
    .select(['seq', 'source', 'row_id', 'row_hash', 'hash'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute();
}

/** What rows are now. */
export async function hashRows(db: Queryable, source: Source, ids: readonly bigint[]): Promise<HashedRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<HashedRow>`
    SELECT t.id::bigint AS id, ${hashed(source)} AS hash FROM ${sql.table(source)} t
    WHERE t.id = ANY(${ids.map(String)}::bigint[])`.execute(db);
  return rows;
}

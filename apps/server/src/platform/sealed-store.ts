import type { Queryable } from '@trickdesk/db';
import { sql } from 'kysely';

/** A column in which sealed things lie, and what each is sealed to. */
export interface SealedColumn {
  readonly table: string;
  /** What names a row; the place is `<name>:<value of this column>`. */
  readonly key: string;
  readonly column: string;
  readonly place: string;
}

/** Every one of them: a test compares this with the database. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'bank_account', key: 'id', column: 'number_sealed', place: 'bank_account' },
  { table: 'broker_link', key: 'id', column: 'sealed_secrets', place: 'broker_link' },
  { table: 'feed_session', key: 'dataset', column: 'sealed_tokens', place: 'feed_session' },
  { table: 'kyc', key: 'account_id', column: 'pan_sealed', place: 'kyc' },
  { table: 'mail', key: 'dedupe_key', column: 'sealed_body', place: 'mail' },
  { table: 'push_subscription', key: 'id', column: 'sealed_subscription', place: 'push_subscription' },
  { table: 'sealed_key', key: 'purpose', column: 'sealed', place: 'sealed_key' },
  { table: 'second_factor', key: 'account_id', column: 'sealed_secret', place: 'second_factor' },
];

export interface SealedRow {
  readonly key: string;
  readonly sealed: Buffer;
}

/** The next rows of a column, in the order of their keys as text. */
export async function listSealed(
  db: Queryable,
  { table, key, column }: SealedColumn,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    SELECT ${sql.ref(key)}::text COLLATE "C" AS key, ${sql.ref(column)} AS sealed FROM ${sql.table(table)}
    WHERE ${sql.ref(column)} IS NOT NULL AND ${sql.ref(key)}::text COLLATE "C" > ${after}
    ORDER BY 1 LIMIT ${limit}`.execute(db);
  return rows;
}

/** @returns false where somebody wrote another one meanwhile */
export async function replaceSealed(
  db: Queryable,
  { table, key, column }: SealedColumn,
  row: SealedRow & { readonly replacement: Buffer },
): Promise<boolean> {
  const result = await sql`
    UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${row.replacement}
    WHERE ${sql.ref(key)}::text = ${row.key} AND ${sql.ref(column)} = ${row.sealed}`.execute(db);
  return (result.numAffectedRows ?? 0n) > 0n;
}

/** The keys that what lies in the database was sealed with. A database of an earlier release may lack some columns. */
export async function listKeyIds(db: Queryable): Promise<string[]> {
  const found = new Set<string>();
  for (const { table, column } of SEALED_COLUMNS) {
    const there = await sql`SELECT FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = ${table} AND column_name = ${column}`.execute(db);
    if (there.rows.length === 0) continue;
    // The second byte of what is sealed is the length of the id, which follows.
    const { rows } = await sql<{ id: string }>`
      SELECT DISTINCT convert_from(substring(${sql.ref(column)} FROM 3 FOR get_byte(${sql.ref(column)}, 1)), 'UTF8') AS id
      FROM ${sql.table(table)} WHERE length(${sql.ref(column)}) > 2`.execute(db);
    for (const { id } of rows) found.add(id);
  }
  return [...found].toSorted();
}

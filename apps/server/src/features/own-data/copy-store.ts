import type { Queryable, Tx } from '@trickdesk/db';
import { type RawBuilder, sql } from 'kysely';
import type { PersonalTable } from './personal-table.ts';
import { isOwn, type Whose } from './whose-store.ts';

/** Everything of one account as it was at one moment. */
export interface Snapshot {
  readonly rowsIn: (table: string) => number;
  /** The next rows of a table as JSON, in their order; none when all were read. */
  readonly next: (table: PersonalTable) => Promise<readonly string[]>;
}

const ROWS_AT_ONCE = 500;
const LARGE_ROWS_AT_ONCE = 5;
const FILES_AT_ONCE = 1;
/** Longer than a statement that a person waits for: the rows are laid out before the first is read. */
const LAYING_OUT = sql`SET LOCAL statement_timeout = '5min'`;

/**
 * Reads everything of an account as of one moment, with no transaction open meanwhile: the server lays the rows out on
 * its disk, and they are read from there as fast as somebody takes them. One connection is held until `work` is over.
 */
export function withSnapshot<T>(db: Queryable, whose: Whose, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return db.connection().execute(async (held) => {
    const counts = await layOut(held, whose);
    try {
      return await work({
        rowsIn: (table) => counts.get(table) ?? 0,
        next: async ({ table, large, file }) => {
          const rows = sql.lit(file !== undefined ? FILES_AT_ONCE : large ? LARGE_ROWS_AT_ONCE : ROWS_AT_ONCE);
          const fetched = await sql<{ row: string }>`FETCH ${rows} FROM ${cursorOf(table)}`.execute(held);
          return fetched.rows.map(({ row }) => row);
        },
      });
    } finally {
      await sql`CLOSE ALL`.execute(held);
    }
  });
}

async function layOut(held: Queryable, whose: Whose): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const columns = await readColumns(held);
  await sql`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`.execute(held);
  try {
    await LAYING_OUT.execute(held);
    // Moments end in +00:00, whatever the server's own zone is.
    await sql`SET LOCAL timezone = 'UTC'`.execute(held);
    for (const one of whose.tables) {
      const { table } = one;
      const condition = isOwn(table, whose);
      const { rows } = await sql<{ n: bigint }>`
        SELECT count(*) AS n FROM ONLY ${sql.table(table)} WHERE ${condition}`.execute(held);
      counts.set(table, Number(rows[0]?.n ?? 0n));
      const { shown, key } = layoutOf(one, columns);
      await sql`DECLARE ${cursorOf(table)} NO SCROLL CURSOR WITH HOLD FOR SELECT row_to_json(shown)::text AS row FROM (
        SELECT ${shown} FROM ONLY ${sql.table(table)} WHERE ${condition} ORDER BY ${key}) shown`.execute(held);
    }
    await sql`COMMIT`.execute(held);
  } catch (error) {
    await sql`ROLLBACK`.execute(held);
    throw error;
  }
  return counts;
}

const cursorOf = (table: string): RawBuilder<unknown> => sql.ref(`copy_of_${table}`);

interface ColumnRow {
  readonly table: string;
  readonly column: string;
  /** Place in the primary key; null outside it. */
  readonly key: number | null;
}

/** As the tables are now: a column that is added later is in the copy without a line here. */
async function readColumns(db: Queryable): Promise<readonly ColumnRow[]> {
  const { rows } = await sql<ColumnRow>`
    SELECT c.relname AS "table", a.attname AS "column", array_position(i.indkey::int[], a.attnum::int) AS key
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    ORDER BY c.relname, a.attnum`.execute(db);
  return rows;
}

/** What is shown of a table, in its own order of columns, and by what its rows are sorted. */
function layoutOf({ table, secrets = [], packed, file }: PersonalTable, columns: readonly ColumnRow[]) {
  const all = columns.filter((one) => one.table === table);
  const shown = all
    .filter(({ column }) => !secrets.includes(column))
    .map(({ column }) => (column === packed || column === file ? asBase64(column) : sql`${sql.ref(column)}`));
  const key = all
    .filter((one) => one.key !== null)
    .toSorted((a, b) => Number(a.key) - Number(b.key))
    .map(({ column }) => sql`${sql.ref(column)}`);
  return { shown: sql.join(shown), key: sql.join(key) };
}

const asBase64 = (column: string): RawBuilder<unknown> =>
  sql`translate(encode(${sql.ref(column)}, 'base64'), E'\n', '') AS ${sql.ref(column)}`;

export interface CopyToInsert {
  readonly id: string;
  readonly accountId: number;
  readonly askedAt: Date;
  readonly expiresAt: Date;
}

/** Copies of one account are asked for one after another: of many at once none is one too many. */
export async function lockCopies(tx: Tx, accountId: number): Promise<void> {
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().executeTakeFirst();
}

/** When copies were asked for since a moment, the oldest first. */
export async function listAsked(tx: Tx, accountId: number, since: Date): Promise<Date[]> {
  const rows = await tx
    .selectFrom('data_copy')
    .select('asked_at')
    .where('account_id', '=', accountId)
    .where('asked_at', '>', since)
    .orderBy('asked_at')
    .execute();
  return rows.map(({ asked_at: askedAt }) => askedAt);
}

export async function insertCopy(tx: Tx, { id, accountId, askedAt, expiresAt }: CopyToInsert): Promise<void> {
  await tx
    .insertInto('data_copy')
    .values({ id, account_id: accountId, asked_at: askedAt, expires_at: expiresAt })
    .execute();
}

/** Opens the way of a copy, once. @returns false where there is none, or it is another person's, used or past */
export async function startCopy(
  db: Queryable,
  { id, accountId, at }: { readonly id: string; readonly accountId: number; readonly at: Date },
): Promise<boolean> {
  const result = await db
    .updateTable('data_copy')
    .set({ started_at: at })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('started_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function endCopy(
  db: Queryable,
  id: string,
  end: { readonly at: Date; readonly rowCount: number },
): Promise<void> {
  await db
    .updateTable('data_copy')
    .set({ ended_at: end.at, row_count: BigInt(end.rowCount) })
    .where('id', '=', id)
    .execute();
}

export async function deleteCopies(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('data_copy').where('asked_at', '<', before).execute();
}

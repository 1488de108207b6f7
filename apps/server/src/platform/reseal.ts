import type { Database, Queryable } from '@trickdesk/db';
import { listSealed, replaceSealed, SEALED_COLUMNS, type SealedColumn } from './sealed-store.ts';
import { keyIdOf, type Secrets } from './secrets.ts';

export interface Resealed {
  readonly table: string;
  readonly rows: number;
  /** Sealed anew with the newest key; the others were so already. */
  readonly resealed: number;
}

const ROWS_AT_ONCE = 200;

/**
 * Seals everything with the newest key, a row at a time while the product runs: what is written meanwhile is left as it
 * is and found by the next turn.
 *
 * @param newestKeyId of the key that `secrets` seals with
 * @throws Error naming the row that does not open; those before it are done
 */
export async function resealAll(database: Database, secrets: Secrets, newestKeyId: string): Promise<Resealed[]> {
  const done: Resealed[] = [];
  for (const column of SEALED_COLUMNS) done.push(await resealColumn(database, { column, secrets, newestKeyId }));
  return done;
}

async function resealColumn(
  { kysely }: Database,
  {
    column,
    secrets,
    newestKeyId,
  }: { readonly column: SealedColumn; readonly secrets: Secrets; readonly newestKeyId: string },
): Promise<Resealed> {
  let [after, count, resealed] = ['', 0, 0];
  for (;;) {
    const rows = await listSealed(kysely, column, { after, limit: ROWS_AT_ONCE });
    for (const row of rows) {
      count += 1;
      if (keyIdOf(row.sealed) === newestKeyId) continue;
      const place = `${column.place}:${row.key}`;
      const replacement = secrets.seal(secrets.open(row.sealed, place), place);
      if (await replaceSealed(kysely, column, { ...row, replacement })) resealed += 1;
    }
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return { table: column.table, rows: count, resealed };
    after = last.key;
  }
}

/** Opens whatever is sealed, and forgets it. @returns the places of what does not open */
export async function listUnopened(db: Queryable, secrets: Secrets): Promise<string[]> {
  const unopened: string[] = [];
  for (const column of SEALED_COLUMNS) {
    for (let after = '', isLast = false; !isLast; ) {
      const rows = await listSealed(db, column, { after, limit: ROWS_AT_ONCE });
      for (const { key, sealed } of rows) {
        const place = `${column.place}:${key}`;
        if (!opens(secrets, sealed, place)) unopened.push(place);
        after = key;
      }
      isLast = rows.length < ROWS_AT_ONCE;
    }
  }
  return unopened;
}

export function opens(secrets: Secrets, sealed: Buffer, place: string): boolean {
  try {
    secrets.open(sealed, place);
    return true;
  } catch {
    return false;
  }
}

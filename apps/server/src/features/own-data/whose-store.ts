import { type RawBuilder, sql } from 'kysely';
import type { PersonalTable } from './personal-table.ts';

/** Which rows of a table are an account's. */
export interface Whose {
  readonly accountId: number;
  readonly tables: readonly PersonalTable[];
}

/**
 * The condition that a row of `table` is the account's. The number stands in the text: a cursor takes no parameters.
 */
export function isOwn(table: string, whose: Whose): RawBuilder<boolean> {
  const { belongs } = tableNamed(table, whose);
  const { column, of } = belongs;
  const account = sql.lit(whose.accountId);
  if (of === 'account') return sql<boolean>`${sql.ref(column)} = ${account}`;
  if (of === 'address') return sql<boolean>`${sql.ref(column)} = (SELECT email FROM account WHERE id = ${account})`;
  const inner = sql`SELECT ${sql.ref(of.by ?? 'id')} FROM ${sql.table(of.table)} WHERE ${isOwn(of.table, whose)}`;
  return sql<boolean>`${sql.ref(column)} IN (${inner})`;
}

export function tableNamed(name: string, { tables }: Whose): PersonalTable {
  const found = tables.find(({ table }) => table === name);
  if (!found) throw new Error(`${name} is no table of a person`);
  return found;
}

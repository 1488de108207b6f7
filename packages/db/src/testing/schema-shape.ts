import { sql } from 'kysely';
import type { Database } from '../database.ts';

interface ColumnShape {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  /** Whether a row that does not name it gets a value. */
  readonly hasValue: boolean;
}

interface TableShape {
  readonly table: string;
  /** Another one after a step means that the whole table was written anew, while nobody could use it. */
  readonly file: string;
  readonly columns: readonly ColumnShape[];
}

interface Demand {
  readonly table: string;
  readonly name: string;
  readonly columns: readonly string[];
}

/** What a release may rely on in a schema. */
export class SchemaShape {
  readonly tables: readonly TableShape[];
  /** What rows must meet: checks, foreign keys, and whatever must be the only one. */
  readonly demands: readonly Demand[];

  constructor(tables: readonly TableShape[], demands: readonly Demand[]) {
    this.tables = tables;
    this.demands = demands;
  }

  static async read({ kysely }: Database): Promise<SchemaShape> {
    const tables = await sql<TableShape>`
      SELECT c.relname AS "table", c.relfilenode::text AS file, jsonb_agg(jsonb_build_object('name', a.attname,
        'type', format_type(a.atttypid, a.atttypmod), 'isRequired', a.attnotnull,
        'hasValue', a.atthasdef OR a.attidentity <> '') ORDER BY a.attnum) AS columns
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
      GROUP BY c.oid ORDER BY c.relname`.execute(kysely);
    const demands = await sql<Demand>`
      SELECT c.relname AS "table", d.name || ': ' || d.definition AS name, ARRAY(SELECT attname::text FROM pg_attribute
        WHERE attrelid = c.oid AND attnum = ANY(d.keys) ORDER BY attnum) AS columns
      FROM (
        SELECT conrelid AS "table", conname AS name, pg_get_constraintdef(oid) AS definition, conkey AS keys
          FROM pg_constraint WHERE contype IN ('c', 'f', 'x')
        UNION ALL
        SELECT indrelid, indexrelid::regclass::text, pg_get_indexdef(indexrelid), indkey::int2[]
          FROM pg_index WHERE indisunique
      ) d JOIN pg_class c ON c.oid = d."table" WHERE c.relnamespace = 'public'::regnamespace ORDER BY 1, 2`.execute(
      kysely,
    );
    return new SchemaShape(tables.rows, demands.rows);
  }
}

/** What the release of before can no longer do, in words; nothing where the step only adds. */
export function takenAway(before: SchemaShape, after: SchemaShape): string[] {
  return [
    ...before.tables.flatMap((old) => {
      const now = after.tables.find(({ table }) => table === old.table);
      return now ? takenFromTable(old, now) : [`the table ${old.table} is gone`];
    }),
    ...after.demands.filter((demand) => isTighter(before, demand)).map(({ table, name }) => `${table} demands ${name}`),
  ];
}

function takenFromTable(old: TableShape, now: TableShape): string[] {
  const { table } = old;
  const lost = old.columns.flatMap(({ name, type, isRequired }) => {
    const column = now.columns.find((each) => each.name === name);
    if (!column) return [`${table}.${name} is gone`];
    if (column.type !== type) return [`${table}.${name} is ${column.type} now`];
    return column.isRequired && !isRequired ? [`${table}.${name} is required now`] : [];
  });
  const asked = now.columns
    .filter((column) => !old.columns.some(({ name }) => name === column.name) && column.isRequired && !column.hasValue)
    .map(({ name }) => `${table}.${name} is new and required`);
  return [...lost, ...asked, ...(old.file === now.file ? [] : [`${table} was written anew`])];
}

/** A demand on columns that were there before, which nobody made then. */
function isTighter(before: SchemaShape, { table, name, columns }: Demand): boolean {
  const old = before.tables.find((each) => each.table === table);
  if (!old || before.demands.some((each) => each.table === table && each.name === name)) return false;
  return columns.some((column) => old.columns.some((each) => each.name === column));
}

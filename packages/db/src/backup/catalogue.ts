import type pg from 'pg';

/** A table as a backup names it. */
export interface TableName {
  readonly name: string;
  /** Without those that the database works out by itself. */
  readonly columns: readonly string[];
}

export interface SequencePosition {
  readonly name: string;
  readonly last: string;
  readonly isCalled: boolean;
}

/** A name as SQL takes it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** What rows look like as text must not depend on the server's settings, or on another server's. */
export async function settleTexts(client: pg.Client): Promise<void> {
  const settings = {
    timezone: 'UTC',
    datestyle: 'ISO, YMD',
    intervalstyle: 'postgres',
    extra_float_digits: '3',
    bytea_output: 'hex',
    client_encoding: 'UTF8',
    search_path: 'public',
    // A large table is one statement, and between two of them others work.
    statement_timeout: '0',
    idle_in_transaction_session_timeout: '0',
  };
  for (const [name, value] of Object.entries(settings)) {
    await client.query('SELECT set_config($1, $2, false)', [name, value]);
  }
}

/**
 * The tables whose rows are kept: all of the product's own, in the order of their names. What PostgreSQL itself would
 * forget in a crash (unlogged: counters of attempts, beats of those who run) is not among them, nor the queue of jobs,
 * which is filled again from rows.
 */
export async function listTables(client: pg.Client): Promise<TableName[]> {
  const { rows } = await client.query<TableName>(`
    SELECT c.relname AS name,
      array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'
    GROUP BY c.relname ORDER BY c.relname COLLATE "C"`);
  return rows;
}

export async function readSequences(client: pg.Client): Promise<SequencePosition[]> {
  const { rows } = await client.query<{ name: string }>(`SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' ORDER BY relname COLLATE "C"`);
  const positions: SequencePosition[] = [];
  for (const { name } of rows) {
    const found = await client.query<{ last: string; isCalled: boolean }>(
      `SELECT last_value::text AS last, is_called AS "isCalled" FROM public.${quoted(name)}`,
    );
    for (const position of found.rows) positions.push({ name, ...position });
  }
  return positions;
}

/** A trigger or constraint of a table, with what makes it. */
export interface Guard {
  readonly kind: 'trigger' | 'constraint';
  readonly table: string;
  readonly name: string;
  readonly definition: string;
  /** `O`: it works. */
  readonly state: string;
  readonly isForeignKey: boolean;
}

/** Everything that keeps rows from being written wrongly, as it stands. */
export async function readGuards(client: pg.Client): Promise<Guard[]> {
  const { rows } = await client.query<Guard>(`
    SELECT 'trigger' AS kind, c.relname AS "table", t.tgname AS name, pg_get_triggerdef(t.oid) AS definition,
      t.tgenabled::text AS state, false AS "isForeignKey"
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal
    UNION ALL
    SELECT 'constraint', c.relname, k.conname, pg_get_constraintdef(k.oid),
      CASE WHEN k.convalidated THEN 'O' ELSE 'not validated' END, k.contype = 'f'
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    WHERE k.connamespace = 'public'::regnamespace
    ORDER BY 1, 2, 3`);
  return rows;
}

/** Whether nothing was ever made in it: no table outside the system's own schemas. */
export async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ any: boolean }>(`SELECT EXISTS (
    SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p', 'S', 'v', 'm') AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'
  ) AS any`);
  return rows[0]?.any === false;
}

/** Who else is connected to the database of this connection, by the names that they gave. */
export async function listOthers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{
    name: string;
  }>(`SELECT coalesce(nullif(application_name, ''), 'a connection') AS name
    FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND usesysid IS NOT NULL
      AND coalesce(backend_type, 'client backend') = 'client backend' ORDER BY 1`);
  return rows.map(({ name }) => name);
}

/** Removes everything that the product has made, in the caller's transaction; extensions and rights stay. */
export async function removeEverything(client: pg.Client): Promise<void> {
  // Tables first: they take what is theirs with them.
  const { rows } = await client.query<{ statement: string }>(`
    SELECT 1 AS step, format('DROP SCHEMA %I CASCADE', nspname) AS statement FROM pg_namespace WHERE nspname = 'pgboss'
    UNION ALL
    SELECT CASE WHEN relkind IN ('r', 'p') THEN 2 ELSE 3 END, format('DROP %s IF EXISTS public.%I CASCADE',
        CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, relname)
    FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S') AND ${notOfExtension}
    UNION ALL
    SELECT 4, format('DROP ROUTINE IF EXISTS %s CASCADE', c.oid::regprocedure)
    FROM pg_proc c WHERE pronamespace = 'public'::regnamespace AND ${notOfExtension}
    UNION ALL
    SELECT 5, format('DROP TYPE IF EXISTS public.%I CASCADE', typname)
    FROM pg_type c WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd') AND ${notOfExtension}
    ORDER BY step`);
  for (const { statement } of rows) await client.query(statement);
}

const notOfExtension = `NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')`;

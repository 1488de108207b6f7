import type { Database } from '@trickdesk/db';
import { sql } from 'kysely';

/** A checksum of each table's rows: two prints are equal where nothing was written in between. */
export async function printOfDatabase({ kysely }: Database): Promise<Readonly<Record<string, string>>> {
  const tables = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`.execute(kysely);
  const prints: Record<string, string> = {};
  for (const { name } of tables.rows) {
    const rows = await sql<{ print: string }>`
      SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS print
      FROM ${sql.table(name)} AS t`.execute(kysely);
    prints[name] = rows.rows[0]?.print ?? '';
  }
  return prints;
}

/** Every row of every table as text, bytes in hexadecimal: what a dump would show. */
export async function textOfDatabase({ kysely }: Database): Promise<string> {
  const tables = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`.execute(kysely);
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    const rows = await sql<{ text: string }>`SELECT t::text AS text FROM ${sql.table(name)} AS t`.execute(kysely);
    texts.push(name, ...rows.rows.map(({ text }) => text));
  }
  return texts.join('\n');
}

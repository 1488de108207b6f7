import type { Database } from '@trickdesk/db';
import { sql } from 'kysely';

/** A checksum of each table's rows: two prints are equal where nothing was written in between. */
export async function printOfDatabase({ kysely }: Database): Promise<Readonly<Record<string, string>>> {
  const tables = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`.execute(kysely);
  // One statement for all of them: a hundred small ones take longer on their way than at work.
  const prints = tables.rows.map(
    ({ name }) => sql`
      SELECT ${name}::text AS name,
        count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS print
      FROM ${sql.table(name)} AS t`,
  );
  const all = await kysely.transaction().execute(async (tx) => {
    // So long a statement is thought to be worth several processes, whose start takes longer than all its work.
    await sql`SET LOCAL max_parallel_workers_per_gather = 0`.execute(tx);
    return sql<{ name: string; print: string }>`${sql.join(prints, sql` UNION ALL `)}`.execute(tx);
  });
  return Object.fromEntries(all.rows.map(({ name, print }) => [name, print]));
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

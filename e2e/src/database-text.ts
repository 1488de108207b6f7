import pg from 'pg';

/** Every row of every table as text, bytes in hexadecimal and as they are: what a dump would show. */
export async function textOfDatabase(url: string): Promise<string> {
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  try {
    const { rows: tables } = await database.query<{ schema: string; name: string }>(
      `SELECT schemaname AS schema, tablename AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1, 2`,
    );
    const texts: string[] = [];
    for (const { schema, name } of tables) {
      const from = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
      const { rows } = await database.query<{ text: string }>(`SELECT t::text AS text FROM ${from} t`);
      for (const { text } of rows) {
        texts.push(text);
        for (const [, hex = ''] of text.matchAll(/\\\\x([0-9a-f]{16,})/g))
          texts.push(Buffer.from(hex, 'hex').toString('latin1'));
      }
    }
    return texts.join('\n');
  } finally {
    await database.end();
  }
}

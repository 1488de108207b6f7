import pg from 'pg';
import { type ConnectionTarget, clientConfig } from './connection.ts';

const DUPLICATE_DATABASE = '42P04';

/**
 * Makes a database where it is missing.
 *
 * @param target any database on the same server
 */
export async function ensureDatabase(target: ConnectionTarget, name: string): Promise<void> {
  await withClient(target, async (client) => {
    const existing = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (existing.rowCount) return;
    try {
      await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
    } catch (error) {
      // Another process was faster.
      if (!(error instanceof pg.DatabaseError) || error.code !== DUPLICATE_DATABASE) throw error;
    }
  });
}

/** Removes a database with everything in it, ending its connections, and makes it anew, empty. */
export async function recreateDatabase(target: ConnectionTarget, name: string): Promise<void> {
  await withClient(target, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  });
}

async function withClient(target: ConnectionTarget, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(clientConfig(target));
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

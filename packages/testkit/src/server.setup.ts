import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@trickdesk/db';
import { startEmbedded } from '@trickdesk/db/embedded';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { databaseUrl, withAdmin } from './admin.ts';
import type {} from './provided-context.ts';

/**
 * One PostgreSQL server for the whole run: the embedded one in a temporary folder, or the one that TEST_DATABASE_URL
 * names. Its template is migrated once and copied for each test file.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer();
  const templateName = `trickdesk_template_${process.pid}`;
  try {
    await createTemplate(server.adminUrl, templateName);
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('adminUrl', server.adminUrl);
  project.provide('templateName', templateName);
  return async () => {
    await withAdmin(server.adminUrl, (admin) => admin.query(`DROP DATABASE ${pg.escapeIdentifier(templateName)}`));
    await server.stop();
  };
}

async function createTemplate(adminUrl: string, name: string): Promise<void> {
  const template = pg.escapeIdentifier(name);
  await withAdmin(adminUrl, (admin) => admin.query(`CREATE DATABASE ${template}`));
  try {
    await migrate(databaseUrl(adminUrl, name));
    // Nobody may connect to it: PostgreSQL copies no database that is in use.
    await withAdmin(adminUrl, (admin) => admin.query(`ALTER DATABASE ${template} ALLOW_CONNECTIONS false`));
  } catch (error) {
    await withAdmin(adminUrl, (admin) => admin.query(`DROP DATABASE ${template}`));
    throw error;
  }
}

async function openServer(): Promise<{ adminUrl: string; stop: () => Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) {
    const version = await withAdmin(given, (admin) => admin.query<{ version: string }>('SELECT version()'));
    console.log(`store tests on TEST_DATABASE_URL: ${version.rows[0]?.version}`);
    return { adminUrl: given, stop: async () => undefined };
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-test-'));
  // The server's own account must be able to enter.
  chmodSync(dataDir, 0o755);
  const server = await startEmbedded({
    dataDir,
    databases: [],
    // Nothing here needs to survive a power cut.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  });
  console.log('store tests on the embedded PostgreSQL');
  return {
    adminUrl: server.url('postgres'),
    stop: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

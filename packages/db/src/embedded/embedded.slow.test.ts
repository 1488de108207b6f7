import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scaledCount } from '@trickdesk/testkit';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isRunning } from './process-state.ts';
import { type EmbeddedServer, startEmbedded } from './start-embedded.ts';

let dataDir: string;
let running: EmbeddedServer[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-embedded-'));
  chmodSync(dataDir, 0o755);
  running = [];
});
afterEach(async () => {
  for (const server of running) if (server.isRunning()) await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDir });
  running.push(server);
  return server;
}

async function connect(server: EmbeddedServer): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.url('trickdesk') });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

test('the embedded server has both databases in UTF-8, no TCP port, and ends when told', async () => {
  const server = await start();
  const client = await connect(server);
  const databases = await client.query(
    `SELECT datname, pg_encoding_to_char(encoding) AS encoding FROM pg_database WHERE NOT datistemplate ORDER BY 1`,
  );
  expect(databases.rows).toEqual(
    ['postgres', 'simulator', 'trickdesk'].map((datname) => ({ datname, encoding: 'UTF8' })),
  );
  expect((await client.query('SHOW listen_addresses')).rows).toEqual([{ listen_addresses: '' }]);
  await client.end();
  await server.stop();
  expect(server.isRunning()).toBe(false);
  expect(existsSync(server.folders.socket)).toBe(false);
});

test('a server that outlived its supervisor is adopted, not doubled', async () => {
  const first = await start();
  const second = await start();
  expect([first.adopted, second.adopted]).toEqual([false, true]);
  expect(second.pid).toBe(first.pid);
  await second.stop();
  expect(first.isRunning()).toBe(false);
});

test('what was acknowledged is there after kill -9, each time', async () => {
  let expected = 0;
  let lost = 0;
  const rounds = scaledCount('rounds of kill -9', 1);
  for (let round = 0; round < rounds; round += 1) {
    const server = await start();
    expect(server.adopted).toBe(false);
    const client = await connect(server);
    await client.query('CREATE TABLE IF NOT EXISTS acknowledged (id int PRIMARY KEY)');
    const before = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM acknowledged');
    lost += expected - (before.rows[0]?.count ?? 0);
    for (let i = 0; i < 20; i += 1) {
      await client.query('INSERT INTO acknowledged VALUES ($1)', [expected]);
      expected += 1;
    }
    process.kill(server.pid, 'SIGKILL');
    await client.end().catch(() => undefined);
  }
  const server = await start();
  const client = await connect(server);
  const kept = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM acknowledged');
  await client.end();
  lost += expected - (kept.rows[0]?.count ?? 0);
  console.log(`acknowledged writes lost by kill -9: ${lost} of ${expected}`);
  expect(lost).toBe(0);
});

test('a start waits for what is left of a server that was killed', async () => {
  const killed = await start();
  const client = await connect(killed);
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const backend = rows[0]?.pid ?? 0;
  process.kill(backend, 'SIGSTOP');
  process.kill(killed.pid, 'SIGKILL');
  const next = start();
  // Long enough for a first attempt to be refused: the stopped process still holds the server's shared memory.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  process.kill(backend, 'SIGKILL');
  expect((await next).adopted).toBe(false);
  await client.end().catch(() => undefined);
});

test('a data folder of another major version is refused by name and left alone', async () => {
  const server = await start();
  await server.stop();
  writeFileSync(join(server.folders.data, 'PG_VERSION'), '16\n');
  await expect(start()).rejects.toThrow('PostgreSQL 16');
  writeFileSync(join(server.folders.data, 'PG_VERSION'), '18\n');
  expect((await start()).adopted).toBe(false);
});

test('a process that does not exist is not running', () => {
  // Beyond the largest number that a kernel gives, so nobody can have it by chance.
  expect(isRunning(2 ** 22 + 3)).toBe(false);
  expect(isRunning(process.pid)).toBe(true);
});

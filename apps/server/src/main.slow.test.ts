import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { login, successOf } from '@trickdesk/contract';
import { type EmbeddedServer, startEmbedded } from '@trickdesk/db/embedded';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

const MAIN = join(import.meta.dirname, 'main.ts');
const READY_WITHIN_MS = 30_000;

let folder: string;
let database: EmbeddedServer;
const children: ChildProcess[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-main-'));
  chmodSync(folder, 0o755);
  const databases = ['one', 'two', 'three', 'four'];
  database = await startEmbedded({ dataDir: join(folder, 'pg'), databases, settings: { fsync: 'off' } });
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly output: () => string;
  readonly exited: Promise<number | null>;
}

async function start(name: string, environment: Readonly<Record<string, string>> = {}): Promise<Started> {
  const port = await freePort();
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      ROLE: 'api',
      DATABASE_URL: database.url(name),
      DATA_DIR: join(folder, name),
      HTTP_PORT: String(port),
      HTTPS_PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const exited = once(child, 'close').then(([code]) => code as number | null);
  return { child, url: `http://127.0.0.1:${port}`, output: () => output, exited };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function untilReady({ url, exited, output }: Started): Promise<void> {
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline; ) {
    if (ended) break;
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the process did not get ready:\n${output()}`);
}

function signIn(url: string, email: string): Promise<Response> {
  return fetch(`${url}/jwt/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token: 'web' },
    body: JSON.stringify({ email, password: 'correct-horse-battery' }),
  });
}

const zSignedIn = successOf(login.output);

async function accessTokenOf(response: Response): Promise<string> {
  return zSignedIn.parse(await response.json()).data.accessToken;
}

test('the process serves the demo sign-ins and ends within ten seconds of SIGTERM', async () => {
  const started = await start('one', { DEMO: '1' });
  await untilReady(started);
  for (const email of ['demo@example.com', 'newcomer@example.com']) {
    expect((await signIn(started.url, email)).status).toBe(200);
  }
  const begin = Date.now();
  started.child.kill('SIGTERM');
  expect(await started.exited).toBe(0);
  expect(Date.now() - begin).toBeLessThan(10_000);
});

test('without DEMO=1 nobody can sign in with the known password', async () => {
  const started = await start('two');
  await untilReady(started);
  expect((await signIn(started.url, 'demo@example.com')).status).toBe(401);
});

test('several processes that start at once on an empty database share one key and one set of accounts', async () => {
  const shared = { DEMO: '1', DATA_DIR: join(folder, 'shared') };
  const all = await Promise.all([1, 2, 3].map(() => start('three', shared)));
  await Promise.all(all.map(untilReady));
  expect(readFileSync(join(folder, 'shared/master.key'), 'utf8').trim().split('\n')).toHaveLength(1);
  const [first, second] = all;
  const accessToken = await accessTokenOf(await signIn(first?.url ?? '', 'demo@example.com'));
  const profile = await fetch(`${second?.url}/userapi/myprofile`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
  });
  expect(profile.status).toBe(200);
});

test('a database with demo sign-ins is not served to other machines', async () => {
  const seeding = await start('four', { DEMO: '1' });
  await untilReady(seeding);
  seeding.child.kill('SIGTERM');
  await seeding.exited;
  // An address of nobody: were it not refused, listening would fail.
  const wide = await start('four', { HOST: '192.0.2.1' });
  expect(await wide.exited).toBe(78);
  expect(wide.output()).toContain('HOST=192.0.2.1');
  expect(wide.output()).toContain('DEMO_PUBLIC=1');
  const meant = await start('four', { HOST: '192.0.2.1', DEMO_PUBLIC: '1' });
  expect(await meant.exited).toBe(1);
  expect(meant.output()).toContain('EADDRNOTAVAIL');
});

test('a start with wrong settings names each of them and ends', async () => {
  const started = await start('two', { HTTP_PORT: 'eighty', ROLE: 'api,cook' });
  expect(await started.exited).toBe(78);
  for (const name of ['HTTP_PORT', 'ROLE']) expect(started.output()).toContain(name);
});

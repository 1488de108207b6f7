import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startEmbedded } from '@trickdesk/db/embedded';
import { type LoadResult, load, type Target } from './load.ts';
import { median } from './run-child.ts';
import { type Stored, seedDatabase } from './seed-database.ts';

const CONNECTIONS = 32;
/** Rounds that take turns, and how long each call is made in one. */
const FULL = { rounds: 3, seconds: 3, warmSeconds: 2 };
const SMALL = { rounds: 2, seconds: 2, warmSeconds: 1 };
const ROOT = join(import.meta.dirname, '../..');

/** The calls that are measured, with what a page asks of them. */
const CALLS = {
  mytrick: { type: 'Test', pageSize: 6 },
  tradehistory: { is_live: 0 },
  usernotificationlist: {},
} as const;
export type MeasuredCall = keyof typeof CALLS;

type Measured = 'bare' | 'query' | MeasuredCall;
export type CallFigures = Readonly<Record<Measured, LoadResult>>;

export interface GrownFigures {
  /** With little stored. */
  readonly small: CallFigures;
  readonly full: CallFigures;
}

/** Enough for a full page of each call. */
const FEW_TRADES_EACH = 12;

/**
 * Calls that lists are read by, beside the two plain servers, in turns so that a busy moment hits all of them; first
 * with few trades stored and then with all.
 */
export async function measureCalls(stored: Stored): Promise<GrownFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-bench-'));
  chmodSync(folder, 0o755);
  const server = await startEmbedded({ dataDir: folder, databases: ['trickdesk'] });
  const children: ChildProcess[] = [];
  try {
    const databaseUrl = server.url('trickdesk');
    const api = await startApi(folder, databaseUrl, children);
    const tokens = await signUp(api, CONNECTIONS);
    const seeding = await seedDatabase(databaseUrl, stored);
    const peer = await startPeer(databaseUrl, children);
    const plain = { body: JSON.stringify({ accountId: 7 }), tokens: [peer.token] };
    const own = (call: MeasuredCall) => ({ url: `${api}/userapi/${call}`, body: JSON.stringify(CALLS[call]), tokens });
    const targets = {
      bare: { url: `${peer.url}/bare`, ...plain },
      query: { url: `${peer.url}/query`, ...plain },
      mytrick: own('mytrick'),
      tradehistory: own('tradehistory'),
      usernotificationlist: own('usernotificationlist'),
    };
    await seeding.grow(FEW_TRADES_EACH);
    const small = await inTurns(targets, SMALL);
    await seeding.grow(stored.tradesEach);
    const full = await inTurns(targets, FULL);
    await seeding.close();
    return { small, full };
  } finally {
    await Promise.all(children.map(end));
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function inTurns(
  targets: Readonly<Record<Measured, Target>>,
  { rounds: count, seconds, warmSeconds }: typeof FULL,
): Promise<CallFigures> {
  const names = ['bare', 'query', 'mytrick', 'tradehistory', 'usernotificationlist'] as const;
  const rounds = new Map<Measured, LoadResult[]>(names.map((name) => [name, []]));
  for (const name of names) await load(targets[name], CONNECTIONS, warmSeconds);
  for (let i = 0; i < count; i += 1) {
    for (const name of names) rounds.get(name)?.push(await load(targets[name], CONNECTIONS, seconds));
  }
  const middle = (name: Measured): LoadResult => {
    const results = rounds.get(name) ?? [];
    return {
      callsPerSecond: median(results.map(({ callsPerSecond }) => callsPerSecond)),
      p99Ms: median(results.map(({ p99Ms }) => p99Ms)),
      bytes: results[0]?.bytes ?? 0,
    };
  };
  return {
    bare: middle('bare'),
    query: middle('query'),
    mytrick: middle('mytrick'),
    tradehistory: middle('tradehistory'),
    usernotificationlist: middle('usernotificationlist'),
  };
}

/** The api alone, as `npm start` runs it in production: no market is needed to answer `mytrick`. */
async function startApi(dataDir: string, databaseUrl: string, children: ChildProcess[]): Promise<string> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(ROOT, 'apps/server/src/main.ts')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      ROLE: 'api,jobs',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      HTTP_PORT: String(port),
      HTTPS_PORT: '0',
      LOG_LEVEL: 'error',
      CALLS_PER_MINUTE: '0',
      REGISTRATIONS_PER_HOUR: '0',
    },
  });
  children.push(child);
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 1_200; tries += 1) {
    const ready = await fetch(`${url}/readyz`).then(
      (reply) => reply.ok,
      // Nobody listens yet.
      () => false,
    );
    if (ready) return url;
    await sleep(100);
  }
  throw new Error('the api did not get ready');
}

async function signUp(api: string, count: number): Promise<string[]> {
  const tokens: string[] = [];
  for (let i = 1; i <= count; i += 1) {
    const reply = await fetch(`${api}/jwt/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token: 'web' },
      body: JSON.stringify({
        fullName: `Caller ${i}`,
        email: `caller${i}@example.com`,
        username: `caller${i}`,
        mobile: '9876543210',
        password: 'a load is not a person',
        acceptTerms: true,
        tokenTransport: 'body',
      }),
    });
    const answer: { readonly data: { readonly accessToken: string } } = JSON.parse(await reply.text());
    tokens.push(answer.data.accessToken);
  }
  return tokens;
}

async function startPeer(databaseUrl: string, children: ChildProcess[]): Promise<{ url: string; token: string }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./peer-server.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', DATABASE_URL: databaseUrl },
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  const line = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    child.once('exit', (code) => reject(new Error(`the plain server ended with ${code}`)));
  });
  const { port, token } = JSON.parse(line);
  return { url: `http://127.0.0.1:${port}`, token: String(token) };
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const kill = setTimeout(() => child.kill('SIGKILL'), 10_000);
    child.once('exit', () => {
      clearTimeout(kill);
      resolve();
    });
    child.kill('SIGTERM');
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new Error('the system named no port'));
      });
    });
  });
}

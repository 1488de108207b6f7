import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRunning } from '@trickdesk/db/embedded';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freePort } from './ports.ts';
import { makeFakeCheckout } from './testing/fake-checkout.ts';

const WAIT = { timeout: 30_000, interval: 50 };
/** Simulator, api with jobs, feed, and the two runners. */
const PARTS = 5;
const entry = fileURLToPath(new URL('./testing/run-supervisor.ts', import.meta.url));

let root: string;
let port: number;
let supervisors: Run[];

interface Run {
  readonly process: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'trickdesk-run-'));
  chmodSync(root, 0o755);
  makeFakeCheckout(root);
  port = await freePort('127.0.0.1');
  supervisors = [];
});
afterEach(async () => {
  for (const run of supervisors) run.process.kill('SIGTERM');
  await Promise.all(supervisors.map((run) => run.ended));
  const left = postgresPid();
  if (left !== undefined && isRunning(left)) process.kill(left, 'SIGINT');
  await vi.waitFor(() => expect(startedPids().filter(isRunning)).toEqual([]), WAIT);
  rmSync(root, { recursive: true, force: true });
});

function run(...flags: string[]): Run {
  const child = spawn(process.execPath, [entry, root, ...flags], {
    env: { ...process.env, NODE_ENV: 'test', HTTP_PORT: String(port), HTTPS_PORT: '0', DATA_DIR: join(root, 'var') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const started: Run = {
    process: child,
    output: () => output,
    ended: new Promise((resolve) => child.on('close', resolve)),
  };
  supervisors.push(started);
  return started;
}

async function runUntilReady(): Promise<Run> {
  const started = run();
  await vi.waitFor(() => expect(started.output()).toContain(`http://localhost:${port}`), WAIT);
  await vi.waitFor(() => expect(Object.keys(parts())).toHaveLength(PARTS), WAIT);
  return started;
}

function startedLines(): string[] {
  const file = join(root, 'started');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

function startedPids(): number[] {
  return startedLines().map((line) => Number(line.split(' ')[1]));
}

/** The latest pid of each part. */
function parts(): Record<string, number> {
  return Object.fromEntries(startedLines().map((line) => [line.split(' ')[0], Number(line.split(' ')[1])]));
}

function postgresPid(): number | undefined {
  const file = join(root, 'var', 'postgresql', 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}

test('a part that is killed comes back and the others never stop', async () => {
  await runUntilReady();
  const before = parts();
  process.kill(before['feed'] ?? 0, 'SIGKILL');
  await vi.waitFor(() => expect(parts()['feed']).not.toBe(before['feed']), WAIT);
  expect(parts()).toEqual({ ...before, feed: parts()['feed'] });
  for (const name of ['api,jobs', 'runner-test', 'simulator']) expect(isRunning(before[name] ?? 0)).toBe(true);
});

test('SIGTERM ends every part and the database within ten seconds, and a second start finds everything again', async () => {
  const first = await runUntilReady();
  const database = postgresPid() ?? 0;
  const askedAt = performance.now();
  first.process.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  expect(performance.now() - askedAt).toBeLessThan(10_000);
  expect([...startedPids(), database].filter(isRunning)).toEqual([]);
  await runUntilReady();
});

test('a second instance on the same data folder is refused and the first goes on', async () => {
  await runUntilReady();
  const before = parts();
  const second = run();
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain('already runs');
  expect(parts()).toEqual(before);
  expect(Object.values(before).filter(isRunning)).toHaveLength(PARTS);
});

test('after kill -9 of the supervisor its parts end themselves and the next start adopts the database', async () => {
  const first = await runUntilReady();
  const database = postgresPid();
  first.process.kill('SIGKILL');
  await first.ended;
  await vi.waitFor(() => expect(startedPids().filter(isRunning)).toEqual([]), WAIT);
  await runUntilReady();
  expect(postgresPid()).toBe(database);
});

test('a database that is killed is started again under the running parts', async () => {
  const started = await runUntilReady();
  const before = parts();
  const database = postgresPid() ?? 0;
  process.kill(database, 'SIGKILL');
  await vi.waitFor(() => expect(postgresPid()).not.toBe(database), WAIT);
  await vi.waitFor(() => expect(isRunning(postgresPid() ?? 0)).toBe(true), WAIT);
  expect(started.output()).toContain('starting it again');
  expect(parts()).toEqual(before);
});

test('an import runs with the database up, answers with its own exit code and leaves nothing running', async () => {
  const importing = run('--import', 'candles.csv');
  expect(await importing.ended).toBe(3);
  expect(readFileSync(join(root, 'imported'), 'utf8')).toMatch(/candles\.csv$/);
  expect(startedLines()).toEqual([]);
  expect(postgresPid()).toBeUndefined();
});

test('the kill switch can be thrown with nothing running, and beside the running product', async () => {
  const alone = run('--kill', 'on', 'prices are wrong');
  expect(await alone.ended).toBe(3);
  expect(readFileSync(join(root, 'killed'), 'utf8')).toBe('on\nprices are wrong');
  expect(postgresPid()).toBeUndefined();
  await runUntilReady();
  const before = parts();
  expect(await run('--kill', 'off').ended).toBe(3);
  expect(readFileSync(join(root, 'killed'), 'utf8')).toBe('off');
  expect(parts()).toEqual(before);
});

test('a wrong setting is named and nothing is started', async () => {
  const env = { ...process.env, HTTP_PORT: 'eighty', DATA_DIR: join(root, 'var') };
  const child = spawn(process.execPath, [entry, root], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(1);
  expect(output).toContain('HTTP_PORT must be a port (it is "eighty")');
  expect(existsSync(join(root, 'var'))).toBe(false);
});

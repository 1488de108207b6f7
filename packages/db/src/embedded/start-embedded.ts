import { execFile, spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { ensureDatabase, recreateDatabase } from '../create-database.ts';
import { type Account, serverAccount } from './account.ts';
import { type Binaries, prepareBinaries } from './binaries.ts';
import { chooseFolders, type Folders, hasData, SOCKET_PORT } from './folders.ts';
import { isRunning, readPidFile, waitForEnd } from './process-state.ts';

/** The superuser of the embedded server; the socket's folder decides who may be it. */
const USER = 'trickdesk';
const READY_WITHIN_MS = 60_000;
const ADOPT_WITHIN_MS = 10_000;
const STOP_WITHIN_MS = 8_000;
/** Of a server that was killed, single processes may live on for a moment; while they do, no other may start. */
const REMAINS_WITHIN_MS = 15_000;
const REMAINS = /pre-existing shared memory block|lock file "[^"]*" already exists/;
const LOG_LIMIT_BYTES = 10_000_000;

export interface EmbeddedOptions {
  readonly dataDir: string;
  /** Databases that must exist afterwards; default `trickdesk` and `simulator`. */
  readonly databases?: readonly string[];
  /** Server settings beyond the defaults, such as `fsync: 'off'` for throw-away tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Told where the data lies when that is not `dataDir`. */
  readonly onNotice?: (text: string) => void;
}

export interface EmbeddedServer {
  readonly pid: number;
  /** True when the server outlived an earlier supervisor. */
  readonly adopted: boolean;
  readonly folders: Folders;
  readonly url: (database: string) => string;
  readonly isRunning: () => boolean;
  /** Removes a database with everything in it, whoever is connected, and makes it anew, empty. */
  readonly recreate: (database: string) => Promise<void>;
  /** Ends the server: open transactions are rolled back, everything committed is on disk. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts PostgreSQL on a data folder, or adopts the one that already runs there. It listens on a Unix socket only.
 *
 * @throws Error naming the log file when the server does not come up
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const account = serverAccount();
  const folders = chooseFolders(options.dataDir, account);
  if (folders.notice) options.onNotice?.(folders.notice);
  const adoptedPid = hasData(folders.data) ? await findRunning(folders) : undefined;
  const pid = adoptedPid ?? (await startWhenFree(folders, account, options.settings ?? {}));
  const server: EmbeddedServer = {
    pid,
    adopted: adoptedPid !== undefined,
    folders,
    url: (database) => socketUrl(folders.socket, database),
    isRunning: () => isRunning(pid),
    recreate: (database) => recreateDatabase(socketUrl(folders.socket, 'postgres'), database),
    stop: () => stopServer(pid, folders),
  };
  for (const name of options.databases ?? ['trickdesk', 'simulator']) {
    await ensureDatabase(server.url('postgres'), name);
  }
  return server;
}

function socketUrl(socketFolder: string, database: string): string {
  return `postgresql://${USER}@localhost:${SOCKET_PORT}/${encodeURIComponent(database)}?host=${encodeURIComponent(socketFolder)}`;
}

/**
 * The pid of a server that answers on our socket. One that was just killed may hold its pid file for two seconds more,
 * and one that was just started does not answer yet: both are given time.
 */
async function findRunning(folders: Folders): Promise<number | undefined> {
  const deadline = performance.now() + ADOPT_WITHIN_MS;
  for (;;) {
    const found = readPidFile(join(folders.data, 'postmaster.pid'));
    if (!found || !isRunning(found.pid)) return undefined;
    if (found.socketFolder === folders.socket && (await answers(folders.socket))) return found.pid;
    if (performance.now() > deadline) {
      // The number may have been given to another program since: PostgreSQL looks closer than we can.
      return undefined;
    }
    await pause(100);
  }
}

async function startWhenFree(...server: Parameters<typeof startServer>): Promise<number> {
  const deadline = performance.now() + REMAINS_WITHIN_MS;
  for (;;) {
    try {
      return await startServer(...server);
    } catch (error) {
      const isTaken = error instanceof Error && REMAINS.test(error.message);
      if (!isTaken || performance.now() > deadline) throw error;
      await pause(250);
    }
  }
}

async function startServer(
  folders: Folders,
  account: Account | undefined,
  settings: Readonly<Record<string, string>>,
): Promise<number> {
  const binaries = prepareBinaries(account, folders.home);
  if (!hasData(folders.data)) await initialise(binaries, folders, account);
  const log = openLog(folders);
  const logged = fstatSync(log).size;
  const child = spawn(binaries.postgres, serverArguments(folders, settings), {
    ...identity(account),
    // A group of its own: Ctrl-C in the terminal reaches the supervisor, which stops it last.
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const ended = new Promise<Error>((resolve) => {
    child.on('error', resolve);
    child.on('exit', (code, signal) => resolve(new Error(`PostgreSQL ended (${signal ?? `code ${code}`})`)));
  });
  child.unref();
  const failure = await Promise.race([ended, becomesReady(folders)]);
  if (failure || child.pid === undefined) {
    child.kill('SIGINT');
    const said = fatalLines(folders, logged);
    throw new Error(`the embedded PostgreSQL did not start; see ${logFile(folders)}${said}`, { cause: failure });
  }
  return child.pid;
}

function serverArguments(folders: Folders, settings: Readonly<Record<string, string>>): string[] {
  const all = {
    listen_addresses: '',
    port: String(SOCKET_PORT),
    unix_socket_directories: folders.socket,
    unix_socket_permissions: '0700',
    max_connections: '200',
    shared_buffers: '16MB',
    maintenance_work_mem: '16MB',
    // What is read is little and mostly in memory: processes that read ahead would be memory for nothing.
    io_method: 'sync',
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    max_wal_size: '512MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    ...settings,
  };
  return ['-D', folders.data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Prepared beside its place and renamed into it: a start that was cut short leaves nothing half made. */
async function initialise(binaries: Binaries, folders: Folders, account: Account | undefined): Promise<void> {
  const fresh = `${folders.data}.init-${process.pid}`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  if (account) chownSync(fresh, account.uid, account.gid);
  try {
    const flags = ['--encoding=UTF8', '--locale=C', '--auth=trust', `--username=${USER}`, '--no-instructions'];
    await promisify(execFile)(binaries.initdb, ['-D', fresh, ...flags], { ...identity(account), timeout: 60_000 });
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Error('initdb failed', { cause: error });
  }
  renameSync(fresh, folders.data);
}

function identity(account: Account | undefined): { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv } {
  const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', TZ: 'UTC', LC_ALL: 'C' };
  return account ? { uid: account.uid, gid: account.gid, cwd: '/', env } : { cwd: '/', env };
}

function logFile(folders: Folders): string {
  return join(folders.home, 'postgresql.log');
}

function openLog(folders: Folders): number {
  const file = logFile(folders);
  if (existsSync(file) && statSync(file).size > LOG_LIMIT_BYTES) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o640);
}

/** What the server gave as its reason, with a colon before it; empty where it gave none. */
function fatalLines(folders: Folders, from: number): string {
  const lines = readFileSync(logFile(folders)).subarray(from).toString('utf8').split('\n');
  const fatal = lines.filter((line) => line.includes('FATAL:'));
  return fatal.length > 0 ? `: ${fatal.join('; ')}` : '';
}

async function becomesReady(folders: Folders): Promise<Error | undefined> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    if (await answers(folders.socket)) return undefined;
    await pause(50);
  }
  return new Error(`no answer within ${READY_WITHIN_MS / 1_000} s`);
}

async function answers(socketFolder: string): Promise<boolean> {
  if (!existsSync(join(socketFolder, `.s.PGSQL.${SOCKET_PORT}`))) return false;
  const client = new pg.Client({
    connectionString: socketUrl(socketFolder, 'postgres'),
    connectionTimeoutMillis: 2_000,
  });
  // The failure is the answer; a second report of it by event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** SIGINT is PostgreSQL's fast stop. SIGQUIT, the last resort, costs a recovery at the next start and nothing else. */
async function stopServer(pid: number, folders: Folders): Promise<void> {
  if (readPidFile(join(folders.data, 'postmaster.pid'))?.pid !== pid) return;
  process.kill(pid, 'SIGINT');
  if (!(await waitForEnd(pid, STOP_WITHIN_MS))) {
    process.kill(pid, 'SIGQUIT');
    if (!(await waitForEnd(pid, 2_000))) throw new Error(`PostgreSQL (process ${pid}) does not end`);
  }
  rmSync(folders.socket, { recursive: true, force: true });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

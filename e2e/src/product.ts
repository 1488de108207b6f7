import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const START = join(ROOT, 'apps/supervisor/start.mjs');
const PARENT_WATCH = pathToFileURL(join(ROOT, 'apps/supervisor/src/parent-watch.ts')).href;
const CONTROL_TOKEN = 'control-of-the-journeys';
const READY_WITHIN_MS = 240_000;
/**
 * How long a journey waits for the demo's past where two products share two cores. What it may take by itself is held
 * to in `demo-history.slow.test.ts`.
 */
export const DEMO_MADE_WITHIN_MS = 400_000;
/** The supervisor gives each layer ten seconds: parts, simulator, database. */
const STOPPED_WITHIN_MS = 40_000;

export interface ProductOptions {
  /** Settings beside the pinned ones, `SIM_SPEED` for example. */
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * With the demo sign-ins, whose past takes a minute of a whole machine at the first start and whose live trick trades
   * beside the test's own people. False where nobody of the demo is needed.
   */
  readonly hasDemo?: boolean;
}

/** The whole product, started as `npm start` does it, on ports and a data folder of its own. */
export interface Product {
  readonly url: string;
  /** Where the simulated broker answers. */
  readonly brokerUrl: string;
  readonly dataDir: string;
  /** Process id of what all parts are children of. */
  readonly supervisor: number;
  /** Process id by part: `simulator`, `api,jobs`, `feed`, `runner-test`, and `postgres`. Linux only. */
  readonly processes: () => ReadonlyMap<string, number>;
  /** The database that the parts were given, or the simulator's own. Linux only. */
  readonly databaseUrl: (of?: 'simulator') => string;
  /** What the operator's door of the simulator answers to an order, `state` without one. */
  readonly control: (
    path: 'state' | 'clock' | 'faults' | 'account' | 'orders',
    order?: object,
  ) => Promise<SimulatorState>;
  /** What the simulated broker has of a client: orders, trades, positions, holdings, funds. */
  readonly brokerAccount: (clientCode: string) => Promise<unknown>;
  /** What `npm run import` prints of files, beside the running product. @throws Error when it refuses one */
  readonly importFiles: (files: readonly string[]) => Promise<string>;
  /** What `npm run operators` does beside the running product. @throws Error when it refuses */
  readonly appointOperator: (email: string) => Promise<void>;
  /** Everything that the parts have printed. */
  readonly output: () => string;
  /** Ends everything and removes the data folder. */
  readonly stop: () => Promise<void>;
}

export interface SimulatorState {
  readonly clock: { readonly epochMs: number; readonly speed: number; readonly paused: boolean };
  readonly market: { readonly open: boolean };
}

/** Seed and start moment are the same in every run, so that the market of a test is always the same one. */
const PINNED = { SIM_SEED: '5', SIM_START: '2025-07-09T09:20:00+05:30', SIM_SPEED: '60', SIM_SOURCE: 'synthetic' };

/** For a journey that waits for nothing of the market, which leaves the machine to the browser then. */
export const REAL_PACE = { SIM_SPEED: '1' };
/** For one that looks at no prices of before, either: to fetch and to make them takes a core for a minute. */
export const NO_PAST = { ...REAL_PACE, FEED_DAILY_DAYS: '10', FEED_MINUTE_DAYS: '1' };

/** @throws Error with the end of the product's output when it does not get ready */
export async function startProduct({ settings = {}, hasDemo = true }: ProductOptions = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-e2e-'));
  // The database server runs as a user of its own.
  chmodSync(dataDir, 0o755);
  const [httpPort, simPort] = [await freePort(), await freePort()];
  const env = {
    ...withoutVitest(process.env),
    ...PINNED,
    DATA_DIR: dataDir,
    HTTP_PORT: String(httpPort),
    HTTPS_PORT: '0',
    SIM_PORT: String(simPort),
    SIM_CONTROL_TOKEN: CONTROL_TOKEN,
    LOG_LEVEL: 'warn',
    REGISTRATIONS_PER_HOUR: '0',
    ...(hasDemo ? {} : { DEMO: '0' }),
    ...settings,
  };
  const child = spawn(process.execPath, ['--import', PARENT_WATCH, START], {
    cwd: ROOT,
    // The channel ends with us, however we end, and the product stops itself then.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env,
  });
  const output = collect(child);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = `http://localhost:${httpPort}`;
  const command = async (...words: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(process.execPath, [START, ...words], { cwd: ROOT, env });
    return stdout;
  };
  const product: Product = {
    url,
    brokerUrl: `http://127.0.0.1:${simPort}`,
    dataDir,
    supervisor: child.pid ?? 0,
    processes: () => partsOf(child, dataDir),
    databaseUrl: (of) => {
      const part = of === 'simulator' ? of : 'api,jobs';
      const name = of === 'simulator' ? 'SIM_DATABASE_URL' : 'DATABASE_URL';
      return environmentOf(partsOf(child, dataDir).get(part) ?? 0)[name] ?? '';
    },
    control: (path, order) => askSimulator(`http://127.0.0.1:${simPort}/__sim/${path}`, order),
    brokerAccount: (client) => askSimulator(`http://127.0.0.1:${simPort}/__sim/account?client=${client}`, undefined),
    importFiles: (files) => command('--import', ...files),
    appointOperator: async (email) => {
      await command('--operators', 'grant', email, 'operator');
    },
    output,
    stop: () => stop(child, ended, dataDir),
  };
  try {
    await becomeReady(url, child);
  } catch (error) {
    await product.stop();
    throw new Error(`the product did not get ready:\n${output().slice(-4_000)}`, { cause: error });
  }
  return product;
}

async function becomeReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the supervisor ended with ${child.exitCode}`);
    const ready = await fetch(`${url}/readyz`).then(
      (reply) => reply.ok,
      // Nobody listens yet.
      () => false,
    );
    if (ready) return;
    await sleep(100);
  }
  throw new Error(`${url}/readyz did not answer "ready" within ${READY_WITHIN_MS / 1_000} s`);
}

async function stop(child: ChildProcess, ended: Promise<void>, dataDir: string): Promise<void> {
  const left = [...partsOf(child, dataDir).values()];
  child.kill('SIGTERM');
  const isOver = await Promise.race([ended.then(() => true), sleep(STOPPED_WITHIN_MS, false, { ref: false })]);
  if (!isOver) {
    for (const pid of [child.pid ?? 0, ...left]) kill(pid);
    rmSync(dataDir, { recursive: true, force: true });
    throw new Error(`the product did not stop within ${STOPPED_WITHIN_MS / 1_000} s; it was killed`);
  }
  rmSync(dataDir, { recursive: true, force: true });
}

/** Kills a process that may be gone already. */
function kill(pid: number): void {
  if (pid <= 0) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

async function askSimulator(url: string, order: object | undefined): Promise<SimulatorState> {
  const reply = await fetch(url, {
    method: order ? 'POST' : 'GET',
    headers: { 'x-sim-control': CONTROL_TOKEN },
    ...(order ? { body: JSON.stringify(order) } : {}),
  });
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`);
  // The simulator's own door, written in this repository; tests read two fields of it.
  return (await reply.json()) as SimulatorState;
}

function collect(child: ChildProcess): () => string {
  let output = '';
  const keep = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return () => output;
}

/** Vitest's own variables would turn the product's processes into what they are not. */
function withoutVitest(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { NODE_ENV: _test, NODE_OPTIONS: _options, ...rest } = environment;
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !name.startsWith('VITEST')));
}

function partsOf(child: ChildProcess, dataDir: string): ReadonlyMap<string, number> {
  const parts = new Map<string, number>();
  if (process.platform !== 'linux') return parts;
  for (const pid of childrenOf(child.pid ?? 0)) {
    const environment = environmentOf(pid);
    const name = environment['ROLE'] ?? (environment['SIM_DATABASE_URL'] ? 'simulator' : undefined);
    if (name) parts.set(name, pid);
  }
  const postmaster = postmasterOf(dataDir);
  if (postmaster !== undefined) parts.set('postgres', postmaster);
  return parts;
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => /^\d+ \(.*\) \S (\d+) /s.exec(readProc(pid, 'stat'))?.[1] === String(parent));
}

function environmentOf(pid: number): Record<string, string | undefined> {
  const pairs = readProc(pid, 'environ').split('\0');
  return Object.fromEntries(
    pairs.map((pair) => {
      const cut = pair.indexOf('=');
      return [pair.slice(0, cut), pair.slice(cut + 1)];
    }),
  );
}

/** Empty for a process that has ended meanwhile. */
function readProc(pid: number, what: 'stat' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8');
  } catch {
    return '';
  }
}

function postmasterOf(dataDir: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(dataDir, 'postgresql', 'postmaster.pid'), 'utf8').split('\n')[0]);
    return pid > 0 ? pid : undefined;
  } catch {
    // Not started, or stopped.
    return undefined;
  }
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

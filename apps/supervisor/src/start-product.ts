import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { announce } from './announce.ts';
import {
  inherited,
  type Places,
  serverEnvironment,
  simulatorEnvironment,
  withoutSecrets,
} from './child-environment.ts';
import { collectGarbage } from './collect-garbage.ts';
import { type Databases, openDatabases } from './databases.ts';
import type { Log } from './log.ts';
import { freePort, requireFreePort } from './ports.ts';
import type { Role, Settings } from './settings.ts';
import { claimDataDir } from './single-instance.ts';
import { type Supervised, supervise, V8_CALCULATING, V8_SAVING_MEMORY } from './supervised.ts';
import { restartOnChange } from './watch-sources.ts';
import { buildWebApp, viteScript } from './web-build.ts';

/** What Node made of our sources, in a folder. */
export interface CompiledSources {
  readonly folder: string;
  /** Resolves when the parts' sources are in it, for each set of flags that parts run with; never rejected. */
  readonly compileParts: (flagSets: readonly (readonly string[])[]) => Promise<void>;
}

export interface StartRequest {
  readonly settings: Settings;
  readonly root: string;
  readonly log: Log;
  readonly watch: boolean;
  readonly resetDemo: boolean;
  readonly compiled?: CompiledSources | undefined;
  /** A part refused its settings, in its own words on standard error; the product is to be stopped. */
  readonly onWrongSettings: (part: string) => void;
}

export interface Product {
  /** Ends everything: the product's parts, then the simulator, then the database. */
  readonly stop: () => Promise<void>;
}

/** Parts that share a process. A crash of one process leaves the others running. */
const GROUPS: readonly (readonly Role[])[] = [['api', 'jobs'], ['feed'], ['runner-test'], ['runner-live']];
const STOP_WITHIN_MS = 10_000;

/** @throws Error in words for the operator; whatever had been started by then is stopped again */
export async function startProduct(request: StartRequest): Promise<Product> {
  const { settings, log } = request;
  const undo: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.toReversed()) await step();
    undo.length = 0;
  };
  try {
    const release = await claimDataDir(settings.DATA_DIR);
    if (!release)
      throw new Error(`it already runs on ${settings.DATA_DIR}: stop it, or set another DATA_DIR and HTTP_PORT`);
    undo.push(release);
    await refuseTakenPorts(settings);
    const compiling = request.compiled?.compileParts([V8_CALCULATING, V8_SAVING_MEMORY]);
    const building = request.watch ? undefined : build(request);
    // Awaited below; a failure before that must not count as unhandled.
    building?.catch(() => undefined);
    const databases = await prepareDatabases(request);
    undo.push(() => databases.stop());
    await building;
    await compiling;
    const places: Places = {
      databaseUrl: databases.databaseUrl,
      simDatabaseUrl: databases.simDatabaseUrl,
      simPort: settings.SIM_PORT || (await freePort('127.0.0.1')),
      paymentsPort: settings.SIM_PAYMENTS_PORT || (await freePort('127.0.0.1')),
      webFolder: join(request.root, 'apps', 'web', 'dist'),
    };
    const simulator = startSimulator(request, places);
    undo.push(() => simulator?.stop(STOP_WITHIN_MS));
    const parts = startParts(request, places);
    undo.push(() => Promise.all(parts.map((part) => part.stop(STOP_WITHIN_MS))));
    if (request.watch) {
      undo.push(restartOnChange(request.root, { parts: parts.filter((part) => part.name !== 'vite'), simulator, log }));
    }
    void announce(settings, log).then(collectGarbage);
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function refuseTakenPorts(settings: Settings): Promise<void> {
  if (!settings.ROLE.includes('api')) return;
  for (const name of ['HTTP_PORT', 'HTTPS_PORT'] as const) {
    if (settings[name] !== 0) await requireFreePort(name, settings.HOST, settings[name]);
  }
}

async function prepareDatabases({ settings, log, resetDemo }: StartRequest): Promise<Databases> {
  const databases = await openDatabases(settings, log);
  if (!resetDemo) return databases;
  try {
    log.info(`--reset-demo: removing every account, order and price in ${settings.DATA_DIR}`);
    await databases.reset();
    // Copies of what the databases held; the parts fill it again.
    rmSync(join(settings.DATA_DIR, 'cache'), { recursive: true, force: true });
    return databases;
  } catch (error) {
    await databases.stop();
    throw error;
  }
}

async function build({ settings, root, log }: StartRequest): Promise<boolean> {
  if (!settings.ROLE.includes('api')) return false;
  const startedAt = performance.now();
  const built = await buildWebApp(root);
  if (built) log.info(`built the web app in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  return built;
}

/** Node keeps what it made of our sources: the next start is faster, and needs no compiler in memory. */
function compiledOnce({ settings, compiled }: StartRequest): Record<string, string> {
  return { NODE_COMPILE_CACHE: compiled?.folder ?? join(settings.DATA_DIR, 'cache', 'compiled') };
}

function startSimulator(request: StartRequest, places: Places): Supervised | undefined {
  const { settings, root, log } = request;
  if (settings.MARKET !== 'simulator' || !settings.ROLE.includes('simulator')) return undefined;
  return supervise({
    name: 'simulator',
    flags: V8_SAVING_MEMORY,
    onWrongSettings: () => request.onWrongSettings('simulator'),
    script: [join(root, 'apps', 'simulator', 'src', 'main.ts')],
    environment: {
      ...compiledOnce(request),
      ...withoutSecrets(process.env),
      ...simulatorEnvironment(settings, places),
    },
    log,
  });
}

function startParts(request: StartRequest, places: Places): Supervised[] {
  const { settings, root, log, watch } = request;
  const parts = GROUPS.map((group) => group.filter((role) => settings.ROLE.includes(role)))
    .filter((group) => group.length > 0)
    .map((group) =>
      supervise({
        name: group.join('+'),
        flags: group.includes('jobs') ? V8_CALCULATING : V8_SAVING_MEMORY,
        onWrongSettings: () => request.onWrongSettings(group.join('+')),
        script: [join(root, 'apps', 'server', 'src', 'main.ts')],
        environment: {
          ...compiledOnce(request),
          ...inherited(process.env, group),
          ...serverEnvironment(settings, places, group),
        },
        log,
      }),
    );
  if (!watch) return parts;
  const web = join(root, 'apps', 'web');
  const vite = { name: 'vite', flags: V8_CALCULATING, script: [viteScript(web), web], environment: process.env, log };
  return [...parts, supervise({ ...vite, onWrongSettings: () => request.onWrongSettings('vite') })];
}

import { type SpawnOptions, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { serverEnvironment } from './child-environment.ts';
import { openDatabases } from './databases.ts';
import type { Log } from './log.ts';
import type { Settings } from './settings.ts';
import { claimDataDir } from './single-instance.ts';

/** Entries of the server that are commands of their own. */
export type ServerCommand =
  | 'kill.ts'
  | 'operators.ts'
  | 'rotate-keys.ts'
  | 'verify-audit.ts'
  | 'verify-ledger.ts'
  | 'backup.ts'
  | 'restore.ts';

interface Beside {
  readonly settings: Settings;
  readonly root: string;
  readonly log: Log;
}

/** Imports market data. @param request `files` are seen from the folder that the command was given in */
export function importFiles({ files, ...beside }: Beside & { readonly files: readonly string[] }): Promise<number> {
  return runBeside({ ...beside, entry: 'import.ts', words: files.map(asCalled) });
}

/** Makes or restores a backup. @param request of its `words`, those that are no flags are files or folders, seen as above */
export function runBackup({
  entry,
  words,
  ...beside
}: Beside & { readonly entry: 'backup.ts' | 'restore.ts'; readonly words: readonly string[] }): Promise<number> {
  return runBeside({ ...beside, entry, words: words.map((word) => (word.startsWith('-') ? word : asCalled(word))) });
}

/** A file from where the command was given: npm runs scripts in the checkout and keeps that place in INIT_CWD. */
function asCalled(file: string): string {
  const path = resolve(process.env['INIT_CWD'] ?? process.cwd(), file);
  return /[\\/]$/.test(file) ? `${path}/` : path;
}

/**
 * Runs an entry of the server with only the database running, or beside a running product.
 *
 * @returns its exit code
 */
export async function runBeside({
  settings,
  root,
  log,
  entry,
  words,
}: Beside & {
  readonly entry: 'import.ts' | ServerCommand;
  readonly words: readonly string[];
}): Promise<number> {
  // Held when nothing runs, so that a start meanwhile does not build on a database that ends with this.
  const release = await claimDataDir(settings.DATA_DIR);
  if (!release && entry === 'restore.ts') {
    process.stderr.write(`Nothing was changed: the product runs on ${settings.DATA_DIR}; stop it, then restore\n`);
    return 1;
  }
  const databases = await openDatabases(settings, log);
  try {
    const places = {
      databaseUrl: databases.databaseUrl,
      simDatabaseUrl: databases.simDatabaseUrl,
      simPort: settings.SIM_PORT,
      paymentsPort: settings.SIM_PAYMENTS_PORT,
      webFolder: join(root, 'apps', 'web', 'dist'),
    };
    const script = [join(root, 'apps', 'server', 'src', entry), ...words];
    const environment = {
      ...process.env,
      ...serverEnvironment(settings, places, ['jobs']),
      // Only what copies both databases is told where the other one is.
      ...(entry === 'backup.ts' || entry === 'restore.ts' ? { SIM_DATABASE_URL: places.simDatabaseUrl } : {}),
    };
    return await runToItsEnd(script, { env: environment, cwd: root });
  } finally {
    if (release) await databases.stop();
    else await databases.leave();
    release?.();
  }
}

/** A signal is the command's to act on; ours is to put away after it what we opened for it. */
async function runToItsEnd(script: readonly string[], options: SpawnOptions): Promise<number> {
  const child = spawn(process.execPath, script, { ...options, stdio: 'inherit' });
  const pass = (signal: NodeJS.Signals): void => {
    child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const name of signals) process.on(name, pass);
  try {
    return await new Promise<number>((done, fail) => {
      child.on('error', fail);
      child.on('close', (code) => done(code ?? 1));
    });
  } finally {
    for (const name of signals) process.off(name, pass);
  }
}

import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { serverEnvironment } from './child-environment.ts';
import { openDatabases } from './databases.ts';
import type { Log } from './log.ts';
import type { Settings } from './settings.ts';
import { claimDataDir } from './single-instance.ts';

/** Entries of the server that are commands of their own. */
export type ServerCommand = 'kill.ts' | 'operators.ts' | 'rotate-keys.ts' | 'verify-audit.ts' | 'verify-ledger.ts';

interface Beside {
  readonly settings: Settings;
  readonly root: string;
  readonly log: Log;
}

/** Imports market data. @param request `files` are seen from the folder that the command was given in */
export function importFiles({ files, ...beside }: Beside & { readonly files: readonly string[] }): Promise<number> {
  // npm runs scripts in the checkout and keeps where it was called in INIT_CWD.
  const from = process.env['INIT_CWD'] ?? process.cwd();
  return runBeside({ ...beside, entry: 'import.ts', words: files.map((file) => resolve(from, file)) });
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
    const environment = { ...process.env, ...serverEnvironment(settings, places, ['jobs']) };
    return await new Promise<number>((done, fail) => {
      const child = spawn(process.execPath, script, { env: environment, stdio: 'inherit', cwd: root });
      child.on('error', fail);
      child.on('close', (code) => done(code ?? 1));
    });
  } finally {
    if (release) await databases.stop();
    else await databases.leave();
    release?.();
  }
}

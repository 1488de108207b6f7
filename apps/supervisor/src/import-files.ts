import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { serverEnvironment } from './child-environment.ts';
import { openDatabases } from './databases.ts';
import type { Log } from './log.ts';
import type { Settings } from './settings.ts';
import { claimDataDir } from './single-instance.ts';

export interface ImportRequest {
  readonly settings: Settings;
  readonly root: string;
  readonly log: Log;
  /** Seen from the folder that the command was given in. */
  readonly files: readonly string[];
}

/**
 * Imports market data with only the database running, or beside a running product.
 *
 * @returns the importer's exit code
 */
export async function importFiles({ settings, root, log, files }: ImportRequest): Promise<number> {
  // Held when nothing runs, so that a start meanwhile does not build on a database that ends with this import.
  const release = await claimDataDir(settings.DATA_DIR);
  const databases = await openDatabases(settings, log);
  try {
    const places = {
      databaseUrl: databases.databaseUrl,
      simDatabaseUrl: databases.simDatabaseUrl,
      simPort: settings.SIM_PORT,
      webFolder: join(root, 'apps', 'web', 'dist'),
    };
    // npm runs scripts in the checkout and keeps where it was called in INIT_CWD.
    const from = process.env['INIT_CWD'] ?? process.cwd();
    const script = [join(root, 'apps', 'server', 'src', 'import.ts'), ...files.map((file) => resolve(from, file))];
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

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { writeBackup } from '@trickdesk/db/backup';
import { probeKeys } from './compose/backup-keys.ts';
import { abortOnSignals, Cancelled, fileLine, momentLines, tableLine, totalLine } from './compose/backup-words.ts';
import { openFoundation } from './compose/foundation.ts';
import { readSettings } from './platform/settings.ts';

const USAGE = `npm run backup -- <folder or file>    one file with everything in the databases, while the product runs
  The master key is not in it. Keep the key file as well, and in another place.`;

process.exitCode = await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<number> {
  const [to] = words;
  if (to === undefined || words.length > 1 || to.startsWith('-')) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const { settings, database, clock } = openFoundation(readSettings(process.env));
  const simulator = process.env['SIM_DATABASE_URL'];
  const beganAtMs = performance.now();
  const signal = abortOnSignals();
  try {
    const { probes, missing } = await probeKeys(database.kysely, settings.masterKeyFile);
    const path = fileOf(to, new Date(clock.now()));
    const { head, tables, fileBytes } = await writeBackup({
      path,
      // The product first: the broker may only know more than it, as the real one does after a restore.
      databases: [
        { part: 'product', target: settings.databaseUrl },
        ...(simulator === undefined ? [] : [{ part: 'simulator', target: simulator } as const]),
      ],
      keys: probes,
      onTable: (table) => {
        if (table.rows > 0) say(tableLine(table));
      },
      signal,
    });
    say(`Backed up ${totalLine(tables, beganAtMs)}:`, ...momentLines(head), fileLine(path, fileBytes));
    say(`The master key is NOT in it. It lies in ${settings.masterKeyFile}: keep a copy, and not beside the backup.`);
    if (missing.length === 0) return 0;
    say(`WARNING: secrets are sealed with ${missing.join(', ')}, and no such key is in that file.`);
    return 1;
  } catch (error) {
    process.stderr.write(`No backup was written: ${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof Cancelled ? 130 : 1;
  } finally {
    await database.close();
  }
}

/** In a folder it is named by its moment. */
function fileOf(to: string, at: Date): string {
  const isFolder = /[\\/]$/.test(to) || (statSync(to, { throwIfNoEntry: false })?.isDirectory() ?? false);
  if (!isFolder) return to;
  return join(to, `trickdesk-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`);
}

function say(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

import { createDatabase, migrations, simulatorMigrations } from '@trickdesk/db';
import {
  type BackupHead,
  checkBackup,
  DamagedBackup,
  planRestore,
  RestoreRefused,
  RestoreUnclear,
  restoreBackup,
} from '@trickdesk/db/backup';
import { openKeysOf, refuseUnopened } from './compose/backup-keys.ts';
import { abortOnSignals, Cancelled, momentLines, tableLine, totalLine } from './compose/backup-words.ts';
import { chainWords, verifyChain } from './features/audit/index.ts';
import { readLedgerReport, reportWords } from './features/ledger/index.ts';
import { readSettings, type Settings } from './platform/settings.ts';

const USAGE = `npm run restore -- <file>              puts a backup into empty databases
npm run restore -- <file> --replace    the same, in place of everything that is there
  The product must be stopped, and the key file of the backup be in its place.`;

process.exitCode = await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<number> {
  const [path, ...more] = words.filter((word) => word !== '--replace');
  if (path === undefined || more.length > 0 || path.startsWith('-')) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const settings = readSettings(process.env);
  try {
    await restore(settings, { path, replace: words.includes('--replace') });
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${error instanceof RestoreUnclear ? 'In doubt' : 'Nothing was changed'}: ${said}\n`);
    if (error instanceof Cancelled) return 130;
    if (!(error instanceof DamagedBackup || error instanceof RestoreRefused))
      process.stderr.write(`${stackOf(error)}\n`);
    return 1;
  }
  return proveSound(settings);
}

interface Wanted {
  readonly path: string;
  readonly replace: boolean;
}

async function restore(settings: Settings, { path, replace }: Wanted): Promise<void> {
  const beganAtMs = performance.now();
  const signal = abortOnSignals();
  say(`Checking ${path}`);
  const checked = await checkBackup(path);
  const { head, tables } = checked;
  say(`It is whole: ${totalLine(tables, beganAtMs)}`, ...momentLines(head));
  const databases = databasesOf(settings, head);
  planRestore(head, databases);
  const secrets = openKeysOf(head, settings.masterKeyFile);
  const loadedFromMs = performance.now();
  await restoreBackup({
    ...{ path, checked, replace, databases, signal },
    prove: (restored) => refuseUnopened(restored, secrets),
    onTable: (table) => {
      if (table.rows > 0) say(tableLine(table));
    },
  });
  say(`Restored ${totalLine(tables, loadedFromMs)}.`);
}

/** Where the parts of a backup go. The simulated market's has a place only where one runs. */
function databasesOf({ databaseUrl }: Settings, head: BackupHead): Parameters<typeof restoreBackup>[0]['databases'] {
  const product = { part: 'product', target: databaseUrl, migrations } as const;
  const simulator = process.env['SIM_DATABASE_URL'];
  if (simulator !== undefined) {
    return [product, { part: 'simulator', target: simulator, migrations: simulatorMigrations }];
  }
  if (!head.databases.some(({ part }) => part === 'simulator')) return [product];
  throw new RestoreRefused('the backup has the database of the simulated market: set SIM_DATABASE_URL, where it goes');
}

/** The data is in place; whether it adds up is a question of its own. @returns 1 where it does not */
async function proveSound({ databaseUrl }: Settings): Promise<number> {
  const database = createDatabase(databaseUrl);
  try {
    const ledger = await readLedgerReport(database);
    const chain = await verifyChain(database);
    say(reportWords(ledger), chainWords(chain));
    if (ledger.faults.length === 0 && chain.broken === undefined) return 0;
    process.stderr.write('The backup was restored as it was made, and what is said above is wrong in it.\n');
    return 1;
  } finally {
    await database.close();
  }
}

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? '') : '');

function say(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

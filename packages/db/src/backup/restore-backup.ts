import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ConnectionTarget } from '../connection.ts';
import { DamagedBackup } from './backup-file.ts';
import type { BackedUpDatabase, BackupHead, DatabasePart, Progress } from './format.ts';
import { type BackupContent, readBackup } from './read-backup.ts';
import { migrationsToRestore, type OpenRestore, openRestore, RestoreUnclear } from './restore-database.ts';

export interface DatabaseToRestore {
  readonly part: DatabasePart;
  readonly target: ConnectionTarget;
  /** Every step of this release. */
  readonly migrations: Record<string, Migration>;
}

export interface RestoreRequest {
  readonly path: string;
  /** What was found in the file when all of it was checked: nothing is begun with one that is damaged. */
  readonly checked: BackupContent;
  readonly databases: readonly DatabaseToRestore[];
  /** Whether what is there may go. */
  readonly replace: boolean;
  /** A last look at the product's database as it will be. What it throws takes everything back. */
  readonly prove?: (restored: Kysely<unknown>) => Promise<void>;
  readonly onTable?: Progress;
  /** Ends it; everything is as before then. */
  readonly signal?: AbortSignal;
}

/**
 * Puts a backup into databases that nobody else uses, and brings it up to this release. Each database changes in one
 * transaction: whatever goes wrong, and wherever it is cut off, it is as it was before.
 *
 * @throws RestoreRefused, DamagedBackup or the server's error; nothing is changed then
 * @throws RestoreUnclear where the connection was lost in the moment of the commit
 */
export async function restoreBackup(request: RestoreRequest): Promise<BackupContent> {
  const { path, signal, prove } = request;
  const restores: OpenRestore[] = [];
  const cut = (): void => {
    for (const restore of restores) restore.cut();
  };
  signal?.addEventListener('abort', cut, { once: true });
  const of = (part: DatabasePart): OpenRestore => {
    const restore = restores.find((each) => each.part === part);
    if (!restore) throw new Error(`the backup has rows of a database that its beginning does not name: ${part}`);
    return restore;
  };
  try {
    const content = await readBackup(path, {
      onHead: async (head) => {
        if (head.id !== request.checked.head.id) throw new DamagedBackup(`${path} is another file than was checked`);
        const planned = planRestore(head, request.databases);
        for (const { target, before, part } of planned) {
          signal?.throwIfAborted();
          restores.push(await openRestore({ part, target, replace: request.replace, before }));
        }
      },
      onTable: (table, rows) => of(table.part).load(table, rows),
      onDatabaseEnd: ({ part, sequences }) => of(part).finish(sequences),
      onProgress: request.onTable,
    });
    for (const { part, migrations } of request.databases) {
      await restores.find((restore) => restore.part === part)?.migrateForward(migrations);
    }
    await prove?.(of('product').kysely);
    signal?.throwIfAborted();
    // What is ended from here on would be left in doubt: it is carried out.
    signal?.removeEventListener('abort', cut);
    // The product's last: cut off in between, it is what it was, and a second restore puts both right.
    for (const restore of restores.toReversed()) await restore.commit();
    return content;
  } catch (error) {
    cut();
    if (error instanceof RestoreUnclear) throw error;
    // Which connection noticed it first tells nobody anything.
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', cut);
    await Promise.allSettled(restores.map((restore) => restore.close()));
  }
}

interface PlannedRestore {
  readonly part: DatabasePart;
  readonly target: ConnectionTarget;
  /** The steps that the backup has. */
  readonly before: Record<string, Migration>;
}

/**
 * What goes where, before anything is opened.
 *
 * @throws RestoreRefused for a backup of a later release
 */
export function planRestore(
  { databases }: Pick<BackupHead, 'databases'>,
  targets: readonly DatabaseToRestore[],
): PlannedRestore[] {
  return databases.map((backedUp: BackedUpDatabase) => {
    const found = targets.find(({ part }) => part === backedUp.part);
    if (!found) throw new Error(`the backup has the database of the ${backedUp.part}, and there is none to put it in`);
    const before = migrationsToRestore(found.migrations, backedUp.migrations);
    return { part: found.part, target: found.target, before };
  });
}

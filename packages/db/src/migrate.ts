import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { asError, type ConnectionTarget } from './connection.ts';
import { createDatabase } from './database.ts';
import { acquireLease } from './lease.ts';
import { migrations as productMigrations } from './migrations/index.ts';

/** Held by whoever changes the schema. */
export const MIGRATION_LEASE = 'trickdesk migrations';

export interface MigrationReport {
  /** Names of the migrations that this call ran. */
  readonly applied: readonly string[];
  /** Names in the database that this release does not know: a later release has been here already. */
  readonly unknown: readonly string[];
}

/**
 * Brings a database up to this release, forward only. Any number of processes may call it at once: one works, the
 * others wait. All steps of one call commit together or not at all.
 *
 * An older release may start on a database that a later one has migrated (migrations keep the release before them
 * working), but never on one whose history differs.
 *
 * @throws Error naming the step that failed, or when the history differs
 */
export async function migrate(
  target: ConnectionTarget,
  migrations: Record<string, Migration> = productMigrations,
): Promise<MigrationReport> {
  const lease = await acquireLease(target, MIGRATION_LEASE, { wait: true });
  const database = createDatabase<unknown>({ target, maxConnections: 2 });
  try {
    return await migrateAlone(database.kysely, migrations);
  } finally {
    await database.close();
    await lease?.release();
  }
}

/** @param db nobody else migrates it meanwhile; in a transaction, all steps are part of that */
export async function migrateAlone(
  db: Kysely<unknown>,
  migrations: Record<string, Migration>,
): Promise<MigrationReport> {
  const unknown = unknownSteps(Object.keys(migrations), await executedSteps(db));
  if (unknown.length > 0) return { applied: [], unknown };
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => forwardOnly(migrations) },
    nameComparator: compareNames,
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) {
    const failed = results.find((result) => result.status === 'Error');
    const step = failed ? `migration ${failed.migrationName} failed` : 'migrating failed';
    throw new Error(`${step}: ${asError(error).message}`, { cause: error });
  }
  return { applied: results.map((result) => result.migrationName), unknown };
}

/**
 * What the database has beyond this release's own steps.
 *
 * @throws Error when the two histories do not share their beginning
 */
export function unknownSteps(known: readonly string[], executed: readonly string[]): string[] {
  const ours = known.toSorted(compareNames);
  const theirs = executed.toSorted(compareNames);
  const shared = Math.min(ours.length, theirs.length);
  for (let i = 0; i < shared; i += 1) {
    if (ours[i] !== theirs[i]) {
      throw new Error(`the database was migrated by other code: it has ${theirs[i]} where this release has ${ours[i]}`);
    }
  }
  return theirs.slice(ours.length);
}

async function executedSteps(db: Kysely<unknown>): Promise<string[]> {
  const table = await sql<{ name: string | null }>`SELECT to_regclass('kysely_migration')::text AS name`.execute(db);
  if (table.rows[0]?.name == null) return [];
  const steps = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db);
  return steps.rows.map((step) => step.name);
}

function forwardOnly(migrations: Record<string, Migration>): Record<string, Migration> {
  return Object.fromEntries(Object.entries(migrations).map(([name, { up }]) => [name, { up }]));
}

/** By code unit: the default of the library follows the host's language. */
function compareNames(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

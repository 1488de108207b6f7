import { setTimeout as sleep } from 'node:timers/promises';
import { type ControlledTransaction, Kysely, PostgresDialect } from 'kysely';
import type { Migration } from 'kysely/migration';
import pg from 'pg';
import { type ConnectionTarget, clientConfig } from '../connection.ts';
import { lockKey } from '../lease.ts';
import { MIGRATION_LEASE, migrateAlone, unknownSteps } from '../migrate.ts';
import {
  type Guard,
  isEmpty,
  listOthers,
  listTables,
  quoted,
  readGuards,
  removeEverything,
  type SequencePosition,
  settleTexts,
} from './catalogue.ts';
import { copyIn } from './copy-statements.ts';
import type { DatabasePart, TableHead } from './format.ts';

/** The restore would not do what was meant. Nothing was changed; the message is for the operator. */
export class RestoreRefused extends Error {
  override name = 'RestoreRefused';
}

/** The connection was lost at the very end. The message is for the operator. */
export class RestoreUnclear extends Error {
  override name = 'RestoreUnclear';
}

/** How long somebody else may hold a table. */
const LOCK_TIMEOUT_MS = 10_000;
const LEAVING_WITHIN_MS = 5_000;

export interface OpenRestore {
  readonly part: DatabasePart;
  /** In the transaction of the restore. */
  readonly kysely: Kysely<unknown>;
  readonly load: (table: TableHead, rows: AsyncIterable<Buffer>) => Promise<number>;
  /** After the last table: everything that guards rows is back, and has looked at them. */
  readonly finish: (sequences: readonly SequencePosition[]) => Promise<void>;
  readonly migrateForward: (migrations: Record<string, Migration>) => Promise<void>;
  readonly commit: () => Promise<void>;
  /** Ends the connection at once, and the transaction with it. */
  readonly cut: () => void;
  readonly close: () => Promise<void>;
}

export interface RestoreOptions {
  readonly part: DatabasePart;
  readonly target: ConnectionTarget;
  readonly replace: boolean;
  /** The steps of the schema that the rows are of. */
  readonly before: Record<string, Migration>;
}

/**
 * Begins to restore a database, in one transaction: makes the tables as they were, without rows and unguarded.
 *
 * @throws RestoreRefused where somebody uses the database, or something is in it that may not go
 */
export async function openRestore(options: RestoreOptions): Promise<OpenRestore> {
  const client = new pg.Client({ ...clientConfig(options.target), application_name: 'trickdesk restore' });
  // A lost connection fails the statement that runs, which tells it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await settleTexts(client);
    const transaction = await kyselyOn(client).startTransaction().execute();
    await boundWaits(client);
    await refuseInUse(client, options);
    await removeEverything(client);
    await migrateAlone(transaction, options.before);
    await boundWaits(client);
    const guards = await readGuards(client);
    await loosen(client, guards);
    return restoreOn({ client, transaction, guards, part: options.part });
  } catch (error) {
    client.connection.stream.destroy();
    throw error;
  }
}

/** For the rest of the transaction. The migrator sets a bound of its own, of an hour, and leaves it so. */
async function boundWaits(client: pg.Client): Promise<void> {
  await client.query("SELECT set_config('lock_timeout', $1, true)", [String(LOCK_TIMEOUT_MS)]);
}

/**
 * The steps of this release that rows of `executed` need.
 *
 * @throws RestoreRefused where this release does not know one of them
 */
export function migrationsToRestore(
  migrations: Record<string, Migration>,
  executed: readonly string[],
): Record<string, Migration> {
  const unknown = unknownSteps(Object.keys(migrations), executed);
  if (unknown.length > 0) {
    throw new RestoreRefused(
      `the backup is of a later release: it has ${unknown.join(', ')}, which this one does not know. Restore it with that release.`,
    );
  }
  return Object.fromEntries(Object.entries(migrations).filter(([name]) => executed.includes(name)));
}

async function refuseInUse(client: pg.Client, { part, replace }: RestoreOptions): Promise<void> {
  const others = await othersThatStay(client);
  if (others.length > 0) {
    throw new RestoreRefused(
      `the database of the ${part} is in use (${others.join(', ')}): stop the product on every host, then restore`,
    );
  }
  // A product that starts meanwhile waits for it, and finds what was restored.
  const lock = await client.query<{ held: boolean }>('SELECT pg_try_advisory_xact_lock($1::bigint) AS held', [
    lockKey(MIGRATION_LEASE),
  ]);
  if (lock.rows[0]?.held !== true)
    throw new RestoreRefused(`the database of the ${part} is being migrated or restored`);
  if (!replace && !(await isEmpty(client))) {
    throw new RestoreRefused(
      `the database of the ${part} is not empty: with --replace the backup takes the place of everything in it`,
    );
  }
}

/** A connection that was just closed is seen for a moment longer. */
async function othersThatStay(client: pg.Client): Promise<readonly string[]> {
  const deadline = performance.now() + LEAVING_WITHIN_MS;
  for (;;) {
    const others = await listOthers(client);
    if (others.length === 0 || performance.now() > deadline) return others;
    await sleep(50);
  }
}

interface RestoreParts {
  readonly part: DatabasePart;
  readonly client: pg.Client;
  readonly transaction: ControlledTransaction<unknown>;
  readonly guards: readonly Guard[];
}

function restoreOn({ part, client, transaction, guards }: RestoreParts): OpenRestore {
  const loaded = new Set<string>();
  return {
    part,
    kysely: transaction,
    load: (table, rows) => {
      loaded.add(table.table);
      const columns = table.columns.map(quoted).join(', ');
      return copyIn(client, `COPY public.${quoted(table.table)} (${columns}) FROM STDIN`, rows);
    },
    finish: async (sequences) => {
      const missing = (await listTables(client)).filter(({ name }) => !loaded.has(name));
      if (missing.length > 0)
        throw new Error(`the backup lacks the table ${missing.map(({ name }) => name).join(', ')}`);
      await tighten(client, guards);
      for (const { name, last, isCalled } of sequences) {
        const position = [`public.${quoted(name)}`, last, isCalled];
        await client.query('SELECT setval($1::regclass, $2::bigint, $3)', position);
      }
    },
    migrateForward: async (migrations) => {
      await migrateAlone(transaction, migrations);
      await boundWaits(client);
      // Nobody has counted the rows yet: the first questions would be planned for empty tables. Only ours: what all
      // databases of a server share would be held until the end, and is needed by both of ours.
      await client.query(
        `ANALYZE ${(await listTables(client)).map(({ name }) => `public.${quoted(name)}`).join(', ')}`,
      );
    },
    commit: async () => {
      try {
        await transaction.commit().execute();
      } catch (error) {
        throw new RestoreUnclear(
          `whether the database of the ${part} was restored is not known: restore again with --replace`,
          { cause: error },
        );
      }
    },
    cut: () => client.connection.stream.destroy(),
    close: () => client.end(),
  };
}

/**
 * Takes away what would act on each row: it did so when the row was written. Foreign keys go whole, so that the owner of
 * the tables needs no more rights than that.
 */
async function loosen(client: pg.Client, guards: readonly Guard[]): Promise<void> {
  const tables = (await listTables(client)).map(({ name }) => `public.${quoted(name)}`);
  for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  for (const { table, name } of guards.filter(({ isForeignKey }) => isForeignKey)) {
    await client.query(`ALTER TABLE public.${quoted(table)} DROP CONSTRAINT ${quoted(name)}`);
  }
  // Steps put rows in that the backup brings as well.
  await client.query(`TRUNCATE ${tables.map((table) => `ONLY ${table}`).join(', ')}`);
}

/**
 * Puts everything back, foreign keys by comparing every row, and proves it.
 *
 * @throws Error where a row has nothing to refer to, or a guard is not what it was
 */
async function tighten(client: pg.Client, guards: readonly Guard[]): Promise<void> {
  for (const { table, name, definition } of guards.filter(({ isForeignKey }) => isForeignKey)) {
    await client.query(`ALTER TABLE public.${quoted(table)} ADD CONSTRAINT ${quoted(name)} ${definition}`);
  }
  for (const { name } of await listTables(client)) {
    await client.query(`ALTER TABLE public.${quoted(name)} ENABLE TRIGGER USER`);
  }
  const now = new Set((await readGuards(client)).map((guard) => JSON.stringify(guard)));
  const lost = guards.filter((guard) => !now.has(JSON.stringify(guard)) || guard.state !== 'O');
  if (lost.length > 0 || now.size !== guards.length) {
    throw new Error(
      `not back as it was: ${lost.map(({ kind, table, name }) => `${kind} ${table}.${name}`).join(', ')}`,
    );
  }
}

/** Statements of Kysely on a connection that is ours, and is given back to nobody. */
function kyselyOn(client: pg.Client): Kysely<unknown> {
  const connection = Object.assign(client, { release: () => undefined });
  return new Kysely<unknown>({
    dialect: new PostgresDialect({
      pool: { options: {}, connect: async () => connection, end: async () => undefined },
    }),
  });
}

import { createHash, randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import pg from 'pg';
import { type ConnectionTarget, clientConfig } from '../connection.ts';
import { FrameWriter } from './backup-file.ts';
import { listTables, quoted, readSequences, settleTexts, type TableName } from './catalogue.ts';
import { copyOut } from './copy-statements.ts';
import {
  type BackedUpDatabase,
  type BackupHead,
  type DatabasePart,
  type KeyProbe,
  type Progress,
  rowsIn,
  type TableSummary,
} from './format.ts';
import { writeWholeFile } from './whole-file.ts';

export interface DatabaseToBackUp {
  readonly part: DatabasePart;
  readonly target: ConnectionTarget;
}

export interface BackupRequest {
  readonly path: string;
  /** In the order in which their snapshots are taken, one right after the other. */
  readonly databases: readonly DatabaseToBackUp[];
  readonly keys: readonly KeyProbe[];
  readonly onTable?: Progress;
  /** Ends it; nothing is left then. */
  readonly signal?: AbortSignal;
}

export interface BackupReport {
  readonly head: BackupHead;
  readonly tables: readonly TableSummary[];
  readonly fileBytes: number;
}

/**
 * Writes a backup while the databases are at work: of each, every row as it was at one moment. Holds back nobody but who
 * changes tables themselves. Takes no more memory for a large database than for a small one.
 *
 * @throws Error; the file is not there then
 */
export function writeBackup(request: BackupRequest): Promise<BackupReport> {
  return writeWholeFile(request.path, (file) => withSnapshots(request, (snapshots) => write(file, snapshots, request)));
}

interface Snapshot extends BackedUpDatabase {
  readonly client: pg.Client;
  readonly tables: readonly TableName[];
  readonly server: string;
}

async function withSnapshots<T>(
  { databases, signal }: BackupRequest,
  work: (snapshots: readonly Snapshot[]) => Promise<T>,
): Promise<T> {
  const clients = databases.map(
    ({ target }) => new pg.Client({ ...clientConfig(target), application_name: 'trickdesk backup' }),
  );
  const cut = (): void => {
    for (const client of clients) client.connection.stream.destroy();
  };
  try {
    for (const client of clients) {
      // A lost connection fails the statement that runs, which tells it.
      client.on('error', () => undefined);
      await client.connect();
      await settleTexts(client);
    }
    signal?.throwIfAborted();
    signal?.addEventListener('abort', cut, { once: true });
    const opened = clients.map((client, i) => ({ client, part: databases[i]?.part ?? 'product' }));
    // What each database holds is settled at its first statement: these follow each other at once.
    for (const { client } of opened) {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    }
    const times: string[] = [];
    for (const { client } of opened) times.push(await takeSnapshot(client));
    const snapshots: Snapshot[] = [];
    for (const [i, { client, part }] of opened.entries()) {
      const snapshot = await describe(client, { part, snapshotAt: times[i] ?? '' });
      // A simulator that never ran has nothing to keep.
      if (snapshot.tables.length > 0 || part === 'product') snapshots.push(snapshot);
    }
    return await work(snapshots);
  } catch (error) {
    cut();
    // Which connection noticed it first tells nobody anything.
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', cut);
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}

async function takeSnapshot(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ at: Date }>('SELECT clock_timestamp() AS at');
  return rows[0]?.at.toISOString() ?? '';
}

async function describe(
  client: pg.Client,
  { part, snapshotAt }: Pick<Snapshot, 'part' | 'snapshotAt'>,
): Promise<Snapshot> {
  const tables = await listTables(client);
  // Nobody changes a table between its rows and those of another.
  if (tables.length > 0) {
    const names = tables.map(({ name }) => `public.${quoted(name)}`);
    await client.query(`LOCK TABLE ${names.join(', ')} IN ACCESS SHARE MODE`);
  }
  const steps = tables.some(({ name }) => name === 'kysely_migration')
    ? await client.query<{ name: string }>('SELECT name FROM public.kysely_migration ORDER BY name COLLATE "C"')
    : { rows: [] };
  const version = await client.query<{ version: string }>('SELECT version()');
  const migrations = steps.rows.map(({ name }) => name);
  return { client, part, snapshotAt, tables, migrations, server: version.rows[0]?.version ?? '' };
}

async function write(
  file: FileHandle,
  snapshots: readonly Snapshot[],
  { keys, onTable, signal }: BackupRequest,
): Promise<BackupReport> {
  const writer = new FrameWriter(file);
  const head: BackupHead = {
    id: randomUUID(),
    madeAt: new Date().toISOString(),
    server: snapshots[0]?.server ?? '',
    databases: snapshots.map(({ part, migrations, snapshotAt }) => ({ part, migrations, snapshotAt })),
    keys,
  };
  await writer.begin();
  await writer.writeJson('head', head);
  const tables: TableSummary[] = [];
  for (const { client, part, tables: names } of snapshots) {
    for (const table of names) {
      const summary = await writeTable(writer, { client, part, table, signal });
      tables.push(summary);
      onTable?.(summary);
    }
    // After the rows: a sequence belongs to no snapshot, and may only be ahead of them.
    await writer.writeJson('databaseEnd', { part, sequences: await readSequences(client) });
  }
  await writer.end();
  return { head, tables, fileBytes: writer.bytes };
}

interface TableToWrite extends Pick<Snapshot, 'client' | 'part'> {
  readonly table: TableName;
  readonly signal: AbortSignal | undefined;
}

async function writeTable(
  writer: FrameWriter,
  { client, part, table: { name, columns }, signal }: TableToWrite,
): Promise<TableSummary> {
  await writer.writeJson('table', { part, table: name, columns });
  const copied = copyOut(client, `COPY public.${quoted(name)} (${columns.map(quoted).join(', ')}) TO STDOUT`);
  const hash = createHash('sha256');
  let [bytes, seen] = [0, 0];
  const measured = async function* (): AsyncGenerator<Buffer> {
    for await (const piece of copied.pieces) {
      hash.update(piece);
      bytes += piece.length;
      seen += rowsIn(piece);
      yield piece;
    }
  };
  const store = async (compressed: AsyncIterable<Buffer>): Promise<void> => {
    for await (const piece of compressed) await writer.write('rows', piece);
  };
  await pipeline(Readable.from(measured()), createZstdCompress(), store, signal ? { signal } : {});
  const end = { rows: await copied.rows, bytes, sha256: hash.digest('hex') };
  // A checksum of what arrived wrong would vouch for it.
  if (seen !== end.rows) throw new Error(`${name}: ${seen} rows arrived of ${end.rows}`);
  await writer.writeJson('tableEnd', end);
  return { part, table: name, ...end };
}

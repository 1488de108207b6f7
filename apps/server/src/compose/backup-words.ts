import type { BackupHead, TableSummary } from '@trickdesk/db/backup';

const MB = 1_000_000;

const megabytes = (bytes: number): string => `${(bytes / MB).toFixed(1)} MB`;

/** One line of progress. */
export function tableLine({ part, table, rows, bytes }: TableSummary): string {
  return `  ${part.padEnd(10)}${table.padEnd(28)}${String(rows).padStart(10)} rows ${megabytes(bytes).padStart(12)}`;
}

/** @param beganAtMs by `performance.now()` */
export function totalLine(tables: readonly TableSummary[], beganAtMs: number): string {
  const [rows, bytes] = tables.reduce(([r, b], table) => [r + table.rows, b + table.bytes], [0, 0]);
  const seconds = ((performance.now() - beganAtMs) / 1_000).toFixed(1);
  return `${tables.length} tables, ${rows} rows, ${megabytes(bytes ?? 0)} in ${seconds} s`;
}

/** When the databases were as they are in it. */
export function momentLines({ databases }: BackupHead): string[] {
  return databases.map(({ part, snapshotAt, migrations }) => {
    return `  ${part.padEnd(10)}as it was at ${snapshotAt}, schema ${migrations.at(-1) ?? 'none'}`;
  });
}

export const fileLine = (path: string, bytes: number): string => `${path} (${megabytes(bytes)})`;

/** Ends the work that is under way when the operator does; what was begun leaves nothing. */
export function abortOnSignals(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.on(name, () => stop.abort(new Cancelled(`ended by ${name}`)));
  return stop.signal;
}

export class Cancelled extends Error {
  override name = 'Cancelled';
}

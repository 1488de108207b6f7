import type { SequencePosition } from './catalogue.ts';

/** The databases of an installation: the product's, and the simulated market's where there is one. */
export type DatabasePart = 'product' | 'simulator';

/** What stands at the beginning of a backup. */
export interface BackupHead {
  /** One for each backup. */
  readonly id: string;
  readonly madeAt: string;
  readonly server: string;
  readonly databases: readonly BackedUpDatabase[];
  /** What the product puts in to recognise its own keys by; nothing in it opens anything. */
  readonly keys: readonly KeyProbe[];
}

export interface BackedUpDatabase {
  readonly part: DatabasePart;
  /** The steps of the schema that it has, in their order. */
  readonly migrations: readonly string[];
  /** When its snapshot was taken, by the clock of its server. */
  readonly snapshotAt: string;
}

/** Something sealed with a key: whoever has the key opens it. */
export interface KeyProbe {
  readonly keyId: string;
  /** Hexadecimal. */
  readonly sealed: string;
}

/** Begins a table's rows. */
export interface TableHead {
  readonly part: DatabasePart;
  readonly table: string;
  readonly columns: readonly string[];
}

/** Follows a table's rows. */
export interface TableEnd {
  readonly rows: number;
  /** Of the rows as text, before they were compressed. */
  readonly bytes: number;
  readonly sha256: string;
}

/** Follows the last table of a database. */
export interface DatabaseEnd {
  readonly part: DatabasePart;
  readonly sequences: readonly SequencePosition[];
}

/** One line of what a backup holds. */
export type TableSummary = Omit<TableHead, 'columns'> & TableEnd;

/** Told after each table. */
export type Progress = (table: TableSummary) => void;

const NEWLINE = 0x0a;

/** Rows that end in a piece of COPY's text: each with a newline, and it has no other. */
export function rowsIn(piece: Buffer): number {
  let rows = 0;
  for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) rows += 1;
  return rows;
}

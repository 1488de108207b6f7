import type { ReactNode } from 'react';
import type { CsvValue } from './csv.ts';

export interface TableColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand at the end, text at the start. */
  readonly align?: 'start' | 'end';
  /** 1 always shown, 2 hidden under 700 px of the table's own width, 3 under 960 px; as a card every column shows. */
  readonly priority?: 1 | 2 | 3;
  /** What the file has in this column; a column without it is left out of the file. */
  readonly csv?: (row: Row) => CsvValue;
  /** What rows are ordered by where all of them are on screen; `serverSort` columns need none. */
  readonly sortValue?: (row: Row) => string | number;
  /** The server orders by this name; it becomes `sort` in the address. */
  readonly serverSort?: string;
  /** A fixed width, so that live figures move nothing: `7rem`. */
  readonly width?: string;
  /** As a card this column takes the whole width. */
  readonly wide?: boolean;
}

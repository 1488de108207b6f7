import type { ReactNode } from 'react';
import type { CsvValue } from './csv.ts';

export interface ColumnSort<Row> {
  /** What stands as `sort` in the address, with `-` before it where the order is turned; the server knows it too. */
  readonly name: string;
  /** How the order is told: A to Z, lowest first, oldest first. */
  readonly kind: 'text' | 'number' | 'time';
  /** Whether the first press goes up. Text does by itself; numbers and times begin with the highest and the newest. */
  readonly startsUp?: boolean;
  /**
   * What the browser orders by; absent where the server does. It takes all rows to be in the browser: a page that is
   * sorted by itself would mislead. A row without a value stands last, either way.
   */
  readonly value?: (row: Row) => string | number | undefined;
}

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
  /** Makes the head a button that sorts. */
  readonly sort?: ColumnSort<Row>;
  /** A fixed width, so that live figures move nothing: `7rem`. */
  readonly width?: string;
  /** As a card this column takes the whole width. */
  readonly wide?: boolean;
}

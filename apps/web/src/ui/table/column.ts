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

/** A column of the file of a list that says more in its file than it has room for on screen. */
export interface FileColumn<Row> {
  readonly header: string;
  readonly value: (row: Row) => CsvValue;
}

/** The columns of a list's file: its own where there are some, else those on screen. */
export function fileColumnsOf<Row>(
  columns: readonly TableColumn<Row>[],
  file: readonly FileColumn<Row>[] | undefined,
): readonly FileColumn<Row>[] {
  return (
    file ?? columns.flatMap(({ header, csv, csvAlso = [] }) => [...(csv ? [{ header, value: csv }] : []), ...csvAlso])
  );
}

export interface TableColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand at the end, text at the start. */
  readonly align?: 'start' | 'end';
  /** 1 always shown, 2 hidden under 700 px of the table's own width, 3 under 960 px; as a card every column shows. */
  readonly priority?: 1 | 2 | 3;
  /** What the file has in this column, unless the list has columns of its own for the file; without it, none. */
  readonly csv?: (row: Row) => CsvValue;
  /** What else its cells say, a column of the file each: the time below a price. */
  readonly csvAlso?: readonly FileColumn<Row>[];
  /** Makes the head a button that sorts. */
  readonly sort?: ColumnSort<Row>;
  /** A fixed width, so that live figures move nothing: `7rem`. */
  readonly width?: string;
  /** As a card this column takes the whole width. */
  readonly wide?: boolean;
}

import type { CSSProperties, ReactNode } from 'react';
import { AppLink } from '../app-link.tsx';
import type { TableColumn } from './column.ts';
import css from './data-table.module.css';

interface RowCellsProps<Row> {
  readonly columns: readonly TableColumn<Row>[];
  readonly row: Row;
  readonly rowLink?: ((row: Row) => string) | undefined;
}

/** The cells of one row: its first is the link where the row leads somewhere. */
export function RowCells<Row>({ columns, row, rowLink }: RowCellsProps<Row>) {
  return columns.map((column, i) => (
    <td key={column.id} className={classOf(column)} data-label={column.header}>
      {i === 0 && rowLink ? (
        <AppLink to={rowLink(row)} className={css.rowLink}>
          {column.cell(row)}
        </AppLink>
      ) : (
        <Cell>{column.cell(row)}</Cell>
      )}
    </td>
  ));
}

/** A bare text gets an element of its own, so that its words keep their order in a page of the other direction. */
function Cell({ children }: { readonly children: ReactNode }) {
  return typeof children === 'string' ? <span>{children}</span> : children;
}

export function widthOf(column: { readonly width?: string }): CSSProperties | undefined {
  return column.width ? { inlineSize: column.width } : undefined;
}

export function classOf<Row>(column: TableColumn<Row>): string {
  const priority = column.priority === 3 ? css.p3 : column.priority === 2 ? css.p2 : '';
  return `${column.align === 'end' ? css.end : ''} ${priority} ${column.wide ? css.wide : ''}`.trim();
}

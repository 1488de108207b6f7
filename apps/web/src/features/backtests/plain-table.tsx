import type { ReactNode } from 'react';
import { HeadRow } from '../../ui/table/head-row.tsx';
import css from './plain-table.module.css';

export interface PlainRow {
  readonly key: string;
  /** The first names the row. */
  readonly cells: readonly ReactNode[];
  /** Stands out: the row that the others are held against. */
  readonly lead?: boolean;
}

interface PlainTableProps {
  readonly label: string;
  readonly head: readonly string[];
  readonly rows: readonly PlainRow[];
  /** Shows all rows at once, however many; long cells break, and the names stay in sight. */
  readonly whole?: boolean;
}

/** A few rows of figures that are all there: no paging, no sorting. It scrolls within itself where it is too wide. */
export function PlainTable({ label, head, rows, whole = false }: PlainTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section className={`${css.scroll} ${whole ? css.whole : ''}`} tabIndex={0} aria-label={label}>
      <table className={css.table}>
        <HeadRow names={head} />
        <tbody>
          {rows.map(({ key, cells: [name, ...others], lead }) => (
            <tr key={key} className={lead ? css.lead : undefined}>
              <th scope="row">{name}</th>
              {others.map((cell, i) => (
                <td key={head[i + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

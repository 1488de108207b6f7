import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './plan.module.css';

interface Part {
  readonly key: string;
  readonly name: ReactNode;
  /** Small, below the name. */
  readonly note?: string;
  readonly cells: readonly ReactNode[];
}

interface PartsTableProps {
  /** A name for each column; the first one names the rows. */
  readonly head: readonly string[];
  readonly rows: readonly Part[];
  /** Of the last column. */
  readonly sum?: ReactNode;
  readonly note?: string;
}

/** What a figure is made of, line by line, with the sum that the figure is. */
export function PartsTable({ head, rows, sum, note }: PartsTableProps) {
  const { t } = useTranslation();
  return (
    <div className={css.scroll}>
      <table className={css.table}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                {row.name}
                {row.note ? <div className={css.quiet}>{row.note}</div> : null}
              </th>
              {row.cells.map((cell, i) => (
                <td key={head[i + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
        {sum === undefined ? null : (
          <tfoot>
            <tr>
              <th scope="row" colSpan={head.length - 1}>
                {t('baskets.parts.together')}
              </th>
              <td>{sum}</td>
            </tr>
          </tfoot>
        )}
      </table>
      {note ? <p className={css.quiet}>{note}</p> : null}
    </div>
  );
}

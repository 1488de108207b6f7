import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './parts-table.module.css';
import { ScrollPart } from './scroll-part.tsx';

interface Part {
  readonly key: string;
  readonly name: ReactNode;
  /** Small, below the name. */
  readonly notes?: readonly string[];
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
    <ScrollPart label={head.join(', ')}>
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
              <th scope="row" className={css.named}>
                {typeof row.name === 'string' ? <span>{row.name}</span> : row.name}
                {row.notes?.map((note) => (
                  <p key={note} className={css.quiet}>
                    {note}
                  </p>
                ))}
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
                {t('common.together')}
              </th>
              <td>{sum}</td>
            </tr>
          </tfoot>
        )}
      </table>
      {note ? <p className={css.quiet}>{note}</p> : null}
    </ScrollPart>
  );
}

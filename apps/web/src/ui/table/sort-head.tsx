import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { TableColumn } from './column.ts';
import css from './data-table.module.css';
import type { ListState } from './list-state.ts';

/** The order after another press of a column's head: up, down, then the list's own. */
export function nextSort(now: string, name: string): string {
  if (now === name) return `-${name}`;
  return now === `-${name}` ? '' : name;
}

interface SortHeadProps<Row> {
  readonly column: TableColumn<Row>;
  readonly list: ListState;
  readonly allowed: boolean;
}

export function SortHead<Row>({ column, list, allowed }: SortHeadProps<Row>) {
  const { t } = useTranslation();
  if (!allowed || (column.sortValue === undefined && column.serverSort === undefined)) {
    return <span>{column.header}</span>;
  }
  const name = column.serverSort ?? column.id;
  const sorted = list.sort === name || list.sort === `-${name}`;
  const Arrow = list.sort === `-${name}` ? IconArrowDown : IconArrowUp;
  return (
    <button
      type="button"
      className={css.sort}
      data-sorted={sorted}
      title={t('table.sortBy', { column: column.header })}
      // A server orders one way by each name; a complete page can be turned round.
      onClick={() => list.set({ sort: column.serverSort ? (sorted ? '' : name) : nextSort(list.sort, name) })}
    >
      {column.header}
      {sorted ? <Arrow size={12} aria-hidden="true" /> : null}
    </button>
  );
}

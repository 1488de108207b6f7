import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ColumnSort } from './column.ts';
import css from './data-table.module.css';
import { ariaSort, nextSort } from './sorting.ts';

interface SortHeadProps {
  readonly header: string;
  readonly sort: Pick<ColumnSort<never>, 'name' | 'kind' | 'startsUp'>;
  /** The order that is shown, and the one that the list has by itself. */
  readonly now: string;
  readonly own: string;
  readonly onSort: (sort: string) => void;
}

/** A head that sorts. While rows are cards nobody sees it, so that it must not be reached with the keyboard either. */
export function SortHead({ header, sort, now, own, onSort }: SortHeadProps) {
  const { t } = useTranslation();
  const way = ariaSort(now, sort);
  const next = nextSort(now, sort, own) || own;
  const Arrow = (way ?? ariaSort(next, sort)) === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <>
      <button
        type="button"
        className={css.sort}
        data-sorted={way !== undefined}
        title={t('table.sortBy', { column: header })}
        onClick={() => onSort(nextSort(now, sort, own))}
      >
        {header}
        <Arrow className={css.arrow ?? ''} size={12} aria-hidden="true" />
      </button>
      <span className={css.headOfCards}>{header}</span>
    </>
  );
}

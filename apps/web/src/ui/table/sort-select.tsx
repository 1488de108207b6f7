import { useTranslation } from 'react-i18next';
import type { ColumnSort } from './column.ts';
import css from './data-table.module.css';
import { FilterSelect } from './filter-select.tsx';
import { sortChoices } from './sorting.ts';

interface SortSelectProps {
  readonly columns: readonly {
    readonly header: string;
    readonly sort?: Pick<ColumnSort<never>, 'name' | 'kind' | 'startsUp'>;
  }[];
  readonly now: string;
  readonly own: string;
  /** Cards have no heads at any width. */
  readonly always: boolean;
  readonly onSort: (sort: string) => void;
}

/** The order of a list as a choice, where its heads are not seen. */
export function SortSelect({ columns, now, own, always, onSort }: SortSelectProps) {
  const { t } = useTranslation();
  const choices = sortChoices(columns);
  if (choices.length === 0) return null;
  const options = choices.map(({ value, kind, way, column }) => ({
    value,
    label: t(`table.order.${kind}.${way}`, { column }),
  }));
  return (
    <div className={`${css.sortSelect} ${always ? css.always : ''}`}>
      <FilterSelect
        label={t('table.order.label')}
        value={now}
        options={own === '' ? [{ value: '', label: t('table.order.own') }, ...options] : options}
        onChange={(value) => onSort(value === own ? '' : value)}
      />
    </div>
  );
}

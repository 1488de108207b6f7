import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import type { ListState } from '../../ui/table/list-state.ts';
import { backtestFilter, STATES } from './list-view.ts';

interface ListFiltersProps {
  readonly list: ListState;
  /** What was tested so far. */
  readonly tricks: readonly { readonly TricksId: number; readonly name: string }[];
  /** How many that are in all. */
  readonly total: number;
}

/** By state and by trick; names and symbols are searched for. */
export function ListFilters({ list, tricks, total }: ListFiltersProps) {
  const { t } = useTranslation();
  const { status, tricksId } = backtestFilter(list.query);
  // A link may name a trick that was never tested here: the choice must not show another one.
  const isOther = tricksId !== undefined && tricks.every(({ TricksId }) => TricksId !== tricksId);
  const left = total - tricks.length;
  return (
    <>
      <FilterSelect
        label={t('backtests.filter.status')}
        value={status ?? ''}
        options={[
          { value: '', label: t('backtests.filter.allStates') },
          ...STATES.map((value) => ({ value, label: t(`backtests.status.${value}`) })),
        ]}
        onChange={(value) => list.set({ status: value })}
      />
      <FilterSelect
        label={t('backtests.filter.trick')}
        value={tricksId === undefined ? '' : String(tricksId)}
        options={[
          { value: '', label: t('backtests.filter.allTricks') },
          ...tricks.map(({ TricksId, name }) => ({ value: String(TricksId), label: name })),
          ...(isOther ? [{ value: String(tricksId), label: t('backtests.filter.otherTrick', { id: tricksId }) }] : []),
          ...(left > 0
            ? [
                {
                  value: 'more',
                  label: t('backtests.filter.moreTricks', { count: left, formatted: count(left) }),
                  disabled: true,
                },
              ]
            : []),
        ]}
        onChange={(value) => list.set({ TricksId: value })}
      />
    </>
  );
}

import { useTranslation } from 'react-i18next';
import type { OutputOfCall } from '../../lib/wire.ts';
import { Button } from '../../ui/button.tsx';
import { DateRange } from '../../ui/table/date-range.tsx';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import type { ListState } from '../../ui/table/list-state.ts';

interface ActFiltersProps {
  readonly list: ListState;
  /** What the list can be narrowed to, once it is there. */
  readonly answer: Pick<OutputOfCall<'opsacts'>, 'operators' | 'kinds'> | undefined;
}

/** Who did it, what was done, to whom and when. */
export function ActFilters({ list, answer }: ActFiltersProps) {
  const { t } = useTranslation();
  const { query, set } = list;
  const person = query['person'];
  const operators = (answer?.operators ?? []).map(({ userId, fullName }) => ({
    value: String(userId),
    label: fullName,
  }));
  const kinds = (answer?.kinds ?? []).map((what) => ({
    value: what,
    label: t(`operations.acts.kinds.${what}`, { defaultValue: what }),
  }));
  return (
    <>
      <FilterSelect
        label={t('operations.acts.operator')}
        value={query['operator'] ?? ''}
        options={[{ value: '', label: t('operations.acts.anybody') }, ...operators]}
        onChange={(operator) => set({ operator })}
      />
      <FilterSelect
        label={t('operations.acts.kind')}
        value={query['kind'] ?? ''}
        options={[{ value: '', label: t('operations.acts.anything') }, ...kinds]}
        onChange={(kind) => set({ kind })}
      />
      <DateRange list={list} fromLabel={t('activity.from')} toLabel={t('activity.to')} />
      {person === undefined ? null : (
        <Button look="quiet" onClick={() => set({ person: '' })}>
          {t('operations.acts.clearPerson', { person })}
        </Button>
      )}
    </>
  );
}

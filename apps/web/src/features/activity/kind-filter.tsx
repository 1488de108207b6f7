import { useTranslation } from 'react-i18next';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import type { ListState } from '../../ui/table/list-state.ts';
import type { LOG_KINDS, TRADE_LOG_KINDS } from './log-view.ts';

type Kind = (typeof LOG_KINDS | typeof TRADE_LOG_KINDS)[number];

interface KindFilterProps {
  readonly list: ListState;
  readonly kinds: readonly Kind[];
  /** The kind that the address names, where it is one of them. */
  readonly current: Kind | undefined;
}

/** Narrows a log to one kind of entries. */
export function KindFilter({ list, kinds, current }: KindFilterProps) {
  const { t } = useTranslation();
  return (
    <FilterSelect<Kind | ''>
      label={t('activity.kindFilter')}
      value={current ?? ''}
      options={[
        { value: '', label: t('activity.allKinds') },
        ...kinds.map((value) => ({ value, label: t(`activity.kind.${value}`) })),
      ]}
      onChange={(value) => list.set({ kind: value })}
    />
  );
}

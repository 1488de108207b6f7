import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ListState } from '../../ui/table/list-state.ts';
import css from './orders.module.css';
import { recordFilter } from './record-view.ts';

interface TrickFilterProps {
  readonly list: ListState;
  /** Known once a row is there. */
  readonly name: string | undefined;
}

/** Says that only one trick's rows are shown, and takes that away. */
export function TrickFilter({ list, name }: TrickFilterProps) {
  const { t } = useTranslation();
  const id = recordFilter(list.query).tricksId;
  if (id === undefined) return null;
  return (
    <button
      type="button"
      className={css.chip}
      title={t('orders.takeAway')}
      onClick={() => list.set({ TricksId: undefined })}
    >
      {name === undefined ? t('orders.onlyTrickId', { id }) : t('orders.onlyTrick', { name })}
      <IconX size={14} aria-label={t('orders.takeAway')} />
    </button>
  );
}

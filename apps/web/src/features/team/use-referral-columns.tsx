import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { rupees } from '../../lib/format.ts';
import { Money } from '../../ui/figures/figures.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import texts from '../../ui/texts.module.css';
import type { PlacedReferral } from './direct-page.tsx';
import { useMemberColumns } from './use-member-columns.tsx';

export function useReferralColumns(): readonly TableColumn<PlacedReferral>[] {
  const { t } = useTranslation();
  const people = useMemberColumns<PlacedReferral>(true);
  return useMemo(
    (): TableColumn<PlacedReferral>[] => [
      ...people,
      {
        id: 'reward',
        header: t('team.reward'),
        align: 'end',
        width: '9rem',
        sort: { name: 'reward', kind: 'number' },
        csv: ({ rewardPaise }) => rewardPaise / 100,
        cell: ({ rewardPaise, withheldPaise }) => (
          <span className={texts.twoLines}>
            <Money paise={rewardPaise} />
            {withheldPaise === 0 ? null : (
              <span className={texts.sub}>{t('team.withheld', { sum: rupees(withheldPaise) })}</span>
            )}
          </span>
        ),
      },
    ],
    [t, people],
  );
}

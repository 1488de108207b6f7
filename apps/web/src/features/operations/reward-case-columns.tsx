import type { RewardCase } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { PersonLines, personInFile } from './person-lines.tsx';

export function useRewardCaseColumns(): readonly TableColumn<RewardCase>[] {
  const { t } = useTranslation();
  return useMemo(
    (): TableColumn<RewardCase>[] => [
      {
        id: 'inviter',
        header: t('operations.inviter'),
        csv: ({ inviter }) => personInFile(inviter),
        cell: ({ inviter }) => <PersonLines person={inviter} />,
      },
      {
        id: 'invited',
        header: t('operations.invited'),
        csv: ({ invited }) => personInFile(invited),
        cell: ({ invited }) => <PersonLines person={invited} />,
        wide: true,
      },
      {
        id: 'because',
        header: t('operations.because'),
        priority: 2,
        wide: true,
        csv: ({ because }) => because,
        cell: ({ because }) => because,
      },
      {
        id: 'amount',
        header: t('operations.amount'),
        align: 'end',
        width: '8rem',
        csv: ({ grossPaise }) => grossPaise / 100,
        cell: ({ grossPaise }) => <Money paise={grossPaise} />,
      },
      {
        id: 'time',
        header: t('operations.withheldAt'),
        width: '9rem',
        sort: { name: 'time', kind: 'time', startsUp: true },
        csv: ({ at }) => at,
        cell: ({ at }) => <Moment at={at} wall />,
      },
    ],
    [t],
  );
}

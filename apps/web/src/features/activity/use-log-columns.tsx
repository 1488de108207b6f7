import type { LogEntry } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Device } from '../../ui/device.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import css from './log.module.css';

export function useLogColumns(): readonly TableColumn<LogEntry>[] {
  const { t } = useTranslation();
  return useMemo(
    (): TableColumn<LogEntry>[] => [
      {
        id: 'time',
        header: t('activity.account.time'),
        sort: { name: 'time', kind: 'time' },
        width: '9rem',
        csv: (entry) => entry.at,
        cell: (entry) => <Moment at={entry.at} wall />,
      },
      {
        id: 'sentence',
        header: t('activity.account.what'),
        wide: true,
        csv: (entry) => entry.sentence,
        cell: (entry) => <p className={css.sentence}>{entry.sentence}</p>,
      },
      {
        id: 'kind',
        header: t('activity.kindColumn'),
        width: '9rem',
        priority: 2,
        csv: (entry) => t(`activity.kind.${entry.kind}`),
        cell: (entry) => t(`activity.kind.${entry.kind}`),
      },
      {
        id: 'device',
        header: t('activity.account.device'),
        width: '12rem',
        wide: true,
        csv: (entry) => entry.device ?? '',
        cell: (entry) => <Actor device={entry.device} />,
      },
      {
        id: 'address',
        header: t('activity.account.address'),
        width: '9rem',
        csv: (entry) => entry.address ?? '',
        cell: (entry) => <bdi>{entry.address ?? t('common.none')}</bdi>,
      },
    ],
    [t],
  );
}

/** Absent: the product did it by itself. */
function Actor({ device }: { readonly device: string | undefined }) {
  const { t } = useTranslation();
  return device === undefined ? <span>{t('activity.account.byItself')}</span> : <Device device={device} />;
}

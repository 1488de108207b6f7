import type { SessionOnList } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Device } from '../../../ui/device.tsx';
import { Moment } from '../../../ui/figures/moment.tsx';
import type { TableColumn } from '../../../ui/table/column.ts';
import { EndSession } from './end-session.tsx';

export function useDeviceColumns(): readonly TableColumn<SessionOnList>[] {
  const { t } = useTranslation();
  return useMemo(
    (): TableColumn<SessionOnList>[] => [
      {
        id: 'device',
        header: t('accounts.security.device'),
        wide: true,
        cell: (session) => <Device device={session.device} />,
      },
      {
        id: 'address',
        header: t('accounts.security.address'),
        width: '10rem',
        cell: (session) => <bdi>{session.address}</bdi>,
      },
      {
        id: 'signedIn',
        header: t('accounts.security.signedIn'),
        width: '9rem',
        priority: 2,
        cell: (session) => <Moment at={session.signedInAt} wall />,
      },
      {
        id: 'lastUsed',
        header: t('accounts.security.lastUsed'),
        width: '9rem',
        cell: (session) => <Moment at={session.lastUsedAt} wall />,
      },
      {
        id: 'end',
        header: t('accounts.security.endColumn'),
        align: 'end',
        width: '9rem',
        cell: (session) => (session.current ? t('accounts.security.thisDevice') : <EndSession session={session} />),
      },
    ],
    [t],
  );
}

import type { OpsUser } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { Device } from '../../ui/device.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { Section } from '../../ui/section.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';

const nothing = (): void => undefined;
const whole = <Row,>(rows: readonly Row[]) => ({
  data: { rows, total: rows.length, pageSize: Math.max(1, rows.length) },
  error: null,
  refetch: nothing,
});

/** Where somebody is signed in. */
export function SessionsSection({ user: { sessions } }: { readonly user: OpsUser }) {
  const { t } = useTranslation();
  const title = t('operations.users.sessions');
  return (
    <Section title={title} flush>
      <DataTable<OpsUser['sessions'][number]>
        bare
        label={title}
        columns={[
          { id: 'device', header: t('operations.users.device'), cell: ({ device }) => <Device device={device} /> },
          {
            id: 'address',
            header: t('operations.users.address'),
            width: '11rem',
            priority: 2,
            cell: ({ address }) => <bdi>{address}</bdi>,
          },
          {
            id: 'used',
            header: t('operations.users.lastUsed'),
            width: '10rem',
            cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} wall />,
          },
        ]}
        state={whole(sessions)}
        rowKey={({ signedInAt, device, address }) => `${signedInAt} ${device} ${address}`}
        empty={<Empty title={t('operations.users.noSessions')} text={t('operations.users.noSessionsText')} />}
      />
    </Section>
  );
}

/** When and from where somebody last signed in and out. */
export function SignInsSection({ user: { signIns } }: { readonly user: OpsUser }) {
  const { t } = useTranslation();
  const title = t('operations.users.signIns');
  return (
    <Section title={title} flush>
      <DataTable<OpsUser['signIns'][number]>
        bare
        label={title}
        columns={[
          { id: 'what', header: t('operations.acts.deed'), cell: ({ sentence }) => sentence },
          {
            id: 'device',
            header: t('operations.users.device'),
            priority: 2,
            cell: ({ device }) => <Device device={device} />,
          },
          {
            id: 'address',
            header: t('operations.users.address'),
            width: '11rem',
            priority: 2,
            cell: ({ address }) => <bdi>{address}</bdi>,
          },
          { id: 'at', header: t('operations.acts.at'), width: '10rem', cell: ({ at }) => <Moment at={at} wall /> },
        ]}
        state={whole(signIns)}
        rowKey={({ at, sentence, address }) => `${at} ${sentence} ${address}`}
        empty={<Empty title={t('operations.users.noSignIns')} text={t('operations.users.noSignInsText')} />}
      />
    </Section>
  );
}

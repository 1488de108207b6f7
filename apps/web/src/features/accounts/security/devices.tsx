import type { SessionOnList } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count } from '../../../lib/format.ts';
import { useCall } from '../../../lib/use-call.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { Section } from '../../../ui/section.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useDeviceColumns } from './use-device-columns.tsx';

/** Where the person is signed in, each with a way to end it from here. */
export function Devices() {
  const { t } = useTranslation();
  const state = useCall('mysessions', {});
  const rows = state.data?.session_list;
  const columns = useDeviceColumns();
  return (
    <Section
      title={t('accounts.security.devices')}
      note={rows && t('accounts.security.devicesCount', { count: rows.length, formatted: count(rows.length) })}
      flush
    >
      <Loaded
        state={state}
        failed={t('accounts.security.devicesFailed')}
        skeleton={<SkeletonLines label={t('accounts.security.devicesLoading')} lines={3} />}
      >
        {({ session_list: sessions }) => (
          <DataTable<SessionOnList>
            label={t('accounts.security.devices')}
            columns={columns}
            state={{
              data: { rows: sessions, total: sessions.length, pageSize: sessions.length },
              error: null,
              refetch: state.refetch,
            }}
            rowKey={(session) => session.sessionId}
            empty={null}
            bare
          />
        )}
      </Loaded>
    </Section>
  );
}

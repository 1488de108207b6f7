import type { ListedUser } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { useCall } from '../../lib/use-call.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { PAGE_SIZE } from '../../ui/table/time-list.ts';
import texts from '../../ui/texts.module.css';
import { USER_LISTS, usersInput } from './users-view.ts';

/** Accounts, to find one. */
export function OpsUsersPage() {
  const { t } = useTranslation();
  const list = useListState();
  const input = usersInput(list.query);
  const { data, error, refetch } = useCall('opsusers', input, { keepPrevious: true });
  return (
    <div className={layout.stack}>
      <PageHead title={t('operations.users.title')} lead={t('operations.users.lead')} />
      <DataTable<ListedUser>
        label={t('operations.users.title')}
        columns={useUserColumns()}
        state={{ data: data && { rows: data.user_list, total: data.total, pageSize: PAGE_SIZE }, error, refetch }}
        rowKey={({ userId }) => userId}
        rowLink={({ userId }) => `/ops/users/${userId}`}
        searchable
        ownSort="-time"
        filtered
        filters={
          <FilterSelect
            label={t('operations.users.which')}
            value={input.state ?? 'all'}
            options={USER_LISTS.map((value) => ({ value, label: t(`operations.users.lists.${value}`) }))}
            onChange={(value) => list.set({ state: value === 'all' ? '' : value })}
          />
        }
        empty={<Empty title={t('operations.users.noMatch')} text={t('operations.users.noMatchText')} />}
        total={data ? t('operations.users.total', { count: data.total, formatted: count(data.total) }) : null}
      />
    </div>
  );
}

function useUserColumns(): readonly TableColumn<ListedUser>[] {
  const { t } = useTranslation();
  return useMemo(
    (): TableColumn<ListedUser>[] => [
      {
        id: 'person',
        header: t('operations.person'),
        sort: { name: 'name', kind: 'text' },
        cell: ({ fullName, email }) => (
          <span className={texts.twoLines}>
            <span>{fullName}</span>
            <span className={texts.sub}>{email}</span>
          </span>
        ),
      },
      { id: 'userId', header: t('operations.users.id'), width: '5rem', align: 'end', cell: ({ userId }) => userId },
      {
        id: 'mobile',
        header: t('operations.users.mobile'),
        width: '9rem',
        priority: 2,
        cell: ({ mobile }) => <bdi>{mobile}</bdi>,
      },
      {
        id: 'kyc',
        header: t('operations.kyc'),
        width: '9rem',
        priority: 2,
        cell: ({ kycVerified }) => t(kycVerified ? 'operations.kycVerified' : 'operations.kycOpen'),
      },
      { id: 'state', header: t('operations.state'), width: '9rem', cell: (user) => <UserState user={user} /> },
      {
        id: 'since',
        header: t('operations.users.memberSince'),
        width: '10rem',
        sort: { name: 'time', kind: 'time' },
        cell: ({ memberSince }) => <Moment at={memberSince} wall />,
      },
    ],
    [t],
  );
}

/** Whether it can be used, and whether it is an operator's. */
export function UserState({ user: { blockedAt, isOperator } }: { readonly user: ListedUser }) {
  const { t } = useTranslation();
  const state = blockedAt === undefined ? (isOperator ? 'operator' : 'open') : 'blocked';
  return <StateDot tone={state === 'blocked' ? 'bad' : 'good'}>{t(`operations.users.states.${state}`)}</StateDot>;
}

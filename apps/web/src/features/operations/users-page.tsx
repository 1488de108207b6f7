import type { ListedUser } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import { MomentDay } from '../../ui/figures/moment.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { useListState } from '../../ui/table/list-state.ts';
import { ChoiceFilter } from './choice-filter.tsx';
import { ListPage } from './list-page.tsx';
import { PersonLines } from './person-lines.tsx';
import { USER_LISTS, usersInput } from './users-view.ts';

/** Accounts, to find one. */
export function OpsUsersPage() {
  const { t } = useTranslation();
  const input = usersInput(useListState().query);
  return (
    <ListPage
      title={t('operations.users.title')}
      lead={t('operations.users.lead')}
      input={input}
      state={useCall('opsusers', input, { keepPrevious: true })}
      rowsOf={({ user_list }) => user_list}
      columns={useUserColumns()}
      path="/ops/users"
      rowRef={({ userId }) => String(userId)}
      filters={
        <ChoiceFilter
          label={t('operations.users.which')}
          name="state"
          values={USER_LISTS}
          say={(value) => t(`operations.users.lists.${value}`)}
        />
      }
      empty={{ title: t('operations.users.noMatch'), text: t('operations.users.noMatchText') }}
      total={(counted) => t('operations.users.total', counted)}
    />
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
        cell: (user) => <PersonLines person={user} />,
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
        cell: ({ memberSince }) => <MomentDay at={memberSince} />,
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

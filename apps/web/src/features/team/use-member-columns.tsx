import type { TeamMember } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../ui/figures/moment.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import texts from '../../ui/texts.module.css';
import { useBadge } from './use-badge.ts';

/** Columns that every list of people has. */
export function useMemberColumns<
  Row extends Omit<TeamMember, 'invitedBy'> & { readonly invitedBy?: string | undefined },
>(sortable: boolean): readonly TableColumn<Row>[] {
  const { t } = useTranslation();
  const { badgeOf } = useBadge();
  return useMemo(
    (): TableColumn<Row>[] => [
      {
        id: 'name',
        header: t('team.name'),
        wide: true,
        ...(sortable ? { sort: { name: 'name', kind: 'text' } } : {}),
        csv: ({ name }) => name,
        cell: ({ name, invitedBy }) => (
          <span className={texts.twoLines}>
            <bdi>{name}</bdi>
            {invitedBy === undefined ? null : (
              <span className={texts.sub}>{t('team.invitedBy', { name: invitedBy })}</span>
            )}
          </span>
        ),
      },
      {
        id: 'since',
        header: t('team.since'),
        width: '9rem',
        ...(sortable ? { sort: { name: 'since', kind: 'time' } } : {}),
        csv: ({ since }) => since,
        cell: ({ since }) => <Moment at={since} wall />,
      },
      {
        id: 'active',
        header: t('team.active'),
        width: '9rem',
        csv: ({ isActive }) => t(isActive ? 'team.active' : 'team.inactive'),
        cell: ({ isActive }) => (
          <StateDot tone={isActive ? 'good' : 'quiet'}>{t(isActive ? 'team.active' : 'team.inactive')}</StateDot>
        ),
      },
      {
        id: 'trade',
        header: t('team.trade'),
        width: '8rem',
        priority: 2,
        csv: ({ isTradeactive }) => t(isTradeactive ? 'team.yes' : 'team.no'),
        cell: ({ isTradeactive }) => t(isTradeactive ? 'team.yes' : 'team.no'),
      },
      {
        id: 'robo',
        header: t('team.robo'),
        width: '7rem',
        priority: 3,
        csv: ({ isRoboactive }) => t(isRoboactive ? 'team.yes' : 'team.no'),
        cell: ({ isRoboactive }) => t(isRoboactive ? 'team.yes' : 'team.no'),
      },
      {
        id: 'level',
        header: t('team.level'),
        width: '9rem',
        priority: 2,
        ...(sortable ? { sort: { name: 'level', kind: 'number' } } : {}),
        csv: ({ designation_level: level }) => level,
        cell: ({ designation_level: level }) => badgeOf(level),
      },
    ],
    [t, badgeOf, sortable],
  );
}

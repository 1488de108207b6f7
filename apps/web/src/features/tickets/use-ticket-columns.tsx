import type { Ticket } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { Moment } from '../../ui/figures/moment.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import texts from '../../ui/texts.module.css';
import { TicketState } from './ticket-state.tsx';

export function useTicketColumns(): readonly TableColumn<Ticket>[] {
  const { t } = useTranslation();
  return useMemo(
    (): TableColumn<Ticket>[] => [
      {
        id: 'subject',
        header: t('tickets.subject'),
        wide: true,
        csv: ({ subject }) => subject,
        cell: (ticket) => <SubjectLines ticket={ticket} />,
      },
      {
        id: 'state',
        header: t('tickets.state'),
        width: '11rem',
        csv: ({ state }) => t(`tickets.states.person.${state}`),
        cell: ({ state }) => <TicketState state={state} by="person" />,
      },
      {
        id: 'messages',
        header: t('tickets.messages'),
        align: 'end',
        width: '7rem',
        priority: 2,
        csv: ({ messages }) => messages,
        cell: ({ messages }) => count(messages),
      },
      {
        id: 'opened',
        header: t('tickets.opened'),
        width: '9rem',
        priority: 3,
        csv: ({ openedAt }) => openedAt,
        cell: ({ openedAt }) => <Moment at={openedAt} wall />,
      },
      {
        id: 'time',
        header: t('tickets.changed'),
        sort: { name: 'time', kind: 'time' },
        width: '9rem',
        csv: ({ changedAt }) => changedAt,
        cell: ({ changedAt }) => <Moment at={changedAt} wall />,
      },
    ],
    [t],
  );
}

/** What it is about, and below it its number and kind. */
export function SubjectLines({ ticket: { subject, ticketId, category } }: { readonly ticket: Ticket }) {
  const { t } = useTranslation();
  const number = t('tickets.number', { number: String(ticketId) });
  return (
    <span className={texts.twoLines}>
      <bdi>{subject}</bdi>
      <span className={texts.sub}>
        {t('tickets.numberAndKind', { number, kind: t(`tickets.categories.${category}`) })}
      </span>
    </span>
  );
}

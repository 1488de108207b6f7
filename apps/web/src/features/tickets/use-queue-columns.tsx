import type { OpsTicket } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { Moment } from '../../ui/figures/moment.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import texts from '../../ui/texts.module.css';
import { TicketState } from './ticket-state.tsx';
import { SubjectLines } from './use-ticket-columns.tsx';

export function useQueueColumns(): readonly TableColumn<OpsTicket>[] {
  const { t } = useTranslation();
  return useMemo(
    (): TableColumn<OpsTicket>[] => [
      {
        id: 'subject',
        header: t('tickets.subject'),
        wide: true,
        csv: ({ subject }) => subject,
        cell: (ticket) => <SubjectLines ticket={ticket} />,
      },
      {
        id: 'person',
        header: t('tickets.queue.person'),
        width: '13rem',
        csv: ({ person }) => `${person.name} ${person.emailMasked}`,
        cell: ({ person }) => <AskerLines person={person} />,
      },
      {
        id: 'state',
        header: t('tickets.state'),
        width: '11rem',
        csv: ({ state }) => t(`tickets.states.support.${state}`),
        cell: ({ state }) => <TicketState state={state} by="support" />,
      },
      {
        id: 'assignee',
        header: t('tickets.queue.assignee'),
        width: '10rem',
        priority: 2,
        csv: ({ assignee }) => assignee?.name,
        cell: ({ assignee, isMine }) => (isMine ? t('tickets.queue.you') : (assignee?.name ?? t('common.none'))),
      },
      {
        id: 'messages',
        header: t('tickets.messages'),
        align: 'end',
        width: '7rem',
        priority: 3,
        csv: ({ messages }) => messages,
        cell: ({ messages }) => count(messages),
      },
      {
        id: 'time',
        header: t('tickets.changed'),
        width: '9rem',
        sort: { name: 'time', kind: 'time', startsUp: true },
        csv: ({ changedAt }) => changedAt,
        cell: ({ changedAt }) => <Moment at={changedAt} wall />,
      },
    ],
    [t],
  );
}

/** Who asks, as far as whoever answers needs to know. */
function AskerLines({ person: { name, emailMasked } }: Pick<OpsTicket, 'person'>) {
  return (
    <span className={texts.twoLines}>
      <bdi>{name}</bdi>
      <span className={texts.sub}>
        <bdi>{emailMasked}</bdi>
      </span>
    </span>
  );
}

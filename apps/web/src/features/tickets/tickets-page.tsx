import { useQueryClient } from '@tanstack/react-query';
import type { Ticket } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { count } from '../../lib/format.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import { useStreamEvent } from '../../lib/use-stream.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { DateRange } from '../../ui/table/date-range.tsx';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { isNarrowed, PAGE_SIZE } from '../../ui/table/time-list.ts';
import { STATUSES, ticketsInput } from './tickets-view.ts';
import { useTicketColumns } from './use-ticket-columns.tsx';

/** What a person has asked support, and how far each of it is. */
export function TicketsPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const list = useListState();
  const input = ticketsInput(list.query);
  const narrowed = isNarrowed(input);
  const { data, error, refetch } = useCall('ticketlist', input, { keepPrevious: true });
  useStreamEvent('ticket', () => void client.invalidateQueries({ queryKey: ['ticketlist'] }));
  const allRows = () =>
    readAllPages(async (pageNumber, pageSize) => {
      const answer = await send('ticketlist', { ...input, pageNumber, pageSize });
      return { rows: answer.ticket_list, total: answer.total };
    });
  const isBlank = data?.total === 0 && !narrowed;
  const ask = <ButtonLink to="/tickets/new">{t('tickets.ask')}</ButtonLink>;
  return (
    <div className={layout.stack}>
      <PageHead title={t('tickets.title')} lead={t('tickets.lead')} actions={isBlank ? undefined : ask} />
      <DataTable<Ticket>
        label={t('tickets.title')}
        columns={useTicketColumns()}
        state={{ data: data && { rows: data.ticket_list, total: data.total, pageSize: PAGE_SIZE }, error, refetch }}
        rowKey={({ ticketId }) => ticketId}
        rowLink={({ ticketId }) => `/tickets/${ticketId}`}
        searchable
        ownSort="-time"
        filtered={narrowed}
        filters={
          <>
            <FilterSelect
              label={t('tickets.state')}
              value={input.status ?? ''}
              options={[
                { value: '', label: t('tickets.all') },
                ...STATUSES.map((value) => ({ value, label: t(`tickets.statuses.${value}`) })),
              ]}
              onChange={(status) => list.set({ status })}
            />
            <DateRange list={list} fromLabel={t('tickets.fromDay')} toLabel={t('tickets.toDay')} />
          </>
        }
        empty={
          narrowed ? (
            <Empty title={t('tickets.noMatch')} text={t('tickets.noMatchText')} />
          ) : (
            <Empty title={t('tickets.none')} text={t('tickets.noneText')} action={ask} />
          )
        }
        total={data ? t('tickets.counts', { open: count(data.openTicket), closed: count(data.closeTicket) }) : null}
        exportName={t('tickets.title')}
        allRows={allRows}
      />
    </div>
  );
}

import type { OpsTicket } from '@trickdesk/contract';
import { TICKET_CATEGORIES } from '@trickdesk/domain';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { count } from '../../lib/format.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { type ListState, useListState } from '../../ui/table/list-state.ts';
import { isNarrowed, PAGE_SIZE } from '../../ui/table/time-list.ts';
import { QUEUE_STATES, queueInput, TAKEN } from './tickets-view.ts';
import { useQueueColumns } from './use-queue-columns.tsx';

/** What people ask, for those who answer: what waits first, the longest on top. */
export function OpsTicketsPage() {
  const { t } = useTranslation();
  const list = useListState();
  const input = queueInput(list.query);
  const narrowed = isNarrowed(input);
  const { data, error, refetch } = useCall('opstickets', input, { keepPrevious: true });
  const allRows = () =>
    readAllPages(async (pageNumber, pageSize) => {
      const answer = await send('opstickets', { ...input, pageNumber, pageSize });
      return { rows: answer.ticket_list, total: answer.total };
    });
  return (
    <div className={layout.stack}>
      <PageHead title={t('tickets.queue.title')} lead={t('tickets.queue.lead')} />
      <DataTable<OpsTicket>
        label={t('tickets.queue.title')}
        columns={useQueueColumns()}
        state={{ data: data && { rows: data.ticket_list, total: data.total, pageSize: PAGE_SIZE }, error, refetch }}
        rowKey={({ ticketId }) => ticketId}
        rowLink={({ ticketId }) => `/ops/tickets/${ticketId}`}
        searchable
        ownSort="time"
        // What waits is a part of all: the choice stays in sight where nothing does.
        filtered
        filters={<QueueFilters list={list} input={input} />}
        empty={
          narrowed ? (
            <Empty title={t('tickets.queue.noMatch')} text={t('tickets.queue.noMatchText')} />
          ) : (
            <Empty title={t('tickets.queue.none')} text={t('tickets.queue.noneText')} />
          )
        }
        total={data ? t('tickets.queue.total', { count: data.total, formatted: count(data.total) }) : null}
        exportName={t('tickets.queue.title')}
        allRows={allRows}
      />
    </div>
  );
}

interface QueueFiltersProps {
  readonly list: ListState;
  readonly input: ReturnType<typeof queueInput>;
}

function QueueFilters({ list, input }: QueueFiltersProps) {
  const { t } = useTranslation();
  return (
    <>
      <FilterSelect
        label={t('tickets.state')}
        value={input.state ?? 'open'}
        options={QUEUE_STATES.map((value) => ({ value, label: t(`tickets.queue.states.${value}`) }))}
        onChange={(state) => list.set({ state: state === 'open' ? '' : state })}
      />
      <FilterSelect
        label={t('tickets.queue.assignee')}
        value={input.taken ?? 'all'}
        options={TAKEN.map((value) => ({ value, label: t(`tickets.queue.taken.${value}`) }))}
        onChange={(taken) => list.set({ taken: taken === 'all' ? '' : taken })}
      />
      <FilterSelect
        label={t('tickets.category')}
        value={input.category ?? ''}
        options={[
          { value: '', label: t('tickets.queue.anyCategory') },
          ...TICKET_CATEGORIES.map((value) => ({ value, label: t(`tickets.categories.${value}`) })),
        ]}
        onChange={(category) => list.set({ category })}
      />
    </>
  );
}

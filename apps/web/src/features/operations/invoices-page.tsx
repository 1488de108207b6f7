import type { OpsInvoice } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { useCall } from '../../lib/use-call.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Money } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { changedQuery, useListState } from '../../ui/table/list-state.ts';
import { isNarrowed, PAGE_SIZE } from '../../ui/table/time-list.ts';
import texts from '../../ui/texts.module.css';
import { INVOICE_LISTS, invoicesInput } from './billing-view.ts';
import { InvoiceDrawer } from './invoice-drawer.tsx';

/** Invoices of everybody, and what was taken back of them. */
export function OpsInvoicesPage() {
  const { t } = useTranslation();
  const list = useListState();
  const input = invoicesInput(list.query);
  const { data, error, refetch } = useCall('opsinvoices', input, { keepPrevious: true });
  const opened = data?.invoice_list.find(({ invoiceId }) => String(invoiceId) === list.query['invoice']);
  return (
    <div className={layout.stack}>
      <PageHead title={t('operations.invoices.title')} lead={t('operations.invoices.lead')} />
      <DataTable<OpsInvoice>
        label={t('operations.invoices.title')}
        columns={useInvoiceColumns()}
        state={{ data: data && { rows: data.invoice_list, total: data.total, pageSize: PAGE_SIZE }, error, refetch }}
        rowKey={({ invoiceId }) => invoiceId}
        rowLink={({ invoiceId }) =>
          `/ops/invoices?${new URLSearchParams(changedQuery(list.query, { invoice: String(invoiceId) }))}`
        }
        searchable
        ownSort="-time"
        filtered={isNarrowed(input)}
        filters={
          <FilterSelect
            label={t('operations.state')}
            value={input.state ?? 'all'}
            options={INVOICE_LISTS.map((value) => ({ value, label: t(`operations.invoices.lists.${value}`) }))}
            onChange={(value) => list.set({ state: value === 'all' ? '' : value })}
          />
        }
        empty={
          <Empty
            title={t(isNarrowed(input) ? 'operations.invoices.noMatch' : 'operations.invoices.none')}
            text={t(isNarrowed(input) ? 'operations.noMatchText' : 'operations.invoices.noneText')}
          />
        }
        total={data ? t('operations.invoices.total', { count: data.total, formatted: count(data.total) }) : null}
      />
      <InvoiceDrawer invoice={opened} onClose={() => list.show({ invoice: undefined })} />
    </div>
  );
}

function useInvoiceColumns(): readonly TableColumn<OpsInvoice>[] {
  const { t } = useTranslation();
  return useMemo(
    (): TableColumn<OpsInvoice>[] => [
      {
        id: 'person',
        header: t('operations.person'),
        cell: ({ person }) => (
          <span className={texts.twoLines}>
            <span>{person.fullName}</span>
            <span className={texts.sub}>{person.email}</span>
          </span>
        ),
      },
      {
        id: 'invoice',
        header: t('operations.invoices.one'),
        wide: true,
        priority: 2,
        cell: ({ number, planName }) => (
          <span className={texts.twoLines}>
            <span>{planName}</span>
            <span className={texts.sub}>
              <bdi>{number}</bdi>
            </span>
          </span>
        ),
      },
      {
        id: 'amount',
        header: t('operations.invoices.withGst'),
        align: 'end',
        width: '9rem',
        cell: ({ totalPaise }) => <Money paise={totalPaise} />,
      },
      {
        id: 'state',
        header: t('operations.state'),
        width: '10rem',
        cell: ({ refund }) => (
          <StateDot tone={refund === undefined ? 'good' : refund.state === 'done' ? 'quiet' : 'busy'}>
            {t(refund === undefined ? 'operations.invoices.lists.kept' : 'operations.invoices.lists.refunded')}
          </StateDot>
        ),
      },
      {
        id: 'time',
        header: t('operations.invoices.issuedAt'),
        width: '10rem',
        sort: { name: 'time', kind: 'time' },
        cell: ({ issuedAt }) => <Moment at={issuedAt} wall />,
      },
    ],
    [t],
  );
}

import type { Invoice } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { count } from '../../lib/format.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { DateRange } from '../../ui/table/date-range.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { isNarrowed, PAGE_SIZE, timeListInput } from '../../ui/table/time-list.ts';
import { useInvoiceColumns } from './use-invoice-columns.tsx';

/** Every invoice and credit note with its tax, each as a PDF. */
export function InvoicesPage() {
  const { t } = useTranslation();
  const list = useListState();
  const input = timeListInput(list.query);
  const narrowed = isNarrowed(input);
  const { data, error, refetch } = useCall('myTransactions', input, { keepPrevious: true });
  const allRows = () =>
    readAllPages(async (pageNumber, pageSize) => {
      const answer = await send('myTransactions', { ...input, pageNumber, pageSize });
      return { rows: answer.invoice_list, total: answer.total };
    });
  return (
    <div className={layout.stack}>
      <PageHead title={t('billing.invoices.title')} lead={t('billing.invoices.lead')} />
      <DataTable<Invoice>
        label={t('billing.invoices.title')}
        columns={useInvoiceColumns()}
        state={{
          data: data && { rows: data.invoice_list, total: data.total, pageSize: PAGE_SIZE },
          error,
          refetch,
        }}
        rowKey={(invoice) => invoice.invoiceId}
        searchable
        ownSort="-time"
        filtered={narrowed}
        filters={<DateRange list={list} fromLabel={t('wallet.fromDay')} toLabel={t('wallet.toDay')} />}
        empty={
          narrowed ? (
            <Empty title={t('billing.invoices.noMatch')} text={t('wallet.noMatchText')} />
          ) : (
            <Empty title={t('billing.invoices.empty')} text={t('billing.invoices.emptyText')} />
          )
        }
        total={data ? t('billing.invoices.total', { count: data.total, formatted: count(data.total) }) : null}
        exportName={t('billing.invoices.title')}
        allRows={allRows}
      />
    </div>
  );
}

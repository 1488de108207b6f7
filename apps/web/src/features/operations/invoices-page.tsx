import type { OpsInvoice } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import { Money } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { useListState } from '../../ui/table/list-state.ts';
import texts from '../../ui/texts.module.css';
import { INVOICE_LISTS, invoicesInput } from './billing-view.ts';
import { ChoiceFilter } from './choice-filter.tsx';
import { InvoiceDrawer } from './invoice-drawer.tsx';
import { ListPage } from './list-page.tsx';
import { PersonLines } from './person-lines.tsx';

/** Invoices of everybody, and what was taken back of them. */
export function OpsInvoicesPage() {
  const { t } = useTranslation();
  const input = invoicesInput(useListState().query);
  return (
    <ListPage
      title={t('operations.invoices.title')}
      lead={t('operations.invoices.lead')}
      input={input}
      state={useCall('opsinvoices', input, { keepPrevious: true })}
      rowsOf={({ invoice_list }) => invoice_list}
      columns={useInvoiceColumns()}
      path="/ops/invoices"
      rowRef={({ invoiceId }) => String(invoiceId)}
      detail="invoice"
      filters={
        <ChoiceFilter
          label={t('operations.state')}
          name="state"
          values={INVOICE_LISTS}
          say={(value) => t(`operations.invoices.lists.${value}`)}
        />
      }
      empty={{ title: t('operations.invoices.none'), text: t('operations.invoices.noneText') }}
      noMatch={{ title: t('operations.invoices.noMatch'), text: t('operations.noMatchText') }}
      total={(counted) => t('operations.invoices.total', counted)}
    >
      {(opened, onClose) => <InvoiceDrawer invoice={opened} onClose={onClose} />}
    </ListPage>
  );
}

function useInvoiceColumns(): readonly TableColumn<OpsInvoice>[] {
  const { t } = useTranslation();
  return useMemo(
    (): TableColumn<OpsInvoice>[] => [
      {
        id: 'person',
        header: t('operations.person'),
        cell: ({ person }) => <PersonLines person={person} />,
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

import type { OpsPayment } from '@trickdesk/contract';
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
import { PAYMENT_LISTS, paymentsInput } from './billing-view.ts';
import { PaymentDrawer } from './payment-drawer.tsx';
import { PAYMENT_TONES } from './payment-tones.ts';

/** Payments at the gateway: what is out of step with it first. */
export function OpsPaymentsPage() {
  const { t } = useTranslation();
  const list = useListState();
  const input = paymentsInput(list.query);
  const { data, error, refetch } = useCall('opspayments', input, { keepPrevious: true });
  const opened = data?.payment_list.find(({ paymentId }) => String(paymentId) === list.query['payment']);
  return (
    <div className={layout.stack}>
      <PageHead title={t('operations.payments.title')} lead={t('operations.payments.lead')} />
      <DataTable<OpsPayment>
        label={t('operations.payments.title')}
        columns={usePaymentColumns()}
        state={{ data: data && { rows: data.payment_list, total: data.total, pageSize: PAGE_SIZE }, error, refetch }}
        rowKey={({ paymentId }) => paymentId}
        rowLink={({ paymentId }) =>
          `/ops/payments?${new URLSearchParams(changedQuery(list.query, { payment: String(paymentId) }))}`
        }
        searchable
        ownSort="time"
        // What is out of step is a part of all: the choice stays in sight where nothing is.
        filtered
        filters={
          <FilterSelect
            label={t('operations.state')}
            value={input.state ?? 'out_of_step'}
            options={PAYMENT_LISTS.map((value) => ({ value, label: t(`operations.payments.lists.${value}`) }))}
            onChange={(value) => list.set({ state: value === 'out_of_step' ? '' : value })}
          />
        }
        empty={
          <Empty
            title={t(isNarrowed(input) ? 'operations.payments.noMatch' : 'operations.payments.inStep')}
            text={t(isNarrowed(input) ? 'operations.noMatchText' : 'operations.payments.inStepText')}
          />
        }
        total={data ? t('operations.payments.total', { count: data.total, formatted: count(data.total) }) : null}
      />
      <PaymentDrawer payment={opened} onClose={() => list.show({ payment: undefined })} />
    </div>
  );
}

function usePaymentColumns(): readonly TableColumn<OpsPayment>[] {
  const { t } = useTranslation();
  return useMemo(
    (): TableColumn<OpsPayment>[] => [
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
        id: 'plan',
        header: t('operations.payments.plan'),
        wide: true,
        priority: 2,
        cell: ({ planName, outOfStep }) => (
          <span className={texts.twoLines}>
            <span>{planName}</span>
            {outOfStep === undefined ? null : <span className={texts.sub}>{outOfStep}</span>}
          </span>
        ),
      },
      {
        id: 'amount',
        header: t('operations.amount'),
        align: 'end',
        width: '9rem',
        cell: ({ amountPaise }) => <Money paise={amountPaise} />,
      },
      {
        id: 'state',
        header: t('operations.state'),
        width: '9rem',
        cell: ({ state, outOfStep }) =>
          outOfStep === undefined ? (
            <StateDot tone={PAYMENT_TONES[state]}>{t(`operations.payments.lists.${state}`)}</StateDot>
          ) : (
            <StateDot tone="bad">{t('operations.outOfStep')}</StateDot>
          ),
      },
      {
        id: 'time',
        header: t('operations.payments.openedAt'),
        width: '10rem',
        sort: { name: 'time', kind: 'time', startsUp: true },
        cell: ({ openedAt }) => <Moment at={openedAt} wall />,
      },
    ],
    [t],
  );
}

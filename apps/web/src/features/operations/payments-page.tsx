import type { OpsPayment } from '@trickdesk/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import { Money } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { useListState } from '../../ui/table/list-state.ts';
import texts from '../../ui/texts.module.css';
import { PAYMENT_LISTS, paymentsInput } from './billing-view.ts';
import { ChoiceFilter } from './choice-filter.tsx';
import { ListPage } from './list-page.tsx';
import { PaymentDrawer } from './payment-drawer.tsx';
import { PAYMENT_TONES } from './payment-tones.ts';
import { PersonLines } from './person-lines.tsx';

/** Payments at the gateway: what is out of step with it first. */
export function OpsPaymentsPage() {
  const { t } = useTranslation();
  const input = paymentsInput(useListState().query);
  return (
    <ListPage
      title={t('operations.payments.title')}
      lead={t('operations.payments.lead')}
      input={input}
      state={useCall('opspayments', input, { keepPrevious: true })}
      rowsOf={({ payment_list }) => payment_list}
      columns={usePaymentColumns()}
      path="/ops/payments"
      rowRef={({ paymentId }) => String(paymentId)}
      detail="payment"
      isQueue
      filters={
        <ChoiceFilter
          label={t('operations.state')}
          name="state"
          values={PAYMENT_LISTS}
          say={(value) => t(`operations.payments.lists.${value}`)}
        />
      }
      empty={{ title: t('operations.payments.inStep'), text: t('operations.payments.inStepText') }}
      noMatch={{ title: t('operations.payments.noMatch'), text: t('operations.noMatchText') }}
      total={(counted) => t('operations.payments.total', counted)}
    >
      {(opened, onClose) => <PaymentDrawer payment={opened} onClose={onClose} />}
    </ListPage>
  );
}

function usePaymentColumns(): readonly TableColumn<OpsPayment>[] {
  const { t } = useTranslation();
  return useMemo(
    (): TableColumn<OpsPayment>[] => [
      {
        id: 'person',
        header: t('operations.person'),
        cell: ({ person }) => <PersonLines person={person} />,
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

import type { OpsPayment } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { rupees } from '../../lib/format.ts';
import { mayDecide } from '../../lib/may-read.ts';
import { useAction } from '../../lib/use-call.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import facts from '../../ui/facts.module.css';
import { Money } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { DecisionForm } from './decision-form.tsx';
import { FactRows } from './fact-rows.tsx';
import css from './operations.module.css';
import { PersonLink } from './person-lines.tsx';

interface PaymentDrawerProps {
  /** Absent: nothing is open. */
  readonly payment: OpsPayment | undefined;
  readonly onClose: () => void;
}

/** One payment: what we know, what the gateway said, and, where both differ, what can be done. */
export function PaymentDrawer({ payment, onClose }: PaymentDrawerProps) {
  const { t } = useTranslation();
  return (
    <DetailDrawer opened={payment !== undefined} onClose={onClose} title={t('operations.payments.one')}>
      {payment ? <Payment payment={payment} onClose={onClose} /> : null}
    </DetailDrawer>
  );
}

function Payment({ payment, onClose }: { readonly payment: OpsPayment; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { person, amountPaise, planName, outOfStep, failure, orderId, gatewayPaymentId, settledAt } = payment;
  const isOwn = outOfStep !== undefined && !payment.maySettle;
  return (
    <div className={css.detail}>
      <strong className={css.sum}>
        <Money paise={amountPaise} />
      </strong>
      {outOfStep === undefined ? null : <p className={facts.text}>{outOfStep}</p>}
      <FactRows
        rows={[
          [t('operations.person'), <PersonLink key="person" person={person} />],
          [t('operations.email'), person.email],
          [t('operations.payments.plan'), planName],
          [t('operations.state'), t(`operations.payments.lists.${payment.state}`)],
          ...(failure === undefined ? [] : [[t('operations.payments.failure'), failure] as const]),
          ...(orderId === undefined
            ? []
            : [[t('operations.payments.orderId'), <bdi key="order">{orderId}</bdi>] as const]),
          ...(gatewayPaymentId === undefined
            ? []
            : [[t('operations.payments.gatewayId'), <bdi key="id">{gatewayPaymentId}</bdi>] as const]),
          [t('operations.payments.openedAt'), <Moment key="opened" at={payment.openedAt} wall />],
          ...(settledAt === undefined
            ? []
            : [[t('operations.payments.settledAt'), <Moment key="settled" at={settledAt} wall />] as const]),
        ]}
      />
      {payment.maySettle && mayDecide('Payment') ? <Settle payment={payment} onDone={onClose} /> : null}
      {isOwn ? <p className={facts.text}>{t('operations.ownCase')}</p> : null}
    </div>
  );
}

function Settle({ payment, onDone }: { readonly payment: OpsPayment; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const settle = useAction('opssettlepayment', { quiet: true, refreshes: ['opspayments', 'opsinvoices', 'opsuser'] });
  const { paymentId, planName, person } = payment;
  const figures = { amount: rupees(payment.amountPaise), plan: planName, name: person.fullName };
  return (
    <section className={css.decide} aria-label={t('operations.decide')}>
      <DecisionForm
        verb={t('operations.payments.settle')}
        decide={async ({ proof }) => {
          const { paid } = await settle.mutateAsync({ paymentId, ...proof });
          return t(`operations.payments.done.${paid ? 'paid' : 'nothing'}`, figures);
        }}
        onDone={onDone}
      >
        <p className={facts.text}>{t('operations.payments.willSettle', figures)}</p>
      </DecisionForm>
    </section>
  );
}

import type { OpsPayment } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { rupees } from '../../lib/format.ts';
import { mayDecide } from '../../lib/may-read.ts';
import { useAction } from '../../lib/use-call.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import facts from '../../ui/facts.module.css';
import { showToast } from '../../ui/feedback/toasts.ts';
import { Money } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { FormBox } from '../../ui/form/form.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { FactRows } from './fact-rows.tsx';
import css from './operations.module.css';
import { NO_PROOF, ProofFields, proofOf, useHasFactor, useMissingProof } from './proof-fields.tsx';

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
          [
            t('operations.person'),
            <AppLink key="person" to={`/ops/users/${person.userId}`}>
              {person.fullName}
            </AppLink>,
          ],
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
  const hasFactor = useHasFactor();
  const missingProof = useMissingProof(hasFactor);
  const settle = useAction('opssettlepayment', { quiet: true, refreshes: ['opspayments', 'opsinvoices', 'opsuser'] });
  const { paymentId, planName, person } = payment;
  const figures = { amount: rupees(payment.amountPaise), plan: planName, name: person.fullName };
  const form = useForm({
    initial: NO_PROOF,
    check: missingProof,
    submit: async (values) => {
      const { paid } = await settle.mutateAsync({ paymentId, ...proofOf(values, hasFactor) });
      showToast({ tone: 'done', text: t(`operations.payments.done.${paid ? 'paid' : 'nothing'}`, figures) });
      onDone();
    },
  });
  return (
    <section className={css.decide} aria-label={t('operations.decide')}>
      <FormBox form={form} verb={t('operations.payments.settle')}>
        <p className={facts.text}>{t('operations.payments.willSettle', figures)}</p>
        <ProofFields hasFactor={hasFactor} password={form.field('password')} totp={form.field('totp')} />
      </FormBox>
    </section>
  );
}

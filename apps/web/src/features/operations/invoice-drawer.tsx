import type { OpsInvoice, RefundTarget } from '@trickdesk/contract';
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
import { TextField } from '../../ui/form/fields.tsx';
import { FormBox } from '../../ui/form/form.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Segments } from '../../ui/segments.tsx';
import { FactRows } from './fact-rows.tsx';
import css from './operations.module.css';
import { NO_PROOF, ProofFields, type ProofValues, proofOf, useHasFactor, useMissingProof } from './proof-fields.tsx';

interface InvoiceDrawerProps {
  /** Absent: nothing is open. */
  readonly invoice: OpsInvoice | undefined;
  readonly onClose: () => void;
}

/** One invoice: what it paid for, whether it was taken back, and how it can be. */
export function InvoiceDrawer({ invoice, onClose }: InvoiceDrawerProps) {
  const { t } = useTranslation();
  return (
    <DetailDrawer opened={invoice !== undefined} onClose={onClose} title={t('operations.invoices.one')}>
      {invoice ? <Invoice invoice={invoice} onClose={onClose} /> : null}
    </DetailDrawer>
  );
}

function Invoice({ invoice, onClose }: { readonly invoice: OpsInvoice; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { person, number, planName, totalPaise, taxPaise, paidBy, runsUntil, rewardPaise, refund } = invoice;
  return (
    <div className={css.detail}>
      <strong className={css.sum}>
        <Money paise={totalPaise} />
      </strong>
      <FactRows
        rows={[
          [
            t('operations.person'),
            <AppLink key="person" to={`/ops/users/${person.userId}`}>
              {person.fullName}
            </AppLink>,
          ],
          [t('operations.email'), person.email],
          [t('operations.invoices.number'), <bdi key="number">{number}</bdi>],
          [t('operations.payments.plan'), planName],
          [t('operations.invoices.gst'), <Money key="gst" paise={taxPaise} />],
          [t('operations.invoices.paidBy'), t(`operations.invoices.payers.${paidBy}`)],
          [t('operations.invoices.issuedAt'), <Moment key="issued" at={invoice.issuedAt} wall />],
          [
            t('operations.invoices.runsUntil'),
            runsUntil === undefined ? t('operations.invoices.over') : <Moment key="until" at={runsUntil} wall />,
          ],
          ...(rewardPaise === 0
            ? []
            : [[t('operations.invoices.reward'), <Money key="reward" paise={rewardPaise} />] as const]),
        ]}
      />
      {refund ? <Refunded refund={refund} /> : null}
      {invoice.mayRefund && mayDecide('Payment') ? <Refund invoice={invoice} onDone={onClose} /> : null}
      {!invoice.mayRefund && !refund ? <p className={facts.text}>{t('operations.ownCase')}</p> : null}
    </div>
  );
}

function Refunded({ refund }: { readonly refund: NonNullable<OpsInvoice['refund']> }) {
  const { t } = useTranslation();
  const { target, state, reason, at, creditNote } = refund;
  return (
    <section className={css.part}>
      <h3>{t('operations.invoices.lists.refunded')}</h3>
      <FactRows
        rows={[
          [t('operations.invoices.to'), t(`operations.invoices.targets.${target}`)],
          [t('operations.state'), t(`operations.invoices.refundStates.${state}`)],
          [t('operations.invoices.creditNote'), <bdi key="note">{creditNote}</bdi>],
          [t('operations.reason'), reason],
          [t('operations.invoices.refundedAt'), <Moment key="at" at={at} wall />],
        ]}
      />
    </section>
  );
}

interface RefundValues extends ProofValues {
  readonly target: RefundTarget;
  readonly reason: string;
}

function Refund({ invoice, onDone }: { readonly invoice: OpsInvoice; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const hasFactor = useHasFactor();
  const missingProof = useMissingProof(hasFactor);
  const refund = useAction('opsrefundinvoice', {
    quiet: true,
    refreshes: ['opsinvoices', 'opspayments', 'opsuser', 'opsplans'],
  });
  const { invoiceId, person, planName, paidBy, runsUntil, rewardPaise } = invoice;
  const form = useForm<RefundValues>({
    initial: { ...NO_PROOF, target: paidBy === 'gateway' ? 'source' : 'wallet', reason: '' },
    check: (values) => ({
      ...(values.reason.trim() === '' ? { reason: t('operations.reasonMissing') } : {}),
      ...missingProof(values),
    }),
    submit: async ({ target, reason, ...proof }) => {
      await refund.mutateAsync({ invoiceId, target, reason: reason.trim(), ...proofOf(proof, hasFactor) });
      showToast({ tone: 'done', text: t('operations.invoices.done', figures) });
      onDone();
    },
  });
  const figures = {
    ...{ amount: rupees(invoice.totalPaise), name: person.fullName, plan: planName },
    reward: rupees(rewardPaise),
  };
  return (
    <section className={css.decide} aria-label={t('operations.decide')}>
      {paidBy === 'gateway' ? (
        <Segments
          label={t('operations.invoices.to')}
          value={form.values.target}
          options={(['source', 'wallet'] as const).map((value) => ({
            value,
            label: t(`operations.invoices.targets.${value}`),
          }))}
          onChange={(target) => form.set({ target })}
        />
      ) : null}
      <FormBox form={form} verb={t('operations.invoices.refund', figures)}>
        <ul className={css.notes}>
          <li>{t(`operations.invoices.willPay.${form.values.target}`, figures)}</li>
          <li>{t('operations.invoices.willNote')}</li>
          {runsUntil === undefined ? null : <li>{t('operations.invoices.willEnd', figures)}</li>}
          {rewardPaise === 0 ? null : <li>{t('operations.invoices.willReverse', figures)}</li>}
        </ul>
        <TextField
          {...form.field('reason')}
          label={t('operations.reason')}
          help={t('operations.reasonHelp')}
          maxLength={200}
          autoComplete="off"
        />
        <ProofFields hasFactor={hasFactor} password={form.field('password')} totp={form.field('totp')} />
      </FormBox>
    </section>
  );
}

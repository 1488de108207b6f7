import type { OpsInvoice, RefundTarget } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rupees } from '../../lib/format.ts';
import { mayDecide } from '../../lib/may-read.ts';
import { useAction } from '../../lib/use-call.ts';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import facts from '../../ui/facts.module.css';
import { Money } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { Segments } from '../../ui/segments.tsx';
import { DecisionForm } from './decision-form.tsx';
import { FactRows } from './fact-rows.tsx';
import css from './operations.module.css';
import { PersonLink } from './person-lines.tsx';

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
          [t('operations.person'), <PersonLink key="person" person={person} />],
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

function Refund({ invoice, onDone }: { readonly invoice: OpsInvoice; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const refund = useAction('opsrefundinvoice', {
    quiet: true,
    refreshes: ['opsinvoices', 'opspayments', 'opsuser', 'opsplans'],
  });
  const { invoiceId, person, planName, paidBy, runsUntil, rewardPaise } = invoice;
  const [target, setTarget] = useState<RefundTarget>(paidBy === 'gateway' ? 'source' : 'wallet');
  const figures = {
    ...{ amount: rupees(invoice.totalPaise), name: person.fullName, plan: planName },
    reward: rupees(rewardPaise),
  };
  return (
    <section className={css.decide} aria-label={t('operations.decide')}>
      {paidBy === 'gateway' ? (
        <Segments
          label={t('operations.invoices.to')}
          value={target}
          options={(['source', 'wallet'] as const).map((value) => ({
            value,
            label: t(`operations.invoices.targets.${value}`),
          }))}
          onChange={setTarget}
        />
      ) : null}
      <DecisionForm
        verb={t('operations.invoices.refund', figures)}
        asksReason
        decide={async ({ reason, proof }) => {
          await refund.mutateAsync({ invoiceId, target, reason, ...proof });
          return t('operations.invoices.done', figures);
        }}
        onDone={onDone}
      >
        <ul className={css.notes}>
          <li>{t(`operations.invoices.willPay.${target}`, figures)}</li>
          <li>{t('operations.invoices.willNote')}</li>
          {runsUntil === undefined ? null : <li>{t('operations.invoices.willEnd', figures)}</li>}
          {rewardPaise === 0 ? null : <li>{t('operations.invoices.willReverse', figures)}</li>}
        </ul>
      </DecisionForm>
    </section>
  );
}

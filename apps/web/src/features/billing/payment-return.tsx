import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { rupees } from '../../lib/format.ts';
import { keyOf, useCall } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { Section } from '../../ui/section.tsx';
import { StateDot, type StateTone } from '../../ui/state-dot.tsx';
import css from './billing.module.css';
import { REFRESHED_BY_BILLING } from './told.ts';

type Payment = OutputOfCall<'paymentstatus'>;

const ASK_EVERY_MS = 2_000;

/** How far a payment is that somebody has come back from; it goes on by itself. */
export function PaymentReturn({ paymentId }: { readonly paymentId: number }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const status = useCall('paymentstatus', { paymentId });
  const state = status.data?.state;
  useEffect(() => {
    if (state !== 'open') return;
    const timer = setInterval(
      () => void client.invalidateQueries({ queryKey: keyOf('paymentstatus', { paymentId }) }),
      ASK_EVERY_MS,
    );
    return () => clearInterval(timer);
  }, [client, paymentId, state]);
  useEffect(() => {
    if (state !== 'paid') return;
    for (const name of REFRESHED_BY_BILLING) void client.invalidateQueries({ queryKey: keyOf(name) });
  }, [client, state]);
  return (
    <Section title={t('billing.payment.title')} aside={status.data ? <State payment={status.data} /> : null}>
      <Loaded
        state={status}
        failed={t('billing.payment.failed')}
        skeleton={<SkeletonLines label={t('billing.payment.loading')} lines={2} />}
      >
        {(payment) => <Told payment={payment} />}
      </Loaded>
    </Section>
  );
}

const TONES = { open: 'busy', failed: 'bad', paid: 'good', expired: 'quiet' } as const satisfies Record<
  Payment['state'],
  StateTone
>;

function State({ payment: { state } }: { readonly payment: Payment }) {
  const { t } = useTranslation();
  return <StateDot tone={TONES[state]}>{t(`billing.payment.states.${state}`)}</StateDot>;
}

function Told({ payment }: { readonly payment: Payment }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { state, planName: plan, amountPaise, failure = '', payUrl, subscriptionId } = payment;
  const what = state === 'paid' && subscriptionId === undefined ? 'unused' : state;
  return (
    <>
      <p role="status">{t(`billing.payment.texts.${what}`, { plan, failure, amount: rupees(amountPaise) })}</p>
      <div className={css.buttons}>
        {payUrl === undefined ? null : (
          // A page of the server, not of this app.
          <a className={css.link} href={payUrl}>
            {t(state === 'failed' ? 'billing.payment.again' : 'billing.payment.goOn')}
          </a>
        )}
        {what === 'paid' ? <AppLink to="/subscription/transactions">{t('billing.payment.invoice')}</AppLink> : null}
        {what === 'unused' ? <AppLink to="/wallet">{t('billing.payment.wallet')}</AppLink> : null}
        <Button small look="quiet" onClick={() => void navigate({ to: '/subscription', search: {}, replace: true })}>
          {t('billing.payment.hide')}
        </Button>
      </div>
    </>
  );
}

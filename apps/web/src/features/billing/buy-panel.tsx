import type { Plan, PlanOffer } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createAttempt } from '../../lib/attempt.ts';
import { rupees } from '../../lib/format.ts';
import { useAction, useCall } from '../../lib/use-call.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import facts from '../../ui/facts.module.css';
import { failureText } from '../../ui/feedback/failure-text.ts';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { Money } from '../../ui/figures/figures.tsx';
import { CheckField } from '../../ui/form/fields.tsx';
import { Segments } from '../../ui/segments.tsx';
import css from './billing.module.css';
import { lastDay } from './plan-words.ts';
import { REFRESHED_BY_BILLING } from './told.ts';

interface BuyPanelProps {
  readonly plan: Plan;
  readonly sandbox: boolean;
  readonly opened: boolean;
  readonly onClose: () => void;
}

type PayWith = 'gateway' | 'wallet';

/** What is bought, for how long and what it costs, before anything is paid. */
export function BuyPanel({ plan, sandbox, opened, onClose }: BuyPanelProps) {
  const { t } = useTranslation();
  const [payWith, setPayWith] = useState<PayWith>('gateway');
  const [renewFromWallet, setRenewFromWallet] = useState(false);
  const [attempt] = useState(() => createAttempt());
  const preview = useCall('previewplan', { planId: plan.planId }, { enabled: opened });
  const options = { quiet: true, refreshes: REFRESHED_BY_BILLING };
  const activate = useAction('tradeactivation', options);
  const buyPlan = useAction('buyplan', options);
  const buy = plan.kind === 'trade_activation' ? activate : buyPlan;
  const offer = preview.data?.offer;
  const due = rupees(offer?.duePaise ?? 0);

  async function confirm(): Promise<void> {
    const { payUrl } = await attempt((idempotencyKey) =>
      buy.mutateAsync({ planId: plan.planId, payWith, renewFromWallet, idempotencyKey }),
    );
    if (payUrl === undefined) showToast({ tone: 'done', text: t('billing.bought', { plan: plan.name }) });
    else window.location.assign(payUrl);
  }

  return (
    <ActionPanel
      opened={opened}
      onClose={onClose}
      title={plan.name}
      verb={t(payWith === 'wallet' ? 'billing.payFromWallet' : 'billing.payAtGateway', { due })}
      blocked={!offer}
      onConfirm={confirm}
    >
      {offer ? (
        <div className={css.panel}>
          <OfferFacts offer={offer} />
          <div className={css.pay}>
            <span className={css.label}>{t('billing.payWith')}</span>
            {offer.walletCovers ? (
              <Segments
                label={t('billing.payWith')}
                value={payWith}
                options={(['gateway', 'wallet'] as const).map((value) => ({
                  value,
                  label: t(`billing.payWiths.${value}`),
                }))}
                onChange={setPayWith}
              />
            ) : (
              <p className={css.small}>{t('billing.walletTooLow', { wallet: rupees(offer.walletPaise) })}</p>
            )}
          </div>
          <p className={css.small}>{t(payWith === 'wallet' ? 'billing.walletText' : 'billing.gatewayText', { due })}</p>
          <CheckField
            name="renewFromWallet"
            value={renewFromWallet}
            onChange={setRenewFromWallet}
            error={undefined}
            label={t('billing.renewFromWallet')}
            help={t('billing.renewHelp', { price: rupees(plan.pricePaise) })}
          />
          {sandbox && payWith === 'gateway' ? <p className={css.small}>{t('billing.sandboxPay')}</p> : null}
        </div>
      ) : preview.error ? (
        <p role="alert">{failureText(preview.error, t)}</p>
      ) : (
        <SkeletonLines label={t('billing.loadingOffer')} lines={5} />
      )}
    </ActionPanel>
  );
}

function OfferFacts({ offer }: { readonly offer: PlanOffer }) {
  const { t, i18n } = useTranslation();
  const now = Date.now();
  const until = lastDay(offer.to, i18n.language, now);
  return (
    <>
      <p>{t(`billing.offers.${offer.kind}`, { until })}</p>
      <dl className={facts.facts}>
        <div>
          <dt>{t('billing.price')}</dt>
          <dd>
            <Money paise={offer.listPaise} />
          </dd>
        </div>
        {offer.creditPaise === 0 ? null : (
          <div>
            <dt>{t('billing.credit')}</dt>
            <dd>
              <Money paise={-offer.creditPaise} />
            </dd>
          </div>
        )}
        <div className={css.due}>
          <dt>{t('billing.due')}</dt>
          <dd>
            <Money paise={offer.duePaise} />
          </dd>
        </div>
        <div>
          <dt>{t('billing.tax')}</dt>
          <dd>
            <Money paise={offer.taxPaise} />
          </dd>
        </div>
      </dl>
    </>
  );
}

import type { BasketPlan } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createAttempt } from '../../lib/attempt.ts';
import { rupees } from '../../lib/format.ts';
import { useAction, useCall } from '../../lib/use-call.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { ModeBand } from '../../ui/figures/mode.tsx';
import texts from '../../ui/texts.module.css';
import type { HeldPanelProps } from './add-panel.tsx';
import { AFTER_BASKET } from './after-basket.ts';
import { GainsFacts } from './gains-facts.tsx';
import { RefusalNeeds } from './live-needs.tsx';
import css from './plan.module.css';
import { PlanCharges, PlanWords } from './plan-words.tsx';
import { OrdersTable } from './purchase-plan.tsx';

/** Exactly what closing sells, what that would realise, and what ends with it. */
export function ClosePanel({ basket, opened, onClose }: HeldPanelProps) {
  const { t } = useTranslation();
  const [attempt] = useState(() => createAttempt());
  const { myBasketId } = basket;
  const preview = useCall('previewBasketFetch', { myBasketId, closing: true }, { enabled: opened });
  const close = useAction('closeBasket', { quiet: true, refreshes: AFTER_BASKET });
  const plan = preview.data?.preview;
  return (
    <ActionPanel
      opened={opened}
      onClose={onClose}
      title={t('baskets.close.title', { name: basket.name })}
      verb={plan && plan.orderCount > 0 ? t('baskets.close.verb', { count: plan.orderCount }) : t('baskets.close.open')}
      dangerous
      blocked={plan === undefined || plan.problems.length > 0}
      onConfirm={() => attempt((idempotencyKey) => close.mutateAsync({ myBasketId, idempotencyKey }))}
    >
      <div className={css.box}>
        <ModeBand badge={basket.badge} />
        <Loaded
          state={preview}
          failed={t('baskets.close.failed')}
          skeleton={<SkeletonLines label={t('baskets.loading')} lines={8} />}
        >
          {({ preview: shown }) => <Sales plan={shown} hasSip={basket.sip?.status === 'active'} />}
        </Loaded>
        <RefusalNeeds failure={close.error} />
      </div>
    </ActionPanel>
  );
}

function Sales({ plan, hasSip }: { readonly plan: BasketPlan; readonly hasSip: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <ul className={texts.points}>
        <li>
          {plan.orderCount === 0
            ? t('baskets.close.nothing')
            : t('baskets.close.sells', {
                count: plan.orderCount,
                amount: rupees(plan.sellPaise),
                charges: rupees(plan.chargesPaise),
              })}
        </li>
        <li>{t('baskets.close.cash', { cash: rupees(plan.cashAfterPaise) })}</li>
        {plan.orderCount === 0 ? null : <li>{t('baskets.close.rest')}</li>}
        {hasSip ? <li>{t('baskets.close.sip')}</li> : null}
      </ul>
      {plan.orderCount === 0 ? null : (
        <>
          <OrdersTable plan={plan} />
          <GainsFacts plan={plan} />
          <PlanCharges plan={plan} />
        </>
      )}
      <PlanWords plan={plan} />
    </>
  );
}

import { useNavigate } from '@tanstack/react-router';
import type { Badge, BasketDetails, BasketPlan } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import type { createAttempt } from '../../lib/attempt.ts';
import { rupees } from '../../lib/format.ts';
import { useAction } from '../../lib/use-call.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { ModeBand } from '../../ui/figures/mode.tsx';
import texts from '../../ui/texts.module.css';
import { AFTER_BASKET } from './after-basket.ts';
import { RefusalNeeds } from './live-needs.tsx';
import css from './plan.module.css';
import { PlanCharges } from './plan-words.tsx';
import { OrdersTable } from './purchase-plan.tsx';

interface InvestPanelProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly attempt: ReturnType<typeof createAttempt>;
  readonly basket: Pick<BasketDetails, 'basketId' | 'name'>;
  readonly plan: BasketPlan;
  readonly amountPaise: number;
  readonly badge: Badge;
  /** Where it goes live. */
  readonly brokerId: number | undefined;
}

/** Exactly what investing will do; afterwards the basket's own page shows how its orders go. */
export function InvestPanel({
  opened,
  onClose,
  attempt,
  basket,
  plan,
  amountPaise,
  badge,
  brokerId,
}: InvestPanelProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const open = useAction('openBasket', { quiet: true, refreshes: AFTER_BASKET });

  async function confirm(): Promise<void> {
    const { basketId } = basket;
    const where = brokerId === undefined ? {} : { brokerId };
    const made = await attempt((idempotencyKey) =>
      open.mutateAsync({ basketId, amountPaise, is_live: badge === 'test' ? 0 : 1, ...where, idempotencyKey }),
    );
    void navigate({ to: '/my-baskets/$myBasketId', params: { myBasketId: String(made.myBasketId) } });
  }

  return (
    <ActionPanel
      opened={opened}
      onClose={onClose}
      title={t('baskets.invest.confirmTitle', { amount: rupees(amountPaise), name: basket.name })}
      verb={t('baskets.invest.verb', { count: plan.orderCount })}
      onConfirm={confirm}
    >
      <div className={css.box}>
        <ModeBand badge={badge} />
        <ul className={texts.points}>
          <li>
            {t('baskets.invest.places', {
              count: plan.orderCount,
              amount: rupees(plan.buyPaise),
              charges: rupees(plan.chargesPaise),
            })}
          </li>
          <li>{t('baskets.invest.cash', { cash: rupees(plan.cashAfterPaise) })}</li>
          <li>{t(plan.marketOpen ? 'baskets.invest.restLater' : 'baskets.invest.allLater')}</li>
          <li>{t('baskets.invest.limits')}</li>
        </ul>
        <OrdersTable plan={plan} />
        <PlanCharges plan={plan} />
        <RefusalNeeds failure={open.error} />
      </div>
    </ActionPanel>
  );
}

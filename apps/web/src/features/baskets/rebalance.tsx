import type { BasketPlan, MyBasket } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createAttempt } from '../../lib/attempt.ts';
import { percent, rupees } from '../../lib/format.ts';
import { useAction, useCall } from '../../lib/use-call.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { Percent } from '../../ui/figures/figures.tsx';
import { ModeBand } from '../../ui/figures/mode.tsx';
import { Section } from '../../ui/section.tsx';
import texts from '../../ui/texts.module.css';
import { AFTER_BASKET } from './after-basket.ts';
import held from './held.module.css';
import { RefusalNeeds } from './live-needs.tsx';
import css from './plan.module.css';
import { countOf, ordersOf } from './plan-view.ts';
import { RebalancePlan } from './rebalance-plan.tsx';
import { isBusy } from './run-view.ts';

interface BasketProps {
  readonly basket: MyBasket;
}

/** How far it is from its weights, why it is due, and what bringing it back would do, before it is done. */
export function Rebalance({ basket }: BasketProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const busy = isBusy(basket);
  return (
    <Section title={t('baskets.rebalance.title')}>
      <div className={css.box}>
        <dl className={css.facts}>
          <dt>{t('baskets.rebalance.driftNow')}</dt>
          <dd>
            <Percent value={basket.driftPercent} />
          </dd>
        </dl>
        {basket.rebalanceDue ? (
          <p className={held.due}>
            {t('baskets.mine.rebalanceDue')}
            {basket.rebalanceReason ? `${t('common.fullStop')} ${basket.rebalanceReason}` : null}
          </p>
        ) : (
          <p className={css.quiet}>{t('baskets.rebalance.notDue')}</p>
        )}
        {busy ? <p className={css.quiet}>{t('baskets.rebalance.busy')}</p> : null}
        <Button look={basket.rebalanceDue ? 'primary' : 'quiet'} wide disabled={busy} onClick={() => setShown(true)}>
          {t('baskets.rebalance.open')}
        </Button>
      </div>
      <RebalancePanel basket={basket} opened={shown} onClose={() => setShown(false)} />
    </Section>
  );
}

interface RebalancePanelProps extends BasketProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

function RebalancePanel({ basket, opened, onClose }: RebalancePanelProps) {
  const { t } = useTranslation();
  const [attempt] = useState(() => createAttempt());
  const { myBasketId } = basket;
  const preview = useCall('rebalanceFetchbasket', { myBasketId, apply: false }, { enabled: opened });
  const apply = useAction('rebalanceFetchbasket', { quiet: true, refreshes: AFTER_BASKET });
  const plan = preview.data?.plan;
  const verb = plan ? t('baskets.rebalance.verb', { count: plan.orderCount }) : t('baskets.rebalance.title');
  return (
    <ActionPanel
      opened={opened}
      onClose={onClose}
      title={t('baskets.rebalance.panelTitle', { name: basket.name })}
      verb={verb}
      wide
      blocked={plan === undefined || plan.problems.length > 0 || plan.orderCount === 0}
      onConfirm={() => attempt((idempotencyKey) => apply.mutateAsync({ myBasketId, apply: true, idempotencyKey }))}
    >
      <div className={css.box}>
        <ModeBand badge={basket.badge} />
        <Loaded
          state={preview}
          failed={t('baskets.rebalance.failed')}
          skeleton={<SkeletonLines label={t('baskets.loading')} lines={10} />}
        >
          {({ plan: read }) => (
            <>
              <Sentences plan={read} />
              <RebalancePlan plan={read} />
            </>
          )}
        </Loaded>
        <RefusalNeeds failure={apply.error} />
      </div>
    </ActionPanel>
  );
}

function Sentences({ plan }: { readonly plan: BasketPlan }) {
  const { t } = useTranslation();
  const orders = ordersOf(plan);
  const [sales, purchases] = [countOf(orders, 'sell'), countOf(orders, 'buy')];
  if (orders.length === 0) return <p>{t('baskets.rebalance.nothing')}</p>;
  return (
    <ul className={texts.points}>
      {sales > 0 ? <li>{t('baskets.rebalance.sells', { count: sales, amount: rupees(plan.sellPaise) })}</li> : null}
      {purchases > 0 ? (
        <li>
          {t(sales > 0 ? 'baskets.rebalance.buys' : 'baskets.rebalance.buysOnly', {
            count: purchases,
            amount: rupees(plan.buyPaise),
          })}
        </li>
      ) : null}
      <li>
        {t('baskets.rebalance.costs', {
          charges: rupees(plan.chargesPaise),
          before: percent(plan.driftBeforePercent),
          after: percent(plan.driftAfterPercent),
        })}
      </li>
      <li>{t('baskets.rebalance.rest')}</li>
    </ul>
  );
}

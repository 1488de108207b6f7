import type { MyTrickDetails } from '@trickdesk/contract';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createAttempt } from '../../lib/attempt.ts';
import { count } from '../../lib/format.ts';
import { useLastPrice } from '../../lib/quotes.ts';
import { useAction } from '../../lib/use-call.ts';
import { useLiveSum } from '../../lib/use-live-sum.ts';
import { ActionPanel } from '../../ui/action-panel.tsx';
import { Gain, Money, Price } from '../../ui/figures/figures.tsx';
import { AFTER_ACTION, type PanelProps } from './after-action.ts';
import css from './deployments.module.css';
import { estimateOf, holdingOf, plannedSums, type SellOrder } from './sell-plan.ts';

/** What the verb is called: where nothing is held yet it withdraws what waits. */
export function sellText(t: TFunction, { plan }: Pick<MyTrickDetails, 'plan'>): string {
  const [held, waiting] = [plan.sell.length, plan.waitingEntries.count];
  return held === 0 && waiting > 0
    ? t('deployments.actions.withdraw', { count: waiting })
    : t('deployments.actions.sell', { count: held });
}

/** Exactly the orders that selling places, as the server plans them, and what they come to at the last prices. */
export function SellPanel({ trick, opened, onClose }: PanelProps<MyTrickDetails>) {
  const { t } = useTranslation();
  const sell = useAction('sellTrick', { quiet: true, refreshes: AFTER_ACTION });
  const [attempt] = useState(() => createAttempt());
  const { sell: plan, waitingEntries: waiting } = trick.plan;
  return (
    <ActionPanel
      opened={opened}
      onClose={onClose}
      title={t('deployments.sellPanel.title', { name: trick.name })}
      verb={sellText(t, trick)}
      dangerous
      onConfirm={() => attempt((idempotencyKey) => sell.mutateAsync({ TricksId: trick.TricksId, idempotencyKey }))}
    >
      {waiting.count === 0 ? null : (
        <p>{t('deployments.sellPanel.waiting', { count: waiting.count, quantity: count(waiting.quantity) })}</p>
      )}
      {plan.length === 0 && waiting.count === 0 ? <p>{t('deployments.sellPanel.nothing')}</p> : null}
      {plan.length === 0 ? null : (
        <>
          <p>{t('deployments.sellPanel.lead')}</p>
          <Plan plan={plan} />
        </>
      )}
      <p className={css.panelNote}>
        {t(trick.mode === 'Live' ? 'deployments.sellPanel.live' : 'deployments.sellPanel.paper')}
      </p>
    </ActionPanel>
  );
}

function Plan({ plan }: { readonly plan: readonly SellOrder[] }) {
  const { t } = useTranslation();
  const planned = plannedSums(plan);
  const pnlPaise = useLiveSum(
    planned.pnlPaise ?? 0,
    useMemo(() => plan.map(holdingOf), [plan]),
  );
  return (
    <table className={css.plan}>
      <thead>
        <tr>
          <th scope="col">{t('deployments.sellPanel.order')}</th>
          <th scope="col">{t('deployments.sellPanel.price')}</th>
          <th scope="col">{t('deployments.sellPanel.charges')}</th>
          <th scope="col">{t('deployments.sellPanel.pnl')}</th>
        </tr>
      </thead>
      <tbody>
        {plan.map((order) => (
          <PlanRow key={`${order.symbol} ${order.side} ${order.quantity}`} order={order} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {t('deployments.sellPanel.sum')}
          </th>
          <td>
            <Money paise={planned.chargesPaise} />
          </td>
          <td>
            <Gain paise={planned.pnlPaise === undefined ? undefined : pnlPaise} live />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

/** One order at the live price: what is confirmed here must be what the page behind shows. */
function PlanRow({ order }: { readonly order: SellOrder }) {
  const { t } = useTranslation();
  const last = useLastPrice(order.symbol, order.estimatedPrice);
  const { price, chargesPaise, pnlPaise } = estimateOf(order, last);
  return (
    <tr>
      <th scope="row">
        {t(`deployments.sellPanel.${order.side}`, { quantity: count(order.quantity) })} {order.symbol}
      </th>
      <td>
        <Price value={price} live />
      </td>
      <td>
        <Money paise={chargesPaise} />
      </td>
      <td>
        <Gain paise={pnlPaise} live />
      </td>
    </tr>
  );
}

import type { BasketPlan } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count, price } from '../../lib/format.ts';
import { failureText } from '../../ui/feedback/failure-text.ts';
import { Money, Percent } from '../../ui/figures/figures.tsx';
import tables from '../../ui/table/parts-table.module.css';
import { ScrollPart } from '../../ui/table/scroll-part.tsx';
import css from './plan.module.css';
import { ordersOf } from './plan-view.ts';
import { PlanCharges, PlanWords } from './plan-words.tsx';
import type { AskedPlan } from './use-plan.ts';

interface PurchasePlanProps {
  readonly plan: BasketPlan;
}

/** What an amount would buy: orders in whole shares, charges, what stays as cash, how near to the weights it comes. */
function PurchasePlan({ plan }: PurchasePlanProps) {
  const { t } = useTranslation();
  return (
    <div className={css.box}>
      <dl className={css.facts}>
        <dt>{t('baskets.plan.buys', { count: plan.orderCount })}</dt>
        <dd>
          <Money paise={plan.buyPaise} />
        </dd>
        <dt>{t('baskets.plan.charges')}</dt>
        <dd>
          <Money paise={plan.chargesPaise} />
        </dd>
        <dt>{t('baskets.plan.cashAfter')}</dt>
        <dd>
          <Money paise={plan.cashAfterPaise} />
        </dd>
        <dt>{t('baskets.plan.drift')}</dt>
        <dd>
          <Percent value={plan.driftAfterPercent} />
        </dd>
      </dl>
      {plan.orderCount > 0 ? (
        <details>
          <summary>{t('baskets.plan.showOrders', { count: plan.orderCount })}</summary>
          <OrdersTable plan={plan} />
        </details>
      ) : null}
      <PlanCharges plan={plan} />
      <PlanWords plan={plan} />
    </div>
  );
}

/** The same as it is typed: what the amount buys, why that is not known, or that it stands here later. */
export function AskedPurchase({ asked: { plan, error } }: { readonly asked: AskedPlan }) {
  const { t } = useTranslation();
  return (
    <div aria-live="polite">
      {plan ? <PurchasePlan plan={plan} /> : null}
      {error ? <p className={css.problems}>{failureText(error, t)}</p> : null}
      {plan || error ? null : <p className={css.quiet}>{t('baskets.invest.fillIn')}</p>}
    </div>
  );
}

/** Every order of a plan, at the last price. */
export function OrdersTable({ plan }: PurchasePlanProps) {
  const { t } = useTranslation();
  return (
    <ScrollPart label={t('baskets.plan.table')}>
      <table className={tables.table}>
        <thead>
          <tr>
            <th scope="col">{t('baskets.plan.order')}</th>
            <th scope="col">{t('baskets.lastPrice')}</th>
            <th scope="col">{t('baskets.plan.value')}</th>
          </tr>
        </thead>
        <tbody>
          {ordersOf(plan).map((order) => (
            <tr key={order.symbol}>
              <th scope="row">
                {t(`baskets.plan.${order.side}`, { quantity: count(order.quantity), symbol: order.symbol })}
              </th>
              <td>{price(order.price)}</td>
              <td>
                <Money paise={order.valuePaise} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollPart>
  );
}

import type { BasketPlan } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count, percent, price } from '../../lib/format.ts';
import { Gain, Money } from '../../ui/figures/figures.tsx';
import tables from '../../ui/table/parts-table.module.css';
import { ScrollPart } from '../../ui/table/scroll-part.tsx';
import { GainsFacts } from './gains-facts.tsx';
import css from './plan.module.css';
import { inOrder, type PlanRow } from './plan-view.ts';
import { PlanCharges, PlanWords } from './plan-words.tsx';

interface PlanProps {
  readonly plan: BasketPlan;
}

/** A rebalance side by side: what is held, what should be, and the order between them, name by name. */
export function RebalancePlan({ plan }: PlanProps) {
  const { t } = useTranslation();
  return (
    <>
      <ScrollPart label={t('baskets.rebalance.table')}>
        <table className={tables.table}>
          <thead>
            <tr>
              <th scope="col">{t('baskets.nameOfShare')}</th>
              <th scope="col">{t('baskets.rebalance.now')}</th>
              <th scope="col">{t('baskets.rebalance.target')}</th>
              <th scope="col">{t('baskets.plan.order')}</th>
              <th scope="col">{t('baskets.plan.value')}</th>
              <th scope="col">{t('baskets.plan.charges')}</th>
              <th scope="col">{t('baskets.rebalance.gain')}</th>
              <th scope="col">{t('baskets.rebalance.after')}</th>
            </tr>
          </thead>
          <tbody>
            {inOrder(plan.rows).map((row) => (
              <Row key={row.symbol} row={row} />
            ))}
          </tbody>
        </table>
      </ScrollPart>
      <dl className={css.facts}>
        <dt>{t('baskets.rebalance.cash')}</dt>
        <dd>
          <Money paise={plan.cashBeforePaise} /> {t('baskets.rebalance.to')} <Money paise={plan.cashAfterPaise} />
        </dd>
        <dt>{t('baskets.rebalance.drift')}</dt>
        <dd>
          {percent(plan.driftBeforePercent)} {t('baskets.rebalance.to')} {percent(plan.driftAfterPercent)}
        </dd>
        <dt>{t('baskets.plan.charges')}</dt>
        <dd>
          <Money paise={plan.chargesPaise} />
        </dd>
      </dl>
      <GainsFacts plan={plan} />
      {plan.orderCount > 0 ? <PlanCharges plan={plan} /> : null}
      <PlanWords plan={plan} />
    </>
  );
}

function Row({ row }: { readonly row: PlanRow }) {
  const { t } = useTranslation();
  const { order } = row;
  return (
    <tr>
      <th scope="row">{row.symbol}</th>
      <td>
        {count(row.nowQuantity)}
        <div className={css.quiet}>{percent(row.nowPercent)}</div>
      </td>
      <td>{percent(row.targetPercent)}</td>
      <td>
        {order ? (
          <>
            <span>{t(`baskets.plan.short.${order.side}`, { quantity: count(order.quantity) })}</span>
            <p className={css.quiet}>{t('baskets.plan.at', { price: price(order.price) })}</p>
          </>
        ) : (
          t('common.none')
        )}
      </td>
      <td>{order ? <Money paise={order.valuePaise} /> : t('common.none')}</td>
      <td>{order ? <Money paise={order.charges.totalPaise} /> : t('common.none')}</td>
      <td>
        <Gains row={row} />
      </td>
      <td>
        {count(row.afterQuantity)}
        <div className={css.quiet}>{percent(row.afterPercent)}</div>
      </td>
    </tr>
  );
}

/** What a sale realises, each term by itself; a term that nothing is sold of is left out. */
function Gains({ row }: { readonly row: PlanRow }) {
  const { t } = useTranslation();
  const gains = [
    { term: 'short' as const, paise: row.shortTermGainPaise },
    { term: 'long' as const, paise: row.longTermGainPaise },
  ].filter(({ paise }) => paise !== undefined && paise !== 0);
  if (gains.length === 0) return t('common.none');
  return gains.map(({ term, paise }) => (
    <p key={term}>
      <Gain paise={paise} /> <span className={css.quiet}>{t(`baskets.rebalance.${term}`)}</span>
    </p>
  ));
}

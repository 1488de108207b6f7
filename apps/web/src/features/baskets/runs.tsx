import type { BasketRun } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count, momentInFull, price } from '../../lib/format.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Money } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { Section } from '../../ui/section.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import tables from '../../ui/table/parts-table.module.css';
import { ScrollPart } from '../../ui/table/scroll-part.tsx';
import css from './held.module.css';
import { OrderName } from './order-name.tsx';
import { basketOrderTone, progressOf, runTone } from './run-view.ts';

/** Everything that was done with a basket, newest first, down to its orders. */
export function Runs({ runs }: { readonly runs: readonly BasketRun[] }) {
  const { t } = useTranslation();
  return (
    <Section title={t('baskets.run.title')} note={t('baskets.run.titleNote')} flush>
      {runs.length === 0 ? <Empty title={t('baskets.run.noneTitle')} text={t('baskets.run.noneText')} /> : null}
      <ol className={css.runs}>
        {runs.map((run, place) => (
          <li key={run.runId}>
            <Run run={run} opened={place === 0} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Run({ run, opened }: { readonly run: BasketRun; readonly opened: boolean }) {
  const { t } = useTranslation();
  const { filled, total } = progressOf(run.orders);
  return (
    <details open={opened}>
      <summary className={css.runHead}>
        <span>
          <strong>{t(`baskets.run.kinds.${run.kind}`)}</strong>
          <StateDot tone={runTone(run)}>{t(`baskets.run.states.${run.state}`)}</StateDot>
          <Moment at={run.startedAt} />
          {run.amountPaise === undefined ? null : <Money paise={run.amountPaise} />}
          {total > 0 ? <span>{t('baskets.run.filledOf', { filled: count(filled), total: count(total) })}</span> : null}
          {run.sessions > 1 ? <span>{t('baskets.run.sessions', { count: run.sessions })}</span> : null}
        </span>
      </summary>
      <div className={css.runBody}>
        {run.note ? <p className={css.quiet}>{run.note}</p> : null}
        {run.orders.length > 0 ? <OrdersOfRun run={run} /> : <p className={css.quiet}>{t('baskets.run.noOrders')}</p>}
      </div>
    </details>
  );
}

function OrdersOfRun({ run: { orders, startedAt } }: { readonly run: BasketRun }) {
  const { t } = useTranslation();
  return (
    <ScrollPart label={t('baskets.run.orders', { at: momentInFull(Date.parse(startedAt)) })}>
      <table className={tables.table}>
        <thead>
          <tr>
            <th scope="col">{t('baskets.plan.order')}</th>
            <th scope="col" className={tables.words}>
              {t('baskets.mine.status')}
            </th>
            <th scope="col">{t('baskets.run.limit')}</th>
            <th scope="col">{t('baskets.run.filledAt')}</th>
            <th scope="col">{t('baskets.plan.charges')}</th>
            <th scope="col">{t('baskets.parts.at')}</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.basketOrderId}>
              <th scope="row">
                <OrderName order={order} quantity={order.quantity} />
              </th>
              <td className={tables.words}>
                <StateDot tone={basketOrderTone(order.status)}>{t(`baskets.run.orderStates.${order.status}`)}</StateDot>
                {order.reason ? <p>{order.reason}</p> : null}
              </td>
              <td>{price(order.limitPrice)}</td>
              <td>
                {order.averagePrice === undefined ? (
                  t('common.none')
                ) : (
                  <span>
                    {t('baskets.run.filledAtPrice', {
                      quantity: count(order.filledQuantity),
                      price: price(order.averagePrice),
                    })}
                  </span>
                )}
              </td>
              <td>
                <Money paise={order.chargesPaise} />
              </td>
              <td>
                <Moment at={order.placedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollPart>
  );
}

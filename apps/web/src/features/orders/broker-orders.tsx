import type { BrokerOrderRow } from '@trickdesk/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { orderTone } from '../../lib/order-standing.ts';
import { Price } from '../../ui/figures/figures.tsx';
import { Section } from '../../ui/section.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import css from './orders.module.css';

interface BrokerOrdersProps {
  readonly title: string;
  readonly note?: string;
  readonly orders: readonly BrokerOrderRow[];
}

/** Orders as the broker has them, with what finds them again there. */
export function BrokerOrders({ title, note, orders }: BrokerOrdersProps) {
  return (
    <Section title={title} note={note}>
      <ul className={css.brokerOrders}>
        {orders.map((order) => (
          <li key={order.brokerRowId}>
            <BrokerOrder order={order} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function BrokerOrder({ order }: { readonly order: BrokerOrderRow }) {
  const { t } = useTranslation();
  const pairs: readonly (readonly [string, ReactNode])[] = [
    [
      t('orders.filled'),
      // Two numbers and the word between them keep their order in a text from right to left.
      <bdi key="filled">
        {t('orders.filledOf', { filled: count(order.filledQuantity), quantity: count(order.quantity) })}
      </bdi>,
    ],
    [t('orders.detail.limit'), <Price key="limit" value={order.price} />],
    [t('orders.detail.trigger'), order.triggerPrice && <Price key="trigger" value={order.triggerPrice} />],
    [t('orders.detail.average'), order.averagePrice && <Price key="average" value={order.averagePrice} />],
    [t('orders.detail.brokerOrderId'), order.brokerOrderId],
    [t('orders.detail.tag'), order.tag],
    [t('orders.detail.algoId'), order.algoId],
    [t('orders.detail.versionHash'), order.versionHash],
    [t('orders.detail.statusText'), order.statusText],
  ];
  return (
    <>
      <p className={css.badges}>
        <strong>
          {t('orders.detail.sideAndRole', { side: t(`orders.${order.side}`), role: t(`orders.role.${order.role}`) })}
        </strong>
        <StateDot tone={orderTone(order.status)}>{t(`orders.state.${order.status}`)}</StateDot>
      </p>
      {order.rejectText === undefined ? null : (
        <p className={css.rejected}>{t('orders.detail.rejected', { text: order.rejectText })}</p>
      )}
      <dl className={css.pairs}>
        {pairs.map(([name, value]) =>
          value === undefined ? null : (
            <div key={name} className={css.pair}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
    </>
  );
}

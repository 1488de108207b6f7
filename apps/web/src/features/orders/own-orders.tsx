import type { OwnOrderRow } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { count, price } from '../../lib/format.ts';
import { useCall } from '../../lib/use-call.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { Section } from '../../ui/section.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import texts from '../../ui/texts.module.css';
import { accountOf } from './order-input.ts';
import { orderTone } from './order-tone.ts';
import { OwnDeeds } from './own-deeds.tsx';
import css from './own-orders.module.css';
import { PlacePanel } from './place-panel.tsx';

const SHOWN = 50;

/** Orders by hand, here and elsewhere, and the way to place one. */
export function OwnOrders() {
  const { t } = useTranslation();
  const [placing, setPlacing] = useState(false);
  const list = useCall('ownorders', { pageSize: SHOWN });
  const links = useCall('getangelone', {});
  const accounts = links.data?.broker_details ?? [];
  const isLinked = links.data === undefined || links.data.broker_details.length > 0;
  const total = list.data?.total ?? 0;
  return (
    <Section
      title={t('orders.own.title')}
      flush
      aside={
        isLinked ? (
          <Button small onClick={() => setPlacing(true)}>
            {t('orders.own.place')}
          </Button>
        ) : null
      }
    >
      <Loaded
        state={list}
        failed={t('orders.own.failed')}
        skeleton={<SkeletonLines label={t('orders.own.loading')} lines={3} />}
      >
        {({ order_list: orders }) =>
          orders.length === 0 ? (
            <Empty
              title={t('orders.own.noneTitle')}
              text={t(isLinked ? 'orders.own.none' : 'orders.own.noneUnlinked')}
              action={isLinked ? null : <AppLink to="/profile/broker">{t('orders.own.link')}</AppLink>}
            />
          ) : (
            <ul className={css.list}>
              {orders.map((order) => (
                <OwnOrder
                  key={order.orderId}
                  order={order}
                  // Which account it is says something only where there are several.
                  account={accounts.length > 1 ? accountOf(accounts, order.brokerId)?.clientCode : undefined}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {total > SHOWN ? (
        <p className={css.note}>{t('orders.own.latest', { shown: count(SHOWN), total: count(total) })}</p>
      ) : null}
      {placing ? <PlacePanel onClose={() => setPlacing(false)} /> : null}
    </Section>
  );
}

interface OwnOrderProps {
  readonly order: OwnOrderRow;
  readonly account: string | undefined;
}

function OwnOrder({ order, account }: OwnOrderProps) {
  const { t } = useTranslation();
  return (
    <li className={css.row}>
      <div className={css.what}>
        <AppLink to={`/orders/own/${order.orderId}`}>
          {t('orders.orders.detail', {
            side: t(`orders.${order.side}`),
            quantity: count(order.quantity),
            symbol: order.symbol,
          })}
        </AppLink>{' '}
        {order.placedBy === 'own' ? null : <span className={css.badge}>{t('orders.role.foreign')}</span>}
        <span className={texts.sub}>
          <Moment at={order.createdAt} /> · {t(`orders.own.products.${order.product}`)} ·{' '}
          {t('orders.story.limit', { price: price(order.price) })}
          {order.triggerPrice === undefined
            ? null
            : ` · ${t('orders.story.trigger', { price: price(order.triggerPrice) })}`}
          {account === undefined ? null : ` · ${t('orders.own.onAccount', { clientCode: account })}`}
        </span>
        {order.rejectText === undefined ? null : <span className={css.problems}>{order.rejectText}</span>}
      </div>
      <div className={css.standing}>
        <StateDot tone={orderTone(order.status)}>{t(`orders.state.${order.status}`)}</StateDot>
        <span className={texts.sub}>
          {order.asked === undefined
            ? t('orders.filledOf', { filled: count(order.filledQuantity), quantity: count(order.quantity) })
            : t(`orders.own.asked.${order.asked}`)}
        </span>
      </div>
      <OwnDeeds order={order} />
    </li>
  );
}

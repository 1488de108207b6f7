import type { MyTrickDetails } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { orderStanding, orderTone } from '../../lib/order-standing.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Price } from '../../ui/figures/figures.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { Section } from '../../ui/section.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import texts from '../../ui/texts.module.css';
import { Timeline } from '../../ui/timeline.tsx';
import css from './deployments.module.css';

type Order = MyTrickDetails['todayOrders'][number];

/** Today's orders, newest first; each opens to what it went through. */
export function TodayOrders({ trick }: { readonly trick: MyTrickDetails }) {
  const { t } = useTranslation();
  return (
    <Section
      title={t('deployments.orders.title')}
      flush
      aside={
        <AppLink to={`/orders?type=${trick.mode}&TricksId=${trick.TricksId}`}>{t('deployments.orders.all')}</AppLink>
      }
    >
      {trick.todayOrders.length === 0 ? (
        <p className={css.listNote}>{t('deployments.orders.none')}</p>
      ) : (
        <ul className={css.list}>
          {trick.todayOrders.map((order) => (
            <OrderLine key={order.orderId} order={order} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function OrderLine({ order }: { readonly order: Order }) {
  const { t } = useTranslation();
  return (
    <li>
      <details>
        <summary className={css.orderLine}>
          <Moment at={order.createdAt} />
          <span>
            {t(`deployments.orders.${order.side}`)} {count(order.quantity)} <strong>{order.symbol}</strong>{' '}
            <span className={texts.quiet}>{t(`deployments.orders.${order.purpose}`)}</span>
          </span>
          <span className={css.orderPrice}>
            <Price value={order.price} />
          </span>
          <span>
            <StateDot tone={orderTone(order.status)}>{orderStanding(order, t)}</StateDot>
          </span>
        </summary>
        <div className={css.values}>
          <p className={css.reason}>{order.reason}</p>
          <Timeline
            label={t('deployments.orders.history')}
            steps={order.states.map((step) => ({
              label: t(`orders.state.${step.state}`),
              at: step.at,
              note: step.note,
              tone: timelineTone(step.state),
            }))}
          />
        </div>
      </details>
    </li>
  );
}

function timelineTone(state: Order['status']): 'good' | 'bad' | 'quiet' {
  const tone = orderTone(state);
  return tone === 'busy' ? 'quiet' : tone;
}

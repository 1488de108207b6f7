import type { OrderRow } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { DetailDrawer } from '../../ui/detail-drawer.tsx';
import { Money, Price } from '../../ui/figures/figures.tsx';
import { ModeBadge } from '../../ui/figures/mode.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { orderTone } from './order-tone.ts';
import css from './orders.module.css';

interface OrderDetailProps {
  /** Absent: nothing is open. */
  readonly order: OrderRow | undefined;
  readonly onClose: () => void;
}

/** Why an order was made and each state that it went through. */
export function OrderDetail({ order, onClose }: OrderDetailProps) {
  const { t } = useTranslation();
  const title = order
    ? t('orders.orders.detail', {
        side: t(`orders.${order.side}`),
        quantity: count(order.quantity),
        symbol: order.symbol,
      })
    : '';
  return (
    <DetailDrawer opened={order !== undefined} onClose={onClose} title={title}>
      {order ? <OrderFacts order={order} /> : null}
    </DetailDrawer>
  );
}

function OrderFacts({ order }: { readonly order: OrderRow }) {
  const { t } = useTranslation();
  return (
    <div className={css.detail}>
      <div className={css.badges}>
        <ModeBadge badge={order.badge} />
        <StateDot tone={orderTone(order.status)}>{t(`orders.state.${order.status}`)}</StateDot>
      </div>
      <p>{order.reason}</p>
      <dl className={css.facts}>
        <dt>{t('orders.trick')}</dt>
        <dd>
          <AppLink to={`/my-tricks/${order.TricksId}`}>{order.trickName}</AppLink>
        </dd>
        <dt>{t('orders.order')}</dt>
        <dd>{t(`orders.purpose.${order.purpose}`)}</dd>
        <dt>{t('orders.filled')}</dt>
        <dd>{t('orders.filledOf', { filled: count(order.filledQuantity), quantity: count(order.quantity) })}</dd>
        <dt>{t('orders.price')}</dt>
        <dd>
          <Price value={order.price} />
        </dd>
        <dt>{t('orders.charges')}</dt>
        <dd>
          <Money paise={order.chargesPaise} />
        </dd>
        <dt>{t('orders.time')}</dt>
        <dd>
          <Moment at={order.createdAt} />
        </dd>
      </dl>
      <h3 className={css.head}>{t('orders.orders.history')}</h3>
      <Timeline
        label={t('orders.orders.history')}
        steps={order.states.map((step) => {
          const tone = orderTone(step.state);
          return {
            label: t(`orders.state.${step.state}`),
            at: step.at,
            note: step.note,
            tone: tone === 'busy' ? 'quiet' : tone,
          };
        })}
      />
    </div>
  );
}

import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { count, price } from '../../lib/format.ts';
import { orderStanding, orderTone } from '../../lib/order-standing.ts';
import { routeId } from '../../lib/route-id.ts';
import { useCall } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { PageSkeleton } from '../../ui/feedback/page-skeleton.tsx';
import { Money, Price } from '../../ui/figures/figures.tsx';
import { ModeBand } from '../../ui/figures/mode.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import texts from '../../ui/texts.module.css';
import { AskLink } from './ask-link.tsx';
import { BrokerOrders } from './broker-orders.tsx';
import { ChargesSection, LatencySection } from './order-figures.tsx';
import css from './orders.module.css';
import { StorySection } from './story-section.tsx';

type Details = OutputOfCall<'orderdetails'>;

/** One order of a trick from its decision to its charges. */
export function OrderPage() {
  const { t } = useTranslation();
  const id = routeId(useParams({ strict: false }).orderId);
  if (id === undefined) return <NoSuchOrder />;
  return (
    <div className={layout.stack}>
      <OrderLoader key={id} id={id} title={t('orders.detail.title')} />
    </div>
  );
}

export function NoSuchOrder() {
  const { t } = useTranslation();
  return (
    <>
      <PageHead title={t('orders.detail.title')} crumb={<BackToOrders />} />
      <Empty title={t('orders.detail.noneTitle')} text={t('orders.detail.noneText')} />
    </>
  );
}

export function BackToOrders({ mode }: { readonly mode?: 'Live' | 'Test' }) {
  const { t } = useTranslation();
  return <BackLink to={mode === undefined ? '/orders' : `/orders?type=${mode}`}>{t('orders.orders.title')}</BackLink>;
}

function OrderLoader({ id, title }: { readonly id: number; readonly title: string }) {
  const { t } = useTranslation();
  const details = useCall('orderdetails', { orderId: id });
  if (details.error?.is('NOT_FOUND')) return <NoSuchOrder />;
  return (
    <>
      {details.data ? null : <PageHead title={title} crumb={<BackToOrders />} />}
      <Loaded
        state={details}
        failed={t('orders.detail.failed')}
        skeleton={<PageSkeleton label={t('orders.detail.loading')} main={[380, 240]} side={[190, 170, 270]} />}
      >
        {(loaded) => <OrderView details={loaded} />}
      </Loaded>
    </>
  );
}

function OrderView({ details }: { readonly details: Details }) {
  const { t } = useTranslation();
  const { order } = details;
  const side = t(`orders.${order.side}`);
  const name = t('orders.orders.detail', { side, quantity: count(order.quantity), symbol: order.symbol });
  // A stop that was moved to close the position is the order at the broker itself.
  const shown = new Set(details.broker_orders.map(({ brokerRowId }) => brokerRowId));
  const stops = details.protective_stops.filter(({ brokerRowId }) => !shown.has(brokerRowId));
  return (
    <>
      <PageHead
        title={name}
        crumb={<BackToOrders mode={order.is_live === 1 ? 'Live' : 'Test'} />}
        beside={<StateDot tone={orderTone(order.status)}>{orderStanding(order, t)}</StateDot>}
        lead={order.reason}
        actions={<AskLink kind="order" id={order.orderId} name={name} />}
      />
      <ModeBand badge={order.badge} />
      <div className={layout.columns}>
        <div className={layout.stack}>
          <StorySection timeline={details.timeline} />
          {details.broker_orders.length > 0 ? (
            <BrokerOrders title={t('orders.detail.atBroker')} orders={details.broker_orders} />
          ) : null}
          {stops.length > 0 ? (
            <BrokerOrders title={t('orders.detail.stops')} note={t('orders.detail.stopsNote')} orders={stops} />
          ) : null}
        </div>
        <div className={layout.stack}>
          <Facts details={details} />
          <Decided details={details} />
          <ChargesSection charges={details.charges} />
          {details.latency ? <LatencySection latency={details.latency} /> : null}
        </div>
      </div>
    </>
  );
}

function Facts({ details: { order, chargesPaise } }: { readonly details: Details }) {
  const { t } = useTranslation();
  return (
    <Section title={t('orders.detail.facts')}>
      <dl className={css.pairs}>
        <dt>{t('orders.trick')}</dt>
        <dd>
          <AppLink to={`/my-tricks/${order.TricksId}`}>{order.trickName}</AppLink>
        </dd>
        <dt>{t('orders.order')}</dt>
        <dd>{t(`orders.purpose.${order.purpose}`)}</dd>
        <dt>{t('orders.filled')}</dt>
        <dd>
          <bdi>{t('orders.filledOf', { filled: count(order.filledQuantity), quantity: count(order.quantity) })}</bdi>
        </dd>
        <dt>{t('orders.detail.average')}</dt>
        <dd>
          <Price value={order.price} />
        </dd>
        <dt>{t('orders.charges')}</dt>
        <dd>
          <Money paise={chargesPaise} />
        </dd>
        <dt>{t('orders.time')}</dt>
        <dd>
          <Moment at={order.createdAt} />
        </dd>
        {order.goesOutAt === undefined ? null : (
          <>
            <dt>{t('orders.goesOutAt')}</dt>
            <dd>
              <Moment at={order.goesOutAt} />
            </dd>
          </>
        )}
      </dl>
    </Section>
  );
}

/** Why, with the price that was decided on and the one that was got: the sentence has the first alone. */
function Decided({ details: { decision, order } }: { readonly details: Details }) {
  const { t } = useTranslation();
  return (
    <Section title={t('orders.detail.decision')}>
      {decision ? (
        <>
          <p>{decision.sentence}</p>
          <p className={texts.quiet}>
            {order.filledQuantity > 0 && order.price !== undefined
              ? t('orders.detail.decidedFilled', { price: price(order.price) })
              : t('orders.detail.decidedNothing')}
          </p>
          {decision.condition === undefined ? null : <p className={css.condition}>{decision.condition}</p>}
          <dl className={css.pairs}>
            {decision.operands.map(({ text, value }) => (
              <div key={text} className={css.pair}>
                <dt>{text}</dt>
                <dd>
                  <Price value={value} />
                </dd>
              </div>
            ))}
            <dt>{t('orders.detail.version')}</dt>
            <dd>{count(decision.version)}</dd>
          </dl>
        </>
      ) : (
        <p>{t('orders.detail.noDecision')}</p>
      )}
    </Section>
  );
}

import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { count } from '../../lib/format.ts';
import { orderTone } from '../../lib/order-standing.ts';
import { routeId } from '../../lib/route-id.ts';
import { useCall } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { PageSkeleton } from '../../ui/feedback/page-skeleton.tsx';
import { ModeBand } from '../../ui/figures/mode.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import { AskLink } from './ask-link.tsx';
import { askedWords } from './asked-words.ts';
import { BrokerOrders } from './broker-orders.tsx';
import { ChargesSection, LatencySection } from './order-figures.tsx';
import { BackToOrders, NoSuchOrder } from './order-page.tsx';
import { OwnDeeds } from './own-deeds.tsx';
import { StorySection } from './story-section.tsx';

/** One order that was placed by hand, here or elsewhere, or by a basket for its owner. */
export function OwnOrderPage() {
  const id = routeId(useParams({ strict: false }).orderId);
  return id === undefined ? <NoSuchOrder /> : <OwnLoader key={id} id={id} />;
}

function OwnLoader({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const details = useCall('ownorderdetails', { orderId: id });
  if (details.error?.is('NOT_FOUND')) return <NoSuchOrder />;
  return (
    <div className={layout.stack}>
      {details.data ? null : <PageHead title={t('orders.detail.title')} crumb={<BackToOrders mode="Live" />} />}
      <Loaded
        state={details}
        failed={t('orders.detail.failed')}
        skeleton={<PageSkeleton label={t('orders.detail.loading')} main={[320, 240]} side={[120, 160]} />}
      >
        {(loaded) => <OwnView details={loaded} />}
      </Loaded>
    </div>
  );
}

function OwnView({ details }: { readonly details: OutputOfCall<'ownorderdetails'> }) {
  const { t } = useTranslation();
  const { order } = details;
  const side = t(`orders.${order.side}`);
  const name = t('orders.orders.detail', { side, quantity: count(order.quantity), symbol: order.symbol });
  return (
    <>
      <PageHead
        title={name}
        crumb={<BackToOrders mode="Live" />}
        beside={<StateDot tone={orderTone(order.status)}>{t(`orders.state.${order.status}`)}</StateDot>}
        lead={
          <>
            <WhyPlaced details={details} /> {askedWords(order, t)}
          </>
        }
        actions={
          <>
            <OwnDeeds order={order} />
            <AskLink kind="own_order" id={order.orderId} name={name} small />
          </>
        }
      />
      <ModeBand badge={order.badge} />
      <div className={layout.columns}>
        <div className={layout.stack}>
          <StorySection timeline={details.timeline} />
          <BrokerOrders title={t('orders.detail.atBroker')} orders={details.broker_orders} />
        </div>
        <div className={layout.stack}>
          <ChargesSection charges={details.charges} />
          {details.latency ? <LatencySection latency={details.latency} /> : null}
        </div>
      </div>
    </>
  );
}

/** Who placed it: its owner here or elsewhere, or a basket of theirs, and for what. */
function WhyPlaced({ details: { order, basket } }: { readonly details: OutputOfCall<'ownorderdetails'> }) {
  const { t } = useTranslation();
  if (!basket) return t(`orders.own.leadOf.${order.placedBy}`);
  return (
    <>
      {t(`orders.own.ofBasket.${basket.kind}`)} <AppLink to={`/my-baskets/${basket.myBasketId}`}>{basket.name}</AppLink>
    </>
  );
}

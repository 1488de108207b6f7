import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { routeId } from '../../lib/route-id.ts';
import { useCall } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { PageSkeleton } from '../../ui/feedback/page-skeleton.tsx';
import { ModeBand } from '../../ui/figures/mode.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import { FigureDrawer } from './figure-drawer.tsx';
import { Growth } from './growth.tsx';
import { HeldBackNote } from './held-back.tsx';
import { HeldFigures } from './held-figures.tsx';
import { HoldingDrawer } from './holding-drawer.tsx';
import { HoldingsSection } from './holdings-section.tsx';
import { listOf } from './mine-view.ts';
import { MyBasketActions } from './my-basket-actions.tsx';
import { Rebalance } from './rebalance.tsx';
import { RunStatus } from './run-status.tsx';
import { statusTone } from './run-view.ts';
import { Runs } from './runs.tsx';
import { SipSection } from './sip-section.tsx';

export type MyBasketDetails = OutputOfCall<'mybasketdetails'>;

/** One basket that is held: what it came to and why, what is under way, and the verbs to act on it. */
export function MyBasketPage() {
  const id = routeId(useParams({ strict: false }).myBasketId);
  return id === undefined ? <NoSuchBasket /> : <Loader key={id} id={id} />;
}

const ALL = '/baskets?tab=mine';

function Back({ to = ALL }: { readonly to?: string }) {
  const { t } = useTranslation();
  return <BackLink to={to}>{t('baskets.tabs.mine')}</BackLink>;
}

function NoSuchBasket() {
  const { t } = useTranslation();
  return (
    <>
      <PageHead title={t('baskets.tabs.mine')} crumb={<Back />} />
      <Empty title={t('baskets.notThereTitle')} text={t('baskets.mine.notThereText')} action={<Back />} />
    </>
  );
}

function Loader({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const details = useCall('mybasketdetails', { myBasketId: id });
  if (details.data) return <View details={details.data} />;
  if (details.error?.is('NOT_FOUND')) return <NoSuchBasket />;
  return (
    <div className={layout.stack}>
      <PageHead title={t('baskets.tabs.mine')} crumb={<Back />} />
      {details.error ? (
        <div className={layout.box}>
          <ErrorState failure={details.error} title={t('baskets.failed')} onRetry={() => void details.refetch()} />
        </div>
      ) : (
        <PageSkeleton label={t('baskets.loading')} main={[90, 320, 280]} side={[260, 240]} />
      )}
    </div>
  );
}

function View({ details }: { readonly details: MyBasketDetails }) {
  const { t } = useTranslation();
  const { my_basket: basket } = details;
  const isClosed = basket.status === 'closed';
  return (
    <div className={layout.stack}>
      <PageHead
        title={basket.name}
        crumb={<Back to={listOf(basket.badge)} />}
        beside={<StateDot tone={statusTone(basket)}>{t(`baskets.mine.statuses.${basket.status}`)}</StateDot>}
        lead={
          <>
            {t('baskets.mine.opened')} <Moment at={basket.openedAt} />
            {basket.closedAt ? (
              <>
                {t('baskets.mine.closed')} <Moment at={basket.closedAt} />
              </>
            ) : null}
            {' · '}
            <AppLink to={`/baskets/${basket.basketId}`}>{t('baskets.mine.toBasket')}</AppLink>
          </>
        }
        actions={isClosed ? null : <MyBasketActions details={details} />}
      />
      <ModeBand badge={basket.badge} />
      {isClosed ? null : <HeldBackNote heldBack={basket.heldBack} place="held" />}
      <RunStatus basket={basket} />
      <HeldFigures details={details} />
      <div className={layout.columns}>
        <div className={layout.stack}>
          <Growth details={details} />
          <HoldingsSection details={details} />
          <Runs runs={details.run_list} />
        </div>
        <div className={layout.stack}>
          {isClosed ? null : <Rebalance basket={basket} />}
          {isClosed ? null : <SipSection basket={basket} />}
        </div>
      </div>
      <FigureDrawer details={details} />
      <HoldingDrawer holdings={details.holdings} />
    </div>
  );
}

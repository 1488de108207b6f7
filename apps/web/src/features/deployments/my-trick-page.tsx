import { useParams } from '@tanstack/react-router';
import type { MyTrick, MyTrickDetails } from '@trickdesk/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { routeId } from '../../lib/route-id.ts';
import { useCall } from '../../lib/use-call.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { ModeBand } from '../../ui/figures/mode.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import { Equity, Rules } from './about-sections.tsx';
import { Actions } from './actions.tsx';
import { Bases } from './bases.tsx';
import { ChartSection } from './chart-section.tsx';
import { DecisionLog } from './decision-log.tsx';
import css from './deployments.module.css';
import { ExchangeClock } from './exchange-clock.tsx';
import { Figures } from './figures.tsx';
import { MyTrickSkeleton } from './my-trick-skeleton.tsx';
import { OpenPositions } from './open-positions.tsx';
import { SettingsForm } from './settings-form.tsx';
import { StatusLine } from './status-line.tsx';
import { TodayOrders } from './today-orders.tsx';
import { stateOf, toneOf } from './trick-state.ts';
import { TrickTrades } from './trick-trades.tsx';

interface WithParts {
  /** What stands below the band: whether it will trade today. */
  readonly readinessOf: (trickId: number) => ReactNode;
  /** What stands below its trades: its days beside their back-tests. */
  readonly parityOf: (trick: MyTrickDetails) => ReactNode;
}

/** One of my tricks: what it does now, why it did what it did, and the verbs to act on it. */
export function MyTrickPage(parts: WithParts) {
  const { t } = useTranslation();
  const id = routeId(useParams({ strict: false }).TricksId);
  if (id === undefined) {
    return (
      <>
        <PageHead title={t('deployments.title')} crumb={<Back mode="Test" />} />
        <Empty
          title={t('deployments.notThereTitle')}
          text={t('deployments.notThereText')}
          action={<Back mode="Test" />}
        />
      </>
    );
  }
  return <MyTrickLoader key={id} id={id} {...parts} />;
}

function Back({ mode }: { readonly mode: MyTrick['mode'] }) {
  const { t } = useTranslation();
  return <BackLink to={`/my-tricks?type=${mode}`}>{t('deployments.title')}</BackLink>;
}

function MyTrickLoader({ id, readinessOf, parityOf }: WithParts & { readonly id: number }) {
  const { t } = useTranslation();
  const trick = useCall('trickdetails', { TricksId: id });
  if (trick.data) {
    const { trick_details: details } = trick.data;
    return <MyTrickView trick={details} readiness={readinessOf(id)} parity={parityOf(details)} />;
  }
  if (!trick.error) return <MyTrickSkeleton />;
  return (
    <>
      <PageHead title={t('deployments.title')} crumb={<Back mode="Test" />} />
      <div className={layout.box}>
        <ErrorState failure={trick.error} title={t('deployments.failed')} onRetry={() => void trick.refetch()} />
      </div>
    </>
  );
}

interface MyTrickViewProps {
  readonly trick: MyTrickDetails;
  readonly readiness: ReactNode;
  readonly parity: ReactNode;
}

function MyTrickView({ trick, readiness, parity }: MyTrickViewProps) {
  const { t } = useTranslation();
  return (
    <div className={layout.stack}>
      <PageHead
        title={trick.name}
        crumb={<Back mode={trick.mode} />}
        beside={<StateDot tone={toneOf(trick)}>{t(`deployments.state.${stateOf(trick)}`)}</StateDot>}
        lead={t('deployments.copyOf', {
          strategy: trick.strategyName,
          version: trick.version,
          symbols: trick.symbols.join(', '),
          interval: t(`deployments.interval.${trick.interval}`),
        })}
        actions={<Actions trick={trick} />}
      />
      <ModeBand badge={trick.badge}>
        <ExchangeClock />
      </ModeBand>
      <div className={css.now}>
        <StatusLine trick={trick} />
        {readiness}
      </div>
      <Figures trick={trick} />
      <div className={layout.columns}>
        <div className={layout.stack}>
          <ChartSection trick={trick} />
          <DecisionLog TricksId={trick.TricksId} decisions={trick.decisions} />
          <TodayOrders trick={trick} />
          <TrickTrades trick={trick} />
          {parity}
          <Equity points={trick.equity} />
        </div>
        <div className={layout.stack}>
          <OpenPositions trick={trick} />
          <Bases trick={trick} />
          <Rules rules={trick.rules} />
          <SettingsForm key={trick.TricksId} trick={trick} />
        </div>
      </div>
    </div>
  );
}

import { IconChevronLeft } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import type { MyTrick, MyTrickDetails } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { routeId } from '../../lib/route-id.ts';
import { useCall } from '../../lib/use-call.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { ModeBand } from '../../ui/figures/mode.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { StateDot } from '../../ui/state-dot.tsx';
import { Bases, Equity, Rules } from './about-sections.tsx';
import { Actions } from './actions.tsx';
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

/** One of my tricks: what it does now, why it did what it did, and the verbs to act on it. */
export function MyTrickPage() {
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
  return <MyTrickLoader key={id} id={id} />;
}

function Back({ mode }: { readonly mode: MyTrick['mode'] }) {
  const { t } = useTranslation();
  return (
    <AppLink to={`/my-tricks?type=${mode}`} className={css.back}>
      <IconChevronLeft size={16} aria-hidden="true" /> {t('deployments.title')}
    </AppLink>
  );
}

function MyTrickLoader({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const trick = useCall('trickdetails', { TricksId: id });
  if (trick.data) return <MyTrickView trick={trick.data.trick_details} />;
  if (!trick.error) return <MyTrickSkeleton />;
  return (
    <>
      <PageHead title={t('deployments.title')} crumb={<Back mode="Test" />} />
      <div className={css.box}>
        <ErrorState failure={trick.error} title={t('deployments.failed')} onRetry={() => void trick.refetch()} />
      </div>
    </>
  );
}

function MyTrickView({ trick }: { readonly trick: MyTrickDetails }) {
  const { t } = useTranslation();
  return (
    <div className={css.stack}>
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
      <StatusLine trick={trick} />
      <Figures trick={trick} />
      <div className={css.columns}>
        <div className={css.stack}>
          <ChartSection trick={trick} />
          <DecisionLog decisions={trick.decisions} />
          <TodayOrders trick={trick} />
          <TrickTrades trick={trick} />
          <Equity points={trick.equity} />
        </div>
        <div className={css.stack}>
          <OpenPositions positions={trick.open_positions} />
          <Bases bases={trick.bases} />
          <Rules rules={trick.rules} />
          <SettingsForm key={trick.TricksId} trick={trick} />
        </div>
      </div>
    </div>
  );
}

import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import { later } from '../../ui/feedback/later.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { SkeletonBar } from '../../ui/feedback/skeleton.tsx';
import { ModeBand } from '../../ui/figures/mode.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Segments } from '../../ui/segments.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import type { Home, Mode } from './api.ts';
import { badgeOf, isPreparing, startingMode } from './api.ts';
import css from './home.module.css';
import { HomeSkeleton } from './home-skeleton.tsx';
import { MyTricks } from './my-tricks.tsx';
import { Decisions, NeedsYou } from './needs-you.tsx';
import { ReadyToTrade } from './ready-to-trade.tsx';
import { RecentTrades } from './recent-trades.tsx';
import { StartHere } from './start-here.tsx';
import { EquitySection, Summary } from './summary.tsx';
import { usePreparationWatch } from './use-preparation-watch.ts';

/** Below what is one's own, and the longest to load. */
const TopTen = later(async () => (await import('./top-ten.tsx')).TopTen);

/** The first page. Test and live stand apart: a switch says which is shown, and they are never added up. */
export function HomePage() {
  const { t } = useTranslation();
  const home = useCall('home', {});
  return (
    <>
      <PageHead title={t('home.title')} lead={t('home.lead')} />
      <Loaded state={home} skeleton={<HomeSkeleton />} failed={t('home.failed')}>
        {(data) => <Desk home={data} />}
      </Loaded>
    </>
  );
}

function Desk({ home }: { readonly home: Home }) {
  const { t } = useTranslation();
  const header = useCall('headerdata', {});
  const list = useListState();
  const asked = list.query['mode'];
  const mode: Mode = asked === 'live' || asked === 'test' ? asked : startingMode(home);
  const simulated = header.data?.market.simulated ?? true;
  const badge = badgeOf(mode, simulated);
  usePreparationWatch(isPreparing(home));
  return (
    <div className={`${css.stack} ${css.desk}`}>
      <StartHere steps={home.checklist} />
      <ModeBand badge={badge}>
        <Segments
          label={t('home.mode')}
          value={mode}
          options={[
            { value: 'test', label: t('mode.test') },
            { value: 'live', label: t(`mode.${badgeOf('live', simulated)}`) },
          ]}
          onChange={(value) => list.set({ mode: value })}
        />
      </ModeBand>
      <Summary summary={home.summary[mode]} baskets={home.baskets[mode]} badge={badge} />
      <div className={css.columns}>
        <div className={`${css.stack} ${css.main}`}>
          <EquitySection points={home.equity[mode]} />
          <MyTricks tricks={home.myTricks} mode={mode} onShowTest={() => list.set({ mode: 'test' })} />
          <RecentTrades trades={home.recentTrades} mode={mode} />
          <Suspense fallback={<SkeletonBar height="320px" />}>
            <TopTen />
          </Suspense>
        </div>
        <div className={`${css.stack} ${css.side}`}>
          <div className={`${css.stack} ${css.first}`}>
            <NeedsYou alerts={home.alerts} preparation={home.preparation} demoHistory={home.demoHistory} />
            <ReadyToTrade readiness={home.readiness} mode={mode} />
          </div>
          <Decisions decisions={home.recentDecisions} mode={mode} />
        </div>
      </div>
    </div>
  );
}

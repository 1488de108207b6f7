import { useTranslation } from 'react-i18next';
import { badgeOfMode, modeIn, type RecordMode } from '../../lib/record-mode.ts';
import { useCall } from '../../lib/use-call.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { PageSkeleton } from '../../ui/feedback/page-skeleton.tsx';
import { ModeBand } from '../../ui/figures/mode.tsx';
import { Moment } from '../../ui/figures/moment.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { Segments } from '../../ui/segments.tsx';
import { type ListState, useListState } from '../../ui/table/list-state.ts';
import { BesideBenchmark } from './beside-benchmark.tsx';
import { Concentration } from './concentration.tsx';
import css from './overview.module.css';
import { OverviewDrawer } from './overview-drawer.tsx';
import { OverviewFigures } from './overview-figures.tsx';
import { OverviewNotes } from './overview-notes.tsx';
import { isBare, overviewInput, type PortfolioOverview } from './overview-view.ts';
import { Realised } from './realised.tsx';
import { Spread } from './spread.tsx';

/** What is held in one mode: how it is spread, what it made, and what the same money would have made in the index. */
export function OverviewPage() {
  const { t } = useTranslation();
  const list = useListState();
  const mode = modeIn(list.query);
  const header = useCall('headerdata', {});
  const { data, error, refetch } = useCall('portfoliooverview', overviewInput(list.query), { keepPrevious: true });
  // What is kept on screen while the other mode loads is not that mode's.
  const shown = data && (data.badge === 'test') === (mode === 'Test') ? data : undefined;
  return (
    <div className={layout.stack}>
      <PageHead title={t('portfolio.overview.title')} lead={t('portfolio.overview.lead')} />
      <ModeBand badge={shown?.badge ?? badgeOfMode(mode, header.data?.market.simulated ?? true)}>
        <span className={css.band}>
          {shown?.asOf ? (
            <span>
              {t('portfolio.overview.asOf')} <Moment at={shown.asOf} />
            </span>
          ) : null}
          <Segments
            label={t('portfolio.overview.modeChoice')}
            value={mode}
            options={(['Live', 'Test'] as const).map((value) => ({ value, label: t(`baskets.mine.modes.${value}`) }))}
            onChange={(value) => list.set({ type: value, search: undefined, of: undefined, lots: undefined })}
          />
        </span>
      </ModeBand>
      {error && !shown ? (
        <div className={layout.box}>
          <ErrorState failure={error} title={t('portfolio.overview.failed')} onRetry={() => void refetch()} />
        </div>
      ) : null}
      {!shown && !error ? <PageSkeleton label={t('portfolio.overview.loading')} main={[60, 120, 320, 200]} /> : null}
      {error && shown ? (
        <p className={css.words} role="status">
          {t('portfolio.overview.notRenewed')}
        </p>
      ) : null}
      {shown ? <OfMode overview={shown} mode={mode} list={list} /> : null}
    </div>
  );
}

interface OfModeProps {
  readonly overview: PortfolioOverview;
  readonly mode: RecordMode;
  readonly list: ListState;
}

function OfMode({ overview, mode, list }: OfModeProps) {
  if (isBare(overview) && list.search === '') return <NothingYet overview={overview} mode={mode} />;
  return (
    <>
      <OverviewFigures overview={overview} mode={mode} />
      <OverviewNotes overview={overview} />
      <BesideBenchmark overview={overview} />
      {overview.instrument_list.length > 0 ? <Spread overview={overview} mode={mode} /> : null}
      <Concentration overview={overview} />
      <Realised overview={overview} list={list} />
      <OverviewDrawer overview={overview} list={list} />
    </>
  );
}

function NothingYet({ overview, mode }: Omit<OfModeProps, 'list'>) {
  const { t } = useTranslation();
  const isUnread = overview.missing.unread.length > 0;
  return (
    <div className={layout.box}>
      <Empty
        title={t(`portfolio.overview.noneTitle.${mode}`)}
        text={t(isUnread ? 'portfolio.overview.noneUnread' : 'portfolio.overview.noneText')}
        action={
          isUnread ? (
            <ButtonLink to="/profile/broker">{t('holdings.signInAgain')}</ButtonLink>
          ) : (
            <AppLink to="/baskets">{t('holdings.toBaskets')}</AppLink>
          )
        }
      />
    </div>
  );
}

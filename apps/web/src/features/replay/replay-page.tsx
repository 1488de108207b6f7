import { useParams } from '@tanstack/react-router';
import type { ReplayDay } from '@trickdesk/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dayInFull } from '../../lib/format.ts';
import { routeId } from '../../lib/route-id.ts';
import { useCall } from '../../lib/use-call.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import facts from '../../ui/facts.module.css';
import { Empty } from '../../ui/feedback/empty.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { PageSkeleton } from '../../ui/feedback/page-skeleton.tsx';
import { ModeBand } from '../../ui/figures/mode.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { Segments } from '../../ui/segments.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { valuesIn } from './changes.ts';
import { frameAt } from './frames.ts';
import css from './replay.module.css';
import { ReplayPlayer } from './replay-player.tsx';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const SYMBOL = /^[A-Z0-9&_-]{1,30}$/;

/** A day of one of my tricks again. Day, instrument and moment stand in the address, so that a decision can lead here. */
export function ReplayPage() {
  const { t } = useTranslation();
  const id = routeId(useParams({ strict: false }).TricksId);
  const crumb = <BackLink to="/my-tricks">{t('nav.myTricks')}</BackLink>;
  return id === undefined ? <NoSuch crumb={crumb} text={t('replay.notThereText')} /> : <OfTrick TricksId={id} />;
}

/** A day of a back-test again; its trades lead here. */
export function BacktestReplayPage() {
  const { t } = useTranslation();
  const id = routeId(useParams({ strict: false }).BacktestId);
  const crumb = <BackLink to="/backtests">{t('backtests.title')}</BackLink>;
  return id === undefined ? (
    <NoSuch crumb={crumb} text={t('backtests.notThereText')} />
  ) : (
    <OfBacktest BacktestId={id} />
  );
}

function NoSuch({ crumb, text }: { readonly crumb: ReactNode; readonly text: string }) {
  const { t } = useTranslation();
  return (
    <>
      <PageHead title={t('replay.pageTitle')} crumb={crumb} />
      <Empty title={t('replay.notThereTitle')} text={text} />
    </>
  );
}

function OfTrick({ TricksId }: { readonly TricksId: number }) {
  const { t } = useTranslation();
  const day = useCall('replayday', { TricksId, ...useAsked() }, { keepPrevious: true });
  return <Replay day={day} crumb={<BackLink to={`/my-tricks/${TricksId}`}>{t('replay.back')}</BackLink>} />;
}

function OfBacktest({ BacktestId }: { readonly BacktestId: number }) {
  const { t } = useTranslation();
  const day = useCall('replaybacktest', { BacktestId, ...useAsked() }, { keepPrevious: true });
  return <Replay day={day} crumb={<BackLink to={`/backtests/${BacktestId}`}>{t('replay.backToBacktest')}</BackLink>} />;
}

/** What the address asks for. */
function useAsked() {
  const { query } = useListState();
  const { date = '', symbol = '' } = query;
  const parameters = valuesIn(query['with']);
  return {
    ...(DATE.test(date) ? { date } : {}),
    ...(SYMBOL.test(symbol) ? { symbol } : {}),
    ...(parameters ? { parameters } : {}),
  };
}

interface ReplayProps {
  readonly day: ReturnType<typeof useCall<'replayday' | 'replaybacktest'>>;
  readonly crumb: ReactNode;
}

function Replay({ day, crumb }: ReplayProps) {
  const { t } = useTranslation();
  if (day.error) {
    return (
      <>
        <PageHead title={t('replay.pageTitle')} crumb={crumb} />
        <div className={layout.box}>
          <ErrorState failure={day.error} title={t('replay.failed')} onRetry={() => void day.refetch()} />
        </div>
      </>
    );
  }
  if (!day.data) return <PageSkeleton label={t('replay.loading')} main={[60, 460, 160]} />;
  return <Shown replay={day.data.replay} crumb={crumb} />;
}

function Shown({ replay, crumb }: { readonly replay: ReplayDay; readonly crumb: ReactNode }) {
  const { t, i18n } = useTranslation();
  const { query } = useListState();
  const { badge, data, day, symbol, frames } = replay;
  return (
    <div className={layout.stack}>
      <PageHead
        title={t('replay.title', { name: replay.name })}
        lead={t(replay.changed ? 'replay.leadChanged' : 'replay.lead', { day: dayInFull(day, i18n.language) })}
        crumb={crumb}
        actions={<Days replay={replay} />}
      />
      {badge && !replay.changed ? (
        <ModeBand badge={badge}>{data}</ModeBand>
      ) : (
        <p className={facts.text}>
          {t('replay.nothingTraded', { data })} {replay.simulated ? t('backtests.simulated') : null}
        </p>
      )}
      <Symbols replay={replay} />
      {frames.length === 0 ? (
        <div className={layout.box}>
          <Empty title={t('replay.emptyTitle')} text={t('replay.emptyText', { symbol })} />
        </div>
      ) : (
        <ReplayPlayer
          key={`${day} ${symbol} ${query['with']}`}
          replay={replay}
          start={frameAt(frames, momentIn(query['at']))}
        />
      )}
    </div>
  );
}

/** Without one the first bar: a day is watched from its opening. */
function momentIn(text: string | undefined): number {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? 0 : at;
}

function Days({ replay: { previous_date: before, next_date: after } }: { readonly replay: ReplayDay }) {
  const { t } = useTranslation();
  const list = useListState();
  const go = (date: string | undefined) => () => list.show({ date, at: undefined });
  return (
    <>
      <Button look="quiet" disabled={before === undefined} onClick={go(before)}>
        {t('replay.previousDay')}
      </Button>
      <Button look="quiet" disabled={after === undefined} onClick={go(after)}>
        {t('replay.nextDay')}
      </Button>
    </>
  );
}

function Symbols({ replay: { symbols, symbol } }: { readonly replay: ReplayDay }) {
  const { t } = useTranslation();
  const list = useListState();
  if (symbols.length < 2) return null;
  return (
    <div className={css.symbols}>
      <Segments
        label={t('replay.symbols')}
        value={symbol}
        options={symbols.map((value) => ({ value, label: value }))}
        onChange={(value) => list.show({ symbol: value })}
      />
    </div>
  );
}

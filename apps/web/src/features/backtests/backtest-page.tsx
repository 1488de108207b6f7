import { useParams } from '@tanstack/react-router';
import type { BacktestDetails } from '@trickdesk/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayInFull, percent } from '../../lib/format.ts';
import { routeId } from '../../lib/route-id.ts';
import { useCall } from '../../lib/use-call.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { PageSkeleton } from '../../ui/feedback/page-skeleton.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { Section } from '../../ui/section.tsx';
import { BacktestReport } from './backtest-report.tsx';
import { BacktestState } from './backtest-status.tsx';
import { BacktestTrades } from './backtest-trades.tsx';
import css from './backtests.module.css';
import { CancelButton } from './cancel-button.tsx';
import { HASH_SHOWN, InputSection } from './input-section.tsx';
import { NoTrades } from './no-trades.tsx';
import { type PaperTrade, PaperTrades } from './paper-trades.tsx';
import { ReportDownload } from './report-download.tsx';
import { useLiveProgress } from './use-live-progress.ts';

/** One back-test: how far it is, and then what it says. */
export function BacktestPage() {
  const { t } = useTranslation();
  const id = routeId(useParams({ strict: false }).BacktestId);
  if (id === undefined) {
    return (
      <>
        <PageHead title={t('backtests.title')} crumb={<BackToAll />} />
        <Empty title={t('backtests.notThereTitle')} text={t('backtests.notThereText')} action={<BackToAll />} />
      </>
    );
  }
  return <Backtest id={id} />;
}

function BackToAll() {
  const { t } = useTranslation();
  return <BackLink to="/backtests">{t('backtests.title')}</BackLink>;
}

function Backtest({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  useLiveProgress();
  const page = useCall('getUserBacktest', { BacktestId: id });
  if (page.data?.backtest) return <Details backtest={page.data.backtest} />;
  if (!page.error) return <PageSkeleton label={t('backtests.loading')} main={[160, 320, 220]} />;
  return (
    <>
      <PageHead title={t('backtests.title')} crumb={<BackToAll />} />
      <div className={layout.box}>
        <ErrorState failure={page.error} title={t('backtests.failedToLoad')} onRetry={() => void page.refetch()} />
      </div>
    </>
  );
}

function Details({ backtest }: { readonly backtest: BacktestDetails }) {
  const { t, i18n } = useTranslation();
  const { BacktestId, status, name, report } = backtest;
  const [paper, setPaper] = useState<readonly PaperTrade[]>();
  return (
    <div className={layout.stack}>
      <PageHead
        title={t('backtests.of', { name })}
        lead={t('backtests.fromTo', {
          from: dayInFull(backtest.from_date, i18n.language),
          to: dayInFull(backtest.to_date, i18n.language),
        })}
        crumb={<BackToAll />}
        beside={<BacktestState status={status} progressPercent={backtest.progressPercent} />}
        actions={
          status === 'queued' || status === 'running' ? (
            <CancelButton BacktestId={BacktestId} status={status} name={name} />
          ) : (
            <>
              {report ? <ReportDownload backtest={backtest} onPaper={setPaper} /> : null}
              <Onward backtest={backtest} />
            </>
          )
        }
      />
      {report ? (
        <>
          <PaperLine backtest={backtest} />
          {report.trades === 0 ? (
            <div className={layout.box}>
              <NoTrades report={report} />
            </div>
          ) : null}
          <BacktestReport report={report} beside={<InputSection backtest={backtest} />} />
          {report.trades === 0 ? null : (
            <div className={css.onScreen}>
              <BacktestTrades BacktestId={BacktestId} report={report} name={name} />
            </div>
          )}
          <PaperTrades report={report} trades={paper} />
        </>
      ) : (
        <div className={css.narrow}>
          <Waiting backtest={backtest} />
          <InputSection backtest={backtest} />
        </div>
      )}
    </div>
  );
}

/** The same again. Rules that were never saved lead to the builder too: only from here can they be had. */
function Onward({ backtest: { BacktestId, TricksId, definition } }: { readonly backtest: BacktestDetails }) {
  const { t } = useTranslation();
  if (TricksId === undefined && !definition) return null;
  const again = TricksId === undefined ? `of=${BacktestId}` : `trick=${TricksId}`;
  return (
    <>
      {definition ? (
        <ButtonLink to={`/builder?of=${BacktestId}`} look="quiet">
          {t('backtests.changeRules')}
        </ButtonLink>
      ) : null}
      <ButtonLink to={`/backtests/new?${again}`} look="quiet">
        {t('backtests.again')}
      </ButtonLink>
    </>
  );
}

/** What the reader of a printed page cannot look up: which back-test, of when, with which costs and rules. */
function PaperLine({ backtest }: { readonly backtest: BacktestDetails }) {
  const { t, i18n } = useTranslation();
  const { endedAt = backtest.createdAt } = backtest;
  return (
    <p className={css.onPaper}>
      {t('backtests.print.line', { id: backtest.BacktestId, date: dayInFull(endedAt.slice(0, 10), i18n.language) })}{' '}
      {t(backtest.costs ? 'backtests.print.charged' : 'backtests.print.notCharged', {
        slippage: percent(backtest.slippageBps / 100),
      })}{' '}
      {t('backtests.print.rules', { hash: backtest.versionHash.slice(0, HASH_SHOWN) })}
    </p>
  );
}

/** Why there is no report to show. */
function Waiting({ backtest }: { readonly backtest: BacktestDetails }) {
  const { t } = useTranslation();
  const { status, progressPercent, queuedAhead = 0, failure } = backtest;
  return (
    <Section title={t('backtests.report.title')}>
      {status === 'running' ? (
        <Progress text={t('backtests.runningText', { percent: progressPercent })} done={progressPercent} total={100} />
      ) : (
        <p role="status">
          {status === 'queued'
            ? t('backtests.queuedText', { count: queuedAhead })
            : (failure ?? t(`backtests.ended.${status}`))}
        </p>
      )}
    </Section>
  );
}

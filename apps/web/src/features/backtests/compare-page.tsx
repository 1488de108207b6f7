import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/use-call.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Skeleton, SkeletonBar } from '../../ui/feedback/skeleton.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { comparePath, isComparable, runsNamedIn } from './compare-choice.ts';
import type { ComparedRun } from './compare-view.ts';
import { Comparison } from './comparison.tsx';

/** Back-tests that are done, beside each other; which ones stands in the address, so that a link keeps them. */
export function CompareBacktestsPage() {
  const { t } = useTranslation();
  const named = useListState().query['runs'];
  const ids = useMemo(() => runsNamedIn(named), [named]);
  return (
    <div className={layout.stack}>
      <PageHead
        title={t('backtests.compare.title')}
        lead={t('backtests.compare.lead')}
        crumb={<BackLink to="/backtests">{t('backtests.title')}</BackLink>}
      />
      {isComparable(ids) ? (
        <Runs key={ids.join()} ids={ids} />
      ) : (
        <Message title={t('backtests.compare.chooseTitle')} text={t('backtests.compare.chooseText')} remaining={[]} />
      )}
    </div>
  );
}

/** The answers in the order of the ids. A place that is free asks for the first run, whose answer is there anyway. */
function useRuns(ids: readonly number[]) {
  const at = (place: number) => ({ BacktestId: ids[place] ?? ids[0] });
  const places = [
    useCall('getUserBacktest', at(0)),
    useCall('getUserBacktest', at(1)),
    useCall('getUserBacktest', at(2)),
    useCall('getUserBacktest', at(3)),
  ];
  return places.slice(0, ids.length);
}

function Runs({ ids }: { readonly ids: readonly number[] }) {
  const { t } = useTranslation();
  const answers = useRuns(ids);
  const gone = ids.filter((_, i) => answers[i]?.error?.is('NOT_FOUND'));
  if (gone.length > 0) {
    const remaining = ids.filter((id) => !gone.includes(id));
    const title = t('backtests.compare.goneTitle', { ids: gone.join(', '), count: gone.length });
    return <Message title={title} text={t('backtests.compare.goneText')} remaining={remaining} />;
  }
  const failed = answers.find(({ data, error }) => !data && error);
  if (failed) {
    return (
      <div className={layout.box}>
        <ErrorState
          failure={failed.error}
          title={t('backtests.failedToLoad')}
          onRetry={() => void Promise.all(answers.map(({ refetch }) => refetch()))}
        />
      </div>
    );
  }
  const found = answers.flatMap(({ data }) => data?.backtest ?? []);
  if (found.length < ids.length) {
    return (
      <Skeleton label={t('backtests.loading')}>
        <SkeletonBar height="520px" />
      </Skeleton>
    );
  }
  const done = found.filter((run): run is ComparedRun => run.report !== undefined);
  if (done.length === found.length) return <Comparison runs={done} />;
  const open = ids.filter((id) => !done.some(({ BacktestId }) => BacktestId === id));
  const title = t('backtests.compare.openTitle', { ids: open.join(', '), count: open.length });
  return (
    <Message
      title={title}
      text={t('backtests.compare.openText')}
      remaining={done.map(({ BacktestId }) => BacktestId)}
    />
  );
}

interface MessageProps {
  readonly title: string;
  readonly text: string;
  /** Those that can be compared. */
  readonly remaining: readonly number[];
}

function Message({ title, text, remaining }: MessageProps) {
  const { t } = useTranslation();
  const link = isComparable(remaining) ? comparePath(remaining) : '/backtests';
  const verb = isComparable(remaining) ? t('backtests.compare.others') : t('backtests.compare.choose');
  return (
    <div className={layout.box}>
      <Empty title={title} text={text} action={<ButtonLink to={link}>{verb}</ButtonLink>} />
    </div>
  );
}

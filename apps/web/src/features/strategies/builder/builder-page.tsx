import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { routeId } from '../../../lib/route-id.ts';
import { useCall } from '../../../lib/use-call.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { Loaded, type LoadState } from '../../../ui/feedback/loaded.tsx';
import { Skeleton, SkeletonBar } from '../../../ui/feedback/skeleton.tsx';
import layout from '../../../ui/layout.module.css';
import { PageHead } from '../../../ui/page-head.tsx';
import { useListState } from '../../../ui/table/list-state.ts';
import { Builder } from './builder.tsx';

/** A trick that is not saved yet, with the way to those that are. */
export function NewTrickPage() {
  const from = routeId(useListState().query['of']);
  return from === undefined ? <Builder trick={undefined} /> : <FromBacktest key={from} BacktestId={from} />;
}

/** Rules that were back-tested and are saved nowhere, to be changed or saved. */
function FromBacktest({ BacktestId }: { readonly BacktestId: number }) {
  const tested = useCall('getUserBacktest', { BacktestId });
  const backtest = tested.data?.backtest;
  const taken = useMemo(() => {
    if (!backtest?.definition) return undefined;
    const { definition, name, capitalPaise } = backtest;
    return { origin: `back-test ${BacktestId}`, definition, name, summary: '', minCapitalPaise: capitalPaise };
  }, [BacktestId, backtest]);
  if (taken) return <Builder trick={undefined} taken={taken} />;
  return backtest ? <Builder trick={undefined} /> : <Waiting state={tested} />;
}

/** A trick of one's own, to be changed. */
export function BuilderPage() {
  const { t } = useTranslation();
  const id = routeId(useParams({ strict: false }).TricksId);
  if (id !== undefined) return <Stored key={id} TricksId={id} />;
  return (
    <>
      <PageHead title={t('builder.title')} crumb={<BackLink to="/builder">{t('builder.title')}</BackLink>} />
      <Empty
        title={t('builder.notThereTitle')}
        text={t('builder.notThereText')}
        action={<ButtonLink to="/builder">{t('builder.startNew')}</ButtonLink>}
      />
    </>
  );
}

function Stored({ TricksId }: { readonly TricksId: number }) {
  const own = useCall('owntrick', { TricksId });
  return own.data ? <Builder trick={own.data.trick} /> : <Waiting state={own} />;
}

function Waiting({ state }: { readonly state: LoadState<unknown> }) {
  const { t } = useTranslation();
  return (
    <div className={layout.stack}>
      <PageHead title={t('builder.title')} crumb={<BackLink to="/builder">{t('builder.title')}</BackLink>} />
      <div className={layout.box}>
        <Loaded
          state={state}
          failed={t('builder.failed')}
          skeleton={
            <Skeleton label={t('builder.loading')}>
              <SkeletonBar height="420px" />
            </Skeleton>
          }
        >
          {() => null}
        </Loaded>
      </div>
    </div>
  );
}

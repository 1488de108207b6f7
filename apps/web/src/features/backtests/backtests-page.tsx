import type { BacktestItem } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { type ListState, useListState } from '../../ui/table/list-state.ts';
import { CompareChoice } from './compare-choosing.tsx';
import { ListFilters } from './list-filters.tsx';
import { backtestsInput, isNarrowed } from './list-view.ts';
import { useBacktestColumns } from './use-backtest-columns.tsx';
import { useLiveProgress } from './use-live-progress.ts';

/** Everything that was tested, is being tested or waits for it. */
export function BacktestsPage() {
  const { t } = useTranslation();
  const list = useListState();
  useLiveProgress();
  const input = backtestsInput(list.query);
  const narrowed = isNarrowed(list.query);
  const page = useCall('getUserBacktest', input, { keepPrevious: true });
  // A link may name a trick that was never tested here: that is an empty list, not a failure.
  const isNone = page.error?.is('NOT_FOUND') ?? false;
  const canCancel = page.data?.backtest_list.some(({ status }) => status === 'queued' || status === 'running');
  const columns = useBacktestColumns(canCancel ?? false);
  return (
    <div className={layout.stack}>
      <PageHead
        title={t('backtests.title')}
        lead={t('backtests.lead')}
        actions={
          <>
            <ButtonLink to="/backtests/plans" look="quiet">
              {t('backtests.plan.title')}
            </ButtonLink>
            <ButtonLink to="/backtests/new">{t('backtests.new')}</ButtonLink>
          </>
        }
      />
      <CompareChoice />
      <DataTable<BacktestItem>
        label={t('backtests.title')}
        columns={columns}
        state={{
          data: isNone
            ? { rows: [], total: 0, pageSize: input.pageSize }
            : page.data && { rows: page.data.backtest_list, total: page.data.total, pageSize: input.pageSize },
          error: page.error,
          refetch: page.refetch,
        }}
        rowKey={(row) => row.BacktestId}
        rowLink={(row) => `/backtests/${row.BacktestId}`}
        searchable
        ownSort="-time"
        filtered={narrowed}
        filters={<ListFilters list={list} tricks={page.data?.tricks ?? []} total={page.data?.tricksTotal ?? 0} />}
        empty={narrowed ? <NoMatch list={list} /> : <NoneYet />}
        exportName={t('backtests.title')}
        allRows={() =>
          readAllPages(async (pageNumber, pageSize) => {
            const answer = await send('getUserBacktest', { ...input, pageNumber, pageSize });
            return { rows: answer.backtest_list, total: answer.total };
          })
        }
      />
    </div>
  );
}

function NoneYet() {
  const { t } = useTranslation();
  return (
    <Empty
      title={t('backtests.emptyTitle')}
      text={t('backtests.emptyText')}
      action={<ButtonLink to="/backtests/new">{t('backtests.new')}</ButtonLink>}
    />
  );
}

function NoMatch({ list }: { readonly list: ListState }) {
  const { t } = useTranslation();
  return (
    <Empty
      title={t('backtests.filter.noMatchTitle')}
      text={t('backtests.filter.noMatchText')}
      action={
        <Button look="quiet" small onClick={() => list.set({ status: undefined, TricksId: undefined })}>
          {t('backtests.filter.clear')}
        </Button>
      }
    />
  );
}

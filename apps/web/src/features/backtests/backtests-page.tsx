import type { BacktestItem } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { CompareChoice } from './compare-choosing.tsx';
import { useBacktestColumns } from './use-backtest-columns.tsx';
import { useLiveProgress } from './use-live-progress.ts';

const PAGE_SIZE = 12;

/** Everything that was tested, is being tested or waits for it. */
export function BacktestsPage() {
  const { t } = useTranslation();
  const list = useListState();
  useLiveProgress();
  const search = list.search === '' ? {} : { Search: list.search };
  const input = { pageNumber: list.page, pageSize: PAGE_SIZE, ...search };
  const page = useCall('getUserBacktest', input, { keepPrevious: true });
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
          data: page.data && { rows: page.data.backtest_list, total: page.data.total, pageSize: PAGE_SIZE },
          error: page.error,
          refetch: page.refetch,
        }}
        rowKey={(row) => row.BacktestId}
        rowLink={(row) => `/backtests/${row.BacktestId}`}
        searchable
        filtered={list.search !== ''}
        empty={
          <Empty
            title={t('backtests.emptyTitle')}
            text={t('backtests.emptyText')}
            action={<ButtonLink to="/backtests/new">{t('backtests.new')}</ButtonLink>}
          />
        }
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

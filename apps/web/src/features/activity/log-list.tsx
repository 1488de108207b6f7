import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { count } from '../../lib/format.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import type { LoadState } from '../../ui/feedback/loaded.tsx';
import layout from '../../ui/layout.module.css';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import type { TableColumn } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { DateRange } from '../../ui/table/date-range.tsx';
import type { ListState } from '../../ui/table/list-state.ts';
import { PAGE_SIZE } from './log-view.ts';

interface LogPage<Entry> {
  readonly log_list: readonly Entry[];
  readonly total: number;
}

interface LogListProps<Entry> {
  readonly which: 'account' | 'trades';
  readonly list: ListState;
  readonly columns: readonly TableColumn<Entry>[];
  readonly page: LoadState<LogPage<Entry>>;
  /** Whether the address asks for less than the whole log. */
  readonly narrowed: boolean;
  /** Filters beside the days, which both logs have: before and after them. */
  readonly filters: ReactNode;
  readonly more?: ReactNode;
  readonly read: (paging: { readonly pageNumber: number; readonly pageSize: number }) => Promise<LogPage<Entry>>;
}

/** Either log: the way to the other, the days, the entries, and the file of all that fit. */
export function LogList<Entry extends { readonly log_id: number }>(props: LogListProps<Entry>) {
  const { which, list, columns, page, narrowed, filters, more, read } = props;
  const { t } = useTranslation();
  const title = t(`activity.${which}.title`);
  const words = narrowed
    ? { title: t('activity.noMatchTitle'), text: t('activity.noMatchText') }
    : { title: t(`activity.${which}.emptyTitle`), text: t(`activity.${which}.emptyText`) };
  const allRows = useCallback(
    () =>
      readAllPages(async (pageNumber, pageSize) => {
        const answer = await read({ pageNumber, pageSize });
        return { rows: answer.log_list, total: answer.total };
      }),
    [read],
  );
  return (
    <div className={layout.stack}>
      <PageHead title={title} lead={t(`activity.${which}.lead`)} />
      <LogTabs which={which} />
      <DataTable<Entry>
        label={title}
        columns={columns}
        state={{
          data: page.data && { rows: page.data.log_list, total: page.data.total, pageSize: PAGE_SIZE },
          error: page.error,
          refetch: page.refetch,
        }}
        rowKey={(entry) => entry.log_id}
        searchable
        ownSort="-time"
        filtered={narrowed}
        filters={
          <>
            {filters}
            <DateRange list={list} fromLabel={t('activity.from')} toLabel={t('activity.to')} />
            {more}
          </>
        }
        empty={<Empty {...words} />}
        total={page.data ? t('activity.total', { count: page.data.total, formatted: count(page.data.total) }) : null}
        exportName={title}
        allRows={allRows}
      />
    </div>
  );
}

function LogTabs({ which }: Pick<LogListProps<never>, 'which'>) {
  const { t } = useTranslation();
  return (
    <LinkTabs
      label={t('activity.tabs')}
      tabs={[
        { to: '/logs', label: t('activity.account.tab'), current: which === 'account' },
        { to: '/logs/trades', label: t('activity.trades.tab'), current: which === 'trades' },
      ]}
    />
  );
}

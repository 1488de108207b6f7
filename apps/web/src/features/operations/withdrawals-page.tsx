import type { OpsWithdrawal } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { count, rupees } from '../../lib/format.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { changedQuery, useListState } from '../../ui/table/list-state.ts';
import { isNarrowed, PAGE_SIZE } from '../../ui/table/time-list.ts';
import css from './operations.module.css';
import { useWithdrawalColumns } from './withdrawal-columns.tsx';
import { WithdrawalDrawer } from './withdrawal-drawer.tsx';
import { QUEUES, queueInput } from './withdrawals-view.ts';

/** Withdrawals that wait for a decision, and all others. */
export function OpsWithdrawalsPage() {
  const { t } = useTranslation();
  const list = useListState();
  const input = queueInput(list.query);
  const { data, error, refetch } = useCall('opswithdrawals', input, { keepPrevious: true });
  const narrowed = isNarrowed(input);
  const opened = data?.withdrawal_list.find(({ withdrawalId }) => String(withdrawalId) === list.query['withdrawal']);
  return (
    <div className={layout.stack}>
      <PageHead title={t('operations.withdrawals')} lead={t('operations.withdrawalsLead')} />
      {data?.payoutsStopped ? (
        <p className={css.warning} role="alert">
          {t('operations.payoutsStopped')}
        </p>
      ) : null}
      <DataTable<OpsWithdrawal>
        label={t('operations.withdrawals')}
        columns={useWithdrawalColumns()}
        state={{
          data: data && { rows: data.withdrawal_list, total: data.total, pageSize: PAGE_SIZE },
          error,
          refetch,
        }}
        rowKey={({ withdrawalId }) => withdrawalId}
        rowLink={({ withdrawalId }) =>
          `/ops/withdrawals?${new URLSearchParams(changedQuery(list.query, { withdrawal: String(withdrawalId) }))}`
        }
        searchable
        ownSort="time"
        // What waits is a part of all: the choice stays in sight where nothing does.
        filtered
        filters={
          <FilterSelect
            label={t('operations.state')}
            value={input.state ?? 'waiting'}
            options={QUEUES.map((value) => ({ value, label: t(`operations.queues.${value}`) }))}
            onChange={(value) => list.set({ state: value === 'waiting' ? '' : value })}
          />
        }
        empty={
          narrowed ? (
            <Empty title={t('operations.noMatch')} text={t('operations.noMatchText')} />
          ) : (
            <Empty title={t('operations.nothingWaits')} text={t('operations.nothingWaitsText')} />
          )
        }
        total={
          data
            ? t('operations.total', {
                ...{ count: data.total, formatted: count(data.total), sum: rupees(data.totalPaise) },
              })
            : null
        }
        exportName={t('operations.withdrawals')}
        allRows={() =>
          readAllPages(async (pageNumber, pageSize) => {
            const answer = await send('opswithdrawals', { ...input, pageNumber, pageSize });
            return { rows: answer.withdrawal_list, total: answer.total };
          })
        }
      />
      <WithdrawalDrawer withdrawal={opened} onClose={() => list.show({ withdrawal: undefined })} />
    </div>
  );
}

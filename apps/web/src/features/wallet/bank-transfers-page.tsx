import type { Withdrawal } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { count, rupees } from '../../lib/format.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import layout from '../../ui/layout.module.css';
import { PageHead } from '../../ui/page-head.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { DateRange } from '../../ui/table/date-range.tsx';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { changedQuery, useListState } from '../../ui/table/list-state.ts';
import { isNarrowed, PAGE_SIZE } from '../../ui/table/time-list.ts';
import { TransferDrawer } from './transfer-drawer.tsx';
import { useTransferColumns } from './use-transfer-columns.tsx';
import { STATES, withdrawalsInput } from './wallet-view.ts';
import { Withdraw } from './withdraw.tsx';

/** What went from the wallets to the bank, and how far it is. */
export function BankTransfersPage() {
  const { t } = useTranslation();
  const list = useListState();
  const input = withdrawalsInput(list.query);
  const narrowed = isNarrowed(input);
  const { data, error, refetch } = useCall('mywallethistoryTransferBank', input, { keepPrevious: true });
  const allRows = () =>
    readAllPages(async (pageNumber, pageSize) => {
      const answer = await send('mywallethistoryTransferBank', { ...input, pageNumber, pageSize });
      return { rows: answer.withdrawal_list, total: answer.total };
    });
  const opened = data?.withdrawal_list.find(({ withdrawalId }) => String(withdrawalId) === list.query['withdrawal']);
  return (
    <div className={layout.stack}>
      <PageHead title={t('wallet.bankTitle')} lead={t('wallet.bankLead')} actions={<Withdraw />} />
      <DataTable<Withdrawal>
        label={t('wallet.bankTitle')}
        columns={useTransferColumns()}
        state={{
          data: data && { rows: data.withdrawal_list, total: data.total, pageSize: PAGE_SIZE },
          error,
          refetch,
        }}
        rowKey={({ withdrawalId }) => withdrawalId}
        rowLink={({ withdrawalId }) =>
          `/wallet/bank?${new URLSearchParams(changedQuery(list.query, { withdrawal: String(withdrawalId) }))}`
        }
        searchable
        ownSort="-time"
        filtered={narrowed}
        filters={
          <>
            <FilterSelect
              label={t('wallet.state')}
              value={input.state ?? ''}
              options={[
                { value: '', label: t('wallet.allStates') },
                ...STATES.map((value) => ({ value, label: t(`wallet.states.${value}`) })),
              ]}
              onChange={(value) => list.set({ state: value })}
            />
            <DateRange list={list} fromLabel={t('wallet.fromDay')} toLabel={t('wallet.toDay')} />
          </>
        }
        empty={
          narrowed ? (
            <Empty title={t('wallet.noTransferMatch')} text={t('wallet.noMatchText')} />
          ) : (
            <Empty title={t('wallet.noTransfers')} text={t('wallet.noTransfersText')} />
          )
        }
        total={
          data
            ? t('wallet.transferTotal', {
                ...{ count: data.total, formatted: count(data.total) },
                ...{ paid: rupees(data.paidPaise), underWay: rupees(data.underWayPaise) },
              })
            : null
        }
        exportName={t('wallet.bankTitle')}
        allRows={allRows}
      />
      <TransferDrawer withdrawal={opened} onClose={() => list.show({ withdrawal: undefined })} />
    </div>
  );
}

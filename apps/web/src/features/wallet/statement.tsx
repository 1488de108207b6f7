import type { WalletEntry } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { count, rupees } from '../../lib/format.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { DateRange } from '../../ui/table/date-range.tsx';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { type ListState, useListState } from '../../ui/table/list-state.ts';
import { isNarrowed, PAGE_SIZE } from '../../ui/table/time-list.ts';
import { useEntryColumns } from './use-entry-columns.tsx';
import { SIDES, statementInput, WALLETS } from './wallet-view.ts';

/** Every movement of the wallets with what was free after it, and the file of all that fit. */
export function Statement() {
  const { t } = useTranslation();
  const list = useListState();
  const input = statementInput(list.query);
  const narrowed = isNarrowed(input);
  const { data, error, refetch } = useCall('mywallethistory', input, { keepPrevious: true });
  const allRows = () =>
    readAllPages(async (pageNumber, pageSize) => {
      const answer = await send('mywallethistory', { ...input, pageNumber, pageSize });
      return { rows: answer.wallet_transaction_list, total: answer.total };
    });
  return (
    <DataTable<WalletEntry>
      label={t('wallet.statement')}
      columns={useEntryColumns()}
      state={{
        data: data && { rows: data.wallet_transaction_list, total: data.total, pageSize: PAGE_SIZE },
        error,
        refetch,
      }}
      rowKey={(entry) => entry.transaction_id}
      searchable
      ownSort="-time"
      filtered={narrowed}
      filters={<StatementFilters list={list} input={input} />}
      empty={
        narrowed ? (
          <Empty title={t('wallet.noMatchTitle')} text={t('wallet.noMatchText')} />
        ) : (
          <Empty title={t('wallet.emptyTitle')} text={t('wallet.emptyText')} />
        )
      }
      total={
        data ? (
          <span data-money="part">
            {t('wallet.total', {
              ...{ count: data.total, formatted: count(data.total) },
              ...{ credit: rupees(data.creditPaise), debit: rupees(data.debitPaise) },
            })}
          </span>
        ) : null
      }
      exportName={t('wallet.statement')}
      allRows={allRows}
    />
  );
}

interface StatementFiltersProps {
  readonly list: ListState;
  readonly input: ReturnType<typeof statementInput>;
}

function StatementFilters({ list, input }: StatementFiltersProps) {
  const { t } = useTranslation();
  return (
    <>
      <FilterSelect
        label={t('wallet.wallet')}
        value={input.wallet_id === undefined ? '' : String(input.wallet_id)}
        options={[
          { value: '', label: t('wallet.bothWallets') },
          ...WALLETS.map((id) => ({ value: String(id), label: t(`wallet.names.${id}`) })),
        ]}
        onChange={(value) => list.set({ wallet_id: value })}
      />
      <FilterSelect
        label={t('wallet.side')}
        value={input.type ?? 'A'}
        options={SIDES.map((value) => ({ value, label: t(`wallet.sides.${value}`) }))}
        onChange={(value) => list.set({ type: value === 'A' ? '' : value })}
      />
      <DateRange list={list} fromLabel={t('wallet.fromDay')} toLabel={t('wallet.toDay')} />
    </>
  );
}

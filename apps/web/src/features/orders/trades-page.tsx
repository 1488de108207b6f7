import type { TradeRow } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { count, rupees, signedRupees } from '../../lib/format.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { DateRange } from '../../ui/table/date-range.tsx';
import { changedQuery, useListState } from '../../ui/table/list-state.ts';
import { EmptyRecords } from './empty-records.tsx';
import { RecordFrame } from './record-frame.tsx';
import { isFiltered, PAGE_SIZE, recordFilter, tradesInput } from './record-view.ts';
import { useTradeColumns } from './trade-columns.tsx';
import { TradeDetail } from './trade-detail.tsx';
import { TrickFilter } from './trick-filter.tsx';

const rowsOf = (answer: OutputOfCall<'tradehistory'>): readonly TradeRow[] =>
  answer.live_tradehistory ?? answer.test_tradehistory ?? [];

/** Closed trades of one mode; a row opens both of its reasons. */
export function TradesPage() {
  const { t } = useTranslation();
  const list = useListState();
  const input = tradesInput(list.query);
  const page = useCall('tradehistory', input, { keepPrevious: true });
  const columns = useTradeColumns();
  const rows = page.data ? rowsOf(page.data) : [];
  return (
    <RecordFrame title={t('orders.trades.title')} lead={t('orders.trades.lead')} path="/trades">
      <DataTable<TradeRow>
        label={t('orders.trades.title')}
        columns={columns}
        state={{
          data: page.data && { rows, total: page.data.total, pageSize: PAGE_SIZE },
          error: page.error,
          refetch: page.refetch,
        }}
        rowKey={(trade) => trade.tradeId}
        rowLink={(trade) =>
          `/trades?${new URLSearchParams(changedQuery(list.query, { trade: String(trade.tradeId) }))}`
        }
        searchable
        ownSort="-time"
        filtered={isFiltered(list.query)}
        filters={
          <>
            <DateRange list={list} fromLabel={t('orders.from')} toLabel={t('orders.to')} />
            <TrickFilter list={list} name={rows[0]?.trickName} />
          </>
        }
        empty={
          <EmptyRecords
            live={recordFilter(list.query).mode === 'Live'}
            filtered={isFiltered(list.query)}
            path="/trades"
            title={t('orders.trades.emptyTitle')}
            text={t('orders.trades.emptyTest')}
            liveTitle={t('orders.trades.emptyLiveTitle')}
            liveText={t('orders.trades.emptyLive')}
          />
        }
        total={page.data ? <Totals totals={page.data.totals} /> : null}
        exportName={t('orders.trades.title')}
        allRows={() =>
          readAllPages(async (pageNumber, pageSize) => {
            const answer = await send('tradehistory', { ...input, pageNumber, pageSize });
            return { rows: rowsOf(answer), total: answer.total };
          })
        }
      />
      <TradeDetail
        trade={rows.find((trade) => String(trade.tradeId) === list.query['trade'])}
        onClose={() => list.show({ trade: undefined })}
      />
    </RecordFrame>
  );
}

/** Of the whole filtered set, as the server added it up. */
function Totals({ totals }: { readonly totals: OutputOfCall<'tradehistory'>['totals'] }) {
  const { t } = useTranslation();
  return t('orders.trades.totals', {
    trades: t('orders.trades.total', { count: totals.trades, formatted: count(totals.trades) }),
    wins: count(totals.wins),
    gross: signedRupees(totals.grossPaise),
    charges: rupees(totals.chargesPaise),
    net: signedRupees(totals.netPaise),
  });
}

import type { OrderRow } from '@trickdesk/contract';
import { ORDER_STATES } from '@trickdesk/domain';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { count } from '../../lib/format.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { DateRange } from '../../ui/table/date-range.tsx';
import { FilterSelect } from '../../ui/table/filter-select.tsx';
import { type ListState, useListState } from '../../ui/table/list-state.ts';
import { EmptyRecords } from './empty-records.tsx';
import { useOrderColumns } from './order-columns.tsx';
import { OwnOrders } from './own-orders.tsx';
import { RecordFrame } from './record-frame.tsx';
import { isFiltered, ordersInput, PAGE_SIZE, recordFilter } from './record-view.ts';
import { TrickFilter } from './trick-filter.tsx';

const rowsOf = (answer: OutputOfCall<'orderhistory'>): readonly OrderRow[] =>
  answer.live_orderhistory ?? answer.test_orderhistory ?? [];

/** Orders of one mode; a row opens what the order went through. Live, those placed by hand stand below. */
export function OrdersPage() {
  const { t } = useTranslation();
  const list = useListState();
  const input = ordersInput(list.query);
  const page = useCall('orderhistory', input, { keepPrevious: true });
  const columns = useOrderColumns();
  const rows = page.data ? rowsOf(page.data) : [];
  return (
    <RecordFrame title={t('orders.orders.title')} lead={t('orders.orders.lead')} path="/orders">
      <DataTable<OrderRow>
        label={t('orders.orders.title')}
        columns={columns}
        state={{
          data: page.data && { rows, total: page.data.total, pageSize: PAGE_SIZE },
          error: page.error,
          refetch: page.refetch,
        }}
        rowKey={(order) => order.orderId}
        rowLink={(order) => `/orders/${order.orderId}`}
        searchable
        ownSort="-time"
        filtered={isFiltered(list.query)}
        filters={<Filters list={list} trickName={rows[0]?.trickName} />}
        empty={
          <EmptyRecords
            live={recordFilter(list.query).mode === 'Live'}
            filtered={isFiltered(list.query)}
            path="/orders"
            title={t('orders.orders.emptyTitle')}
            text={t('orders.orders.emptyTest')}
            liveTitle={t('orders.orders.emptyLiveTitle')}
            liveText={t('orders.orders.emptyLive')}
          />
        }
        total={
          page.data
            ? t('orders.orders.total', { count: page.data.totalOrder, formatted: count(page.data.totalOrder) })
            : null
        }
        exportName={t('orders.orders.title')}
        allRows={() =>
          readAllPages(async (pageNumber, pageSize) => {
            const answer = await send('orderhistory', { ...input, pageNumber, pageSize });
            return { rows: rowsOf(answer), total: answer.total };
          })
        }
      />
      {recordFilter(list.query).mode === 'Live' ? <OwnOrders /> : null}
    </RecordFrame>
  );
}

function Filters({ list, trickName }: { readonly list: ListState; readonly trickName: string | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      <FilterSelect
        label={t('orders.statusFilter')}
        value={recordFilter(list.query).state ?? ''}
        options={[
          { value: '', label: t('orders.allStates') },
          ...ORDER_STATES.map((value) => ({ value, label: t(`orders.state.${value}`) })),
        ]}
        onChange={(value) => list.set({ status: value })}
      />
      <DateRange list={list} fromLabel={t('orders.from')} toLabel={t('orders.to')} />
      <TrickFilter list={list} name={trickName} />
    </>
  );
}

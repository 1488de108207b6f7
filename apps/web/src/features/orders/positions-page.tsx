import type { PositionRow } from '@trickdesk/contract';
import { useTranslation } from 'react-i18next';
import { readAllPages } from '../../lib/all-pages.ts';
import { rupees, signedRupees, wholeRupees } from '../../lib/format.ts';
import { send } from '../../lib/send.ts';
import { useCall } from '../../lib/use-call.ts';
import { useLiveSum } from '../../lib/use-live-sum.ts';
import type { OutputOfCall } from '../../lib/wire.ts';
import { Segments } from '../../ui/segments.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useListState } from '../../ui/table/list-state.ts';
import { EmptyRecords } from './empty-records.tsx';
import { usePositionColumns } from './position-columns.tsx';
import { RecordFrame } from './record-frame.tsx';
import { PAGE_SIZE, type PositionStatus, positionStatusIn, positionsInput, recordFilter } from './record-view.ts';

/** What is held, or was. Results of what is held move with the price. */
export function PositionsPage() {
  const { t } = useTranslation();
  const list = useListState();
  const status = positionStatusIn(list.query);
  const input = positionsInput(list.query);
  const page = useCall('my-openposition', input, { keepPrevious: true });
  const columns = usePositionColumns(status);
  return (
    <RecordFrame title={t('orders.positions.title')} lead={t('orders.positions.lead')} path="/positions">
      <DataTable<PositionRow>
        key={status}
        label={t('orders.positions.title')}
        columns={columns}
        state={{
          data: page.data && { rows: page.data.open_positions, total: page.data.total, pageSize: PAGE_SIZE },
          error: page.error,
          refetch: page.refetch,
        }}
        rowKey={(position) => position.positionId}
        rowLink={(position) => `/my-tricks/${position.TricksId}?symbol=${encodeURIComponent(position.symbol)}`}
        searchable
        ownSort="-time"
        filters={
          <Segments
            label={t('orders.positions.choice')}
            value={status}
            options={[
              { value: 'open', label: t('orders.positions.status.open') },
              { value: 'closed', label: t('orders.positions.status.closed') },
            ]}
            onChange={(value) => list.set({ status: value === 'open' ? '' : value })}
          />
        }
        empty={<NoPositions status={status} live={recordFilter(list.query).mode === 'Live'} />}
        total={page.data ? <Totals page={page.data} status={status} /> : null}
        exportName={t('orders.positions.title')}
        allRows={() =>
          readAllPages(async (number, pageSize) => {
            const answer = await send('my-openposition', { ...input, page: number, pageSize });
            return { rows: answer.open_positions, total: answer.total };
          })
        }
      />
    </RecordFrame>
  );
}

interface TotalsProps {
  readonly page: OutputOfCall<'my-openposition'>;
  readonly status: PositionStatus;
}

/** Of the whole filtered set as the server added it up, moved by what the rows on screen have moved since. */
function Totals({ page: { totals, open_positions: rows }, status }: TotalsProps) {
  const { t } = useTranslation();
  const pnlPaise = useLiveSum(totals.pnlPaise, status === 'open' ? rows : []);
  return t(status === 'open' ? 'orders.positions.totalOpen' : 'orders.positions.totalClosed', {
    pnl: signedRupees(pnlPaise),
    charges: rupees(totals.chargesPaise),
    invested: wholeRupees(totals.investedPaise),
  });
}

function NoPositions({ status, live }: { readonly status: PositionStatus; readonly live: boolean }) {
  const { t } = useTranslation();
  return (
    <EmptyRecords
      live={live}
      filtered={false}
      path="/positions"
      title={t(status === 'open' ? 'orders.positions.emptyOpenTitle' : 'orders.positions.emptyClosedTitle')}
      text={t(status === 'open' ? 'orders.positions.emptyOpenTest' : 'orders.positions.emptyClosedTest')}
      liveTitle={t('orders.positions.emptyLiveTitle')}
      liveText={t('orders.positions.emptyLive')}
    />
  );
}

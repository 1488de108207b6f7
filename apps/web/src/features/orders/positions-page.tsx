import type { HeldPositionRow } from '@trickdesk/contract';
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
import { heldOf, rowKeyOf, rowLinkOf } from './held-position.ts';
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
  const hasHand = page.data?.open_positions.some(({ placedBy }) => placedBy === 'hand') ?? false;
  const columns = usePositionColumns(status, hasHand);
  return (
    <RecordFrame title={t('orders.positions.title')} lead={t('orders.positions.lead')} path="/positions">
      <DataTable<HeldPositionRow>
        key={status}
        label={t('orders.positions.title')}
        columns={columns}
        state={{
          data: page.data && { rows: page.data.open_positions, total: page.data.total, pageSize: PAGE_SIZE },
          error: page.error,
          refetch: page.refetch,
        }}
        rowKey={rowKeyOf}
        rowLink={rowLinkOf}
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
function Totals({ page: { totals, total, open_positions: rows }, status }: TotalsProps) {
  const { t } = useTranslation();
  const ofTricks = status === 'open' ? rows.filter(({ placedBy }) => placedBy === 'trick').map(heldOf) : [];
  const byHand = rows.filter(({ placedBy }) => placedBy === 'hand').map(heldOf);
  const pnlPaise = useLiveSum(totals.pnlPaise, ofTricks);
  const handPnlPaise = useLiveSum(totals.handPnlPaise, byHand);
  const figures = {
    pnl: signedRupees(pnlPaise),
    charges: rupees(totals.chargesPaise),
    invested: wholeRupees(totals.investedPaise),
    byHand: signedRupees(handPnlPaise),
  };
  if (status === 'closed') return t('orders.positions.totalClosed', figures);
  if (totals.handPositions === 0) return t('orders.positions.totalOpen', figures);
  if (totals.handPositions === total) return t('orders.positions.totalByHand', figures);
  // Results before and after charges are never added up.
  return t('orders.positions.totalWithHand', figures);
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

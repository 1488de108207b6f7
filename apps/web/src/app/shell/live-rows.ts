import type { MyTrick } from '@trickdesk/contract';
import type { EventOf } from '../../lib/stream-events.ts';

/** A trick's row with what an event says of it; every other row is left as it is. */
export function withTrick(rows: readonly MyTrick[], trick: MyTrick): MyTrick[] {
  return rows.map((row) => (row.TricksId === trick.TricksId ? trick : row));
}

/** A trick's row with its new profit; every other row is left as it is. */
export function withPnl<Row extends Pick<MyTrick, 'TricksId' | 'dayPnlPaise' | 'totalPnlPaise'>>(
  rows: readonly Row[],
  pnl: EventOf<'pnl'>,
): Row[] {
  return rows.map((row) =>
    row.TricksId === pnl.TricksId ? { ...row, dayPnlPaise: pnl.dayPnlPaise, totalPnlPaise: pnl.totalPnlPaise } : row,
  );
}

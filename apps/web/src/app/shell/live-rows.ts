import type { MyTrick } from '@trickdesk/contract';
import type { EventOf } from '../../lib/stream-events.ts';

/** A trick's row with what an event says of it; every other row is left as it is. */
export function withTrick(rows: readonly MyTrick[], trick: MyTrick): MyTrick[] {
  return rows.map((row) => (row.TricksId === trick.TricksId ? trick : row));
}

/** Rows with their new results; a row of which the event does not speak is left as it is. */
export function withPnl<Row extends Pick<MyTrick, 'TricksId' | 'dayPnlPaise' | 'totalPnlPaise'>>(
  rows: readonly Row[],
  { tricks }: Pick<EventOf<'pnl'>, 'tricks'>,
): Row[] {
  const news = new Map(tricks.map((trick) => [trick.TricksId, trick]));
  return rows.map((row) => {
    const told = news.get(row.TricksId);
    return told ? { ...row, dayPnlPaise: told.dayPnlPaise, totalPnlPaise: told.totalPnlPaise } : row;
  });
}

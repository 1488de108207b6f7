import { type Database, pageWindow } from '@trickdesk/db';
import { addDays, indiaMoment } from '@trickdesk/domain';
import { type RawBuilder, sql } from 'kysely';
import { CLOSED_SORTS, type PageOf, type PositionSort } from './sort-store.ts';
import { brokerLinkOf, type ListFilter, type PositionRecord, type ResultTotals } from './store.ts';

/** What a row of closed trades shows: less than a position, which is also valued at today's price. */
export type TradeRecord = Pick<
  PositionRecord,
  | 'id'
  | 'deployment_id'
  | 'deployment_name'
  | 'broker_link_id'
  | 'mode'
  | 'symbol'
  | 'direction'
  | 'quantity'
  | 'entry_at'
  | 'entry_paise'
  | 'entry_reason'
  | 'exit_at'
  | 'exit_paise'
  | 'exit_reason'
  | 'charges_paise'
  | 'gross_paise'
  | 'net_paise'
>;

/** A text that is looked for takes another way; see `service.ts`. */
export type TradeFilter = Omit<ListFilter, 'search'>;

export interface TradePage {
  readonly records: readonly TradeRecord[];
  readonly totals: ResultTotals;
}

/**
 * A page of closed trades and the totals of them all, in one statement that each connection plans once. The totals come
 * from the daily roll-ups; a page is cut from the index in its order before anything is joined to it, so that neither
 * grows with the number of trades.
 */
export async function pageTrades(
  database: Database,
  filter: TradeFilter,
  page: PageOf<PositionSort>,
): Promise<TradePage> {
  const order = CLOSED_SORTS[page.sort ?? '-time'];
  const found = await database.prepared(sql<TradeRecord & ResultTotals>`
    SELECT summed.*, position.*, deployment.name AS deployment_name,
      ${filter.mode === 'live' ? brokerLinkOf('position', 'position.entry_order_id') : sql`NULL::int`} AS broker_link_id
    FROM (${rolledUp(filter)}) AS summed
    LEFT JOIN LATERAL (
      SELECT id, deployment_id, mode, run_number, symbol, direction, quantity, entry_at, entry_paise, entry_reason,
        entry_order_id, exit_at, exit_paise, exit_reason, charges_paise, gross_paise, net_paise
      FROM position WHERE ${closedOf(filter)}
      ORDER BY ${order} ${pageWindow(page)}) AS position ON true
    LEFT JOIN LATERAL (
      -- By its key for each row: without the limit a plan for any page may read all of them into a hash.
      SELECT id, name, run_number, broker_link_id FROM deployment WHERE id = position.deployment_id LIMIT 1
    ) AS deployment ON true
    ORDER BY ${order}`);
  const [first] = found;
  if (!first) throw new Error('a sum without a row');
  const { gross, charges, net, trades, wins } = first;
  return {
    // Beside the totals of a page that is empty stands one row of nothing.
    records: first.id === null ? [] : found,
    totals: { gross, charges, net, trades, wins },
  };
}

function rolledUp({ accountId, mode, deploymentId, from, to }: TradeFilter): RawBuilder<ResultTotals> {
  return sql`SELECT coalesce(sum(gross_paise), 0)::bigint AS gross, coalesce(sum(charges_paise), 0)::bigint AS charges,
      coalesce(sum(net_paise), 0)::bigint AS net, coalesce(sum(trades), 0)::int AS trades,
      coalesce(sum(wins), 0)::int AS wins
    FROM daily_result WHERE account_id = ${accountId} AND mode = ${mode}
      ${deploymentId === undefined ? sql`` : sql`AND deployment_id = ${deploymentId}`}
      ${from === undefined ? sql`` : sql`AND day >= ${from}`}
      ${to === undefined ? sql`` : sql`AND day <= ${to}`}`;
}

/** Days as moments of the exit: those bound what is read of the index that lists are cut from, a day of its own does not. */
function closedOf({ accountId, mode, deploymentId, from, to }: TradeFilter): RawBuilder<unknown> {
  return sql`account_id = ${accountId} AND mode = ${mode} AND status = 'closed' AND exit_paise IS NOT NULL
      ${deploymentId === undefined ? sql`` : sql`AND deployment_id = ${deploymentId}`}
      ${from === undefined ? sql`` : sql`AND exit_at >= ${new Date(indiaMoment(from))}`}
      ${to === undefined ? sql`` : sql`AND exit_at < ${new Date(indiaMoment(addDays(to, 1)))}`}`;
}

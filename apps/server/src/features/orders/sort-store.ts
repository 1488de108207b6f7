import { sql } from 'kysely';

export interface PageOf<Sort = undefined> {
  readonly limit: number;
  readonly offset: number;
  /** Newest first where absent. */
  readonly sort?: Sort | undefined;
}

export type OrderSort = keyof typeof ORDER_SORTS;
export type PositionSort = keyof typeof CLOSED_SORTS;

/** Each has an index that begins with the owner, and is turned round by reading it backwards. */
export const ORDER_SORTS = {
  time: sql`trade_order.at ASC, trade_order.id ASC`,
  '-time': sql`trade_order.at DESC, trade_order.id DESC`,
  symbol: sql`trade_order.symbol COLLATE "C" ASC, trade_order.id DESC`,
  '-symbol': sql`trade_order.symbol COLLATE "C" DESC, trade_order.id ASC`,
} as const;

/** The same for positions that are closed: each of them has a result and a time of its end. */
export const CLOSED_SORTS = {
  time: sql`position.exit_at ASC, position.id ASC`,
  '-time': sql`position.exit_at DESC, position.id DESC`,
  symbol: sql`position.symbol COLLATE "C" ASC, position.id DESC`,
  '-symbol': sql`position.symbol COLLATE "C" DESC, position.id ASC`,
  result: sql`position.net_paise ASC, position.id ASC`,
  '-result': sql`position.net_paise DESC, position.id DESC`,
} as const;

/** Their results are not in the database, so whoever wants another order has to put them into it. */
export const OPEN_ORDER = sql`position.entry_at DESC, position.id DESC`;

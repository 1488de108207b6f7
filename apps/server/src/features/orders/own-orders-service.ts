import type { OrderDetails, OrderPreview, OutputOf, OwnOrderRow, ownorderdetails } from '@trickdesk/contract';
import type { Caller } from '../../platform/caller.ts';
import type { Standing } from './await-answer.ts';
import { type ChangeRequest, cancelOwnOrder, modifyOwnOrder } from './change-own-order.ts';
import { readOrderDetails, readOwnDetails } from './order-details.ts';
import { findTradeOrders } from './order-details-store.ts';
import type { OwnOrderParts } from './own-order-parts.ts';
import { countOwn, listOwn } from './own-orders-store.ts';
import { ownOrderToWire } from './own-orders-wire.ts';
import { type PlaceRequest, placeOwnOrder } from './place-own-order.ts';
import { type PreviewInput, previewOrder } from './preview-order.ts';
import { linkOf, usableLink } from './read-wish.ts';

export interface OwnOrdersService {
  /** A linked broker account of a person. @throws Refusal */
  readonly linkOf: (accountId: number, brokerId: number | undefined) => Promise<number>;
  /** The broker account that orders may go to now. @throws Refusal */
  readonly usableLink: (accountId: number, brokerId: number | undefined) => Promise<number>;
  readonly preview: (accountId: number, wish: PreviewInput) => Promise<OrderPreview>;
  readonly place: (caller: Caller, request: PlaceRequest) => Promise<Standing>;
  readonly modify: (caller: Caller, request: ChangeRequest) => Promise<Standing>;
  readonly cancel: (caller: Caller, request: Pick<ChangeRequest, 'orderId' | 'idempotencyKey'>) => Promise<Standing>;
  readonly list: (
    accountId: number,
    page: { readonly pageNumber: number; readonly pageSize: number; readonly Search?: string | undefined },
  ) => Promise<{ readonly rows: OwnOrderRow[]; readonly total: number }>;
  readonly details: (accountId: number, orderId: number) => Promise<OrderDetails>;
  readonly ownDetails: (accountId: number, orderId: number) => Promise<OutputOf<typeof ownorderdetails>>;
  /** The orders of a closed trade, the one that opened it first; none where it is somebody else's. */
  readonly ordersOfTrade: (accountId: number, tradeId: number) => Promise<readonly number[]>;
}

/** What owners do by hand, and what became of one order of theirs. */
export function createOwnOrdersService(parts: OwnOrderParts): OwnOrdersService {
  const { simulated } = parts.marketData;
  const db = parts.database.kysely;
  return {
    linkOf: async (accountId, brokerId) => (await linkOf(parts, accountId, brokerId)).id,
    usableLink: (accountId, brokerId) => usableLink(parts, accountId, brokerId),
    preview: (accountId, wish) => previewOrder(parts, accountId, wish),
    place: (caller, request) => placeOwnOrder(parts, caller, request),
    modify: (caller, request) => modifyOwnOrder(parts, caller, request),
    cancel: (caller, request) => cancelOwnOrder(parts, caller, request),
    list: async (accountId, { pageNumber, pageSize, Search }) => {
      const window = { limit: pageSize, offset: (pageNumber - 1) * pageSize, search: Search };
      const [rows, total] = await Promise.all([listOwn(db, accountId, window), countOwn(db, accountId, Search)]);
      return { rows: rows.map((row) => ownOrderToWire(row, simulated)), total };
    },
    details: async (accountId, orderId) => {
      const { calendar, marketState } = parts.marketData;
      const market = { simulated, calendar, now: (await marketState()).now };
      return readOrderDetails(db, { accountId, orderId, market });
    },
    ownDetails: (accountId, orderId) => readOwnDetails(db, parts, { accountId, orderId }),
    ordersOfTrade: (accountId, tradeId) => findTradeOrders(db, accountId, tradeId),
  };
}

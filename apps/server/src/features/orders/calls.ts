import type { orderCalls } from '@trickdesk/contract';
import { toSafePaise } from '@trickdesk/domain';
import type { Handlers } from '../../http/handlers.ts';
import type { OrdersService } from './service.ts';

export const orderHandlers = (orders: OrdersService): Handlers<typeof orderCalls> => ({
  'my-openposition': async (caller, input) => {
    const page = { pageNumber: input.page, pageSize: input.pageSize };
    const { rows, total, totals } = await orders.readPositions(
      {
        accountId: caller.accountId,
        mode: input.type === 'Live' ? 'live' : 'paper',
        status: input.status,
        brokerLinkId: input.brokerId === 0 ? undefined : input.brokerId,
        search: input.Search,
      },
      { ...page, sort: input.sort },
    );
    return { open_positions: rows, ...page, total, totals };
  },
  tradehistory: async (caller, input) => {
    const page = { pageNumber: input.pageNumber, pageSize: input.pageSize };
    const live = input.is_live === 1;
    const { rows, total, totals } = await orders.readTrades(
      {
        accountId: caller.accountId,
        mode: live ? 'live' : 'paper',
        status: 'closed',
        from: input.from_date,
        to: input.to_date,
        deploymentId: input.TricksId,
        search: input.Search,
      },
      { ...page, sort: input.sort },
    );
    const netPaise = toSafePaise(totals.net);
    return {
      ...(live ? { live_tradehistory: rows } : { test_tradehistory: rows }),
      tradetotalProfit: netPaise,
      totals: {
        grossPaise: toSafePaise(totals.gross),
        chargesPaise: toSafePaise(totals.charges),
        netPaise,
        trades: totals.trades,
        wins: totals.wins,
      },
      ...page,
      total,
    };
  },
  orderhistory: async (caller, input) => {
    const page = { pageNumber: input.pageNumber, pageSize: input.pageSize };
    const live = input.is_live === 1;
    const { rows, total } = await orders.readOrders(
      {
        accountId: caller.accountId,
        mode: live ? 'live' : 'paper',
        from: input.from_date,
        to: input.to_date,
        state: input.status,
        deploymentId: input.TricksId,
        search: input.Search,
      },
      { ...page, sort: input.sort },
    );
    return { ...(live ? { live_orderhistory: rows } : { test_orderhistory: rows }), totalOrder: total, ...page, total };
  },
});

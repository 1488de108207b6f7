import type { portfolioCalls } from '@trickdesk/contract';
import type { Handlers } from '../../http/handlers.ts';
import { overviewToWire } from './overview-wire.ts';
import type { PortfolioService } from './service.ts';

export const portfolioHandlers = (portfolio: PortfolioService): Handlers<typeof portfolioCalls> => ({
  portfoliotax: async ({ accountId }, { year, Search: search, pageNumber, pageSize }) => {
    const { disposals, years, unread, ...report } = await portfolio.tax(accountId, { year, search });
    return {
      badge: portfolio.badge,
      ...report,
      ...{ years: [...years], unread: [...unread] },
      disposal_list: disposals.slice((pageNumber - 1) * pageSize, pageNumber * pageSize),
      ...{ pageNumber, pageSize, total: disposals.length },
    };
  },
  portfoliooverview: async ({ accountId }, { is_live: isLive, Search: search, pageNumber, pageSize }) => {
    const mode = isLive === 1 ? 'live' : 'paper';
    const overview = await portfolio.overview(accountId, { mode, search });
    return { badge: portfolio.badgeOf(mode), ...overviewToWire(overview, { pageNumber, pageSize }) };
  },
});

import type { BasketsService } from '../features/baskets/index.ts';
import type { BrokerLinksService } from '../features/broker-links/index.ts';
import { createHomeService, type HomeService, readDemoProgress } from '../features/home/index.ts';
import type { MarketDataService } from '../features/market-data/index.ts';
import type { NotificationsService } from '../features/notifications/index.ts';
import type { OrdersService } from '../features/orders/index.ts';
import { type ReadinessService, summaryToWire } from '../features/readiness/index.ts';
import type { CatalogueReader } from '../features/strategies/index.ts';
import type { TicketsService } from '../features/tickets/index.ts';
import type { WalletService } from '../features/wallet/index.ts';
import type { Foundation } from './foundation.ts';

interface Parts {
  readonly marketData: MarketDataService;
  readonly orders: OrdersService;
  readonly catalogue: CatalogueReader;
  readonly notifications: NotificationsService;
  readonly board: ReadinessService;
  readonly brokerLinks: BrokerLinksService;
  readonly baskets: BasketsService;
  readonly wallet: WalletService;
  readonly tickets: TicketsService;
}

/** The first page: how things stand, from every feature that has something to say there. */
export function openHome(
  foundation: Foundation,
  { board, brokerLinks, baskets, wallet, tickets, ...parts }: Parts,
): HomeService {
  return createHomeService({
    ...{ ...parts, database: foundation.database, demoProgressOf: demoProgressIn(foundation) },
    ...{ brokerOf: brokerLinks.statusOf, freeInWalletOf: wallet.freePaise, basketsOf: baskets.totalsOf },
    ticketsAnsweredOf: tickets.countAnswered,
    readinessOf: async (accountId) => summaryToWire((await board.read(accountId)).summary),
  });
}

/** What is left of the making of the demo's history, of one account or of any; nothing where there is no demo. */
export function demoProgressIn({ settings, database }: Foundation) {
  return async (accountId?: number) => (settings.demo ? readDemoProgress(database.kysely, accountId) : undefined);
}

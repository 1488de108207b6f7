import type { ReadinessSummary } from '@trickdesk/contract';
import type { Database } from '@trickdesk/db';
import type { BasketTotals } from '../baskets/index.ts';
import { readAccountTotals, readTotals } from '../deployments/index.ts';
import type { MarketDataService } from '../market-data/index.ts';
import type { NotificationsService } from '../notifications/index.ts';
import type { OrdersService } from '../orders/index.ts';
import type { CatalogueReader } from '../strategies/index.ts';
import type { DemoProgress } from './demo-progress-store.ts';
import type { BrokerStatus } from './rules.ts';

export interface HomeFacts {
  readonly database: Database;
  readonly marketData: MarketDataService;
  readonly orders: OrdersService;
  readonly catalogue: CatalogueReader;
  /** The newest broker link of an account, as far as the first page needs it. */
  readonly brokerOf: (accountId: number) => Promise<BrokerStatus>;
  readonly notifications: Pick<NotificationsService, 'count'>;
  /** Whole paise, what withdrawals hold not counted. */
  readonly freeInWalletOf: (accountId: number) => Promise<bigint>;
  /** How many tricks will trade today, and what keeps the others from it. */
  readonly readinessOf: (accountId: number) => Promise<ReadinessSummary>;
  readonly basketsOf: (accountId: number, mode: Mode) => Promise<BasketTotals>;
  /** Tickets of an account that support has answered. */
  readonly ticketsAnsweredOf: (accountId: number) => Promise<number>;
  /** While the history of a demo account is being made. */
  readonly demoProgressOf: (accountId: number) => Promise<DemoProgress | undefined>;
}

export type Mode = 'paper' | 'live';

/** What an account has made in one mode, and how many positions it holds. */
export async function totalsOf({ database, marketData, orders }: HomeFacts, accountId: number, mode: Mode) {
  const db = database.kysely;
  const [all, running, handPositions] = await Promise.all([
    readAccountTotals(db, marketData, { accountId, mode }),
    readTotals(db, marketData, { accountId, mode, status: 'running' }),
    mode === 'live' ? orders.countByHand(accountId) : 0,
  ]);
  return {
    // Capital at work: what is stopped ties up nothing.
    capitalPaise: running.capitalPaise,
    dayPnlPaise: all.dayPnlPaise,
    totalPnlPaise: all.totalPnlPaise,
    chargesPaise: all.chargesPaise,
    openPositions: all.openPositions + handPositions,
    handPositions,
    runningTricks: all.running,
    halted: all.halted,
    allCapitalPaise: all.capitalPaise,
  };
}

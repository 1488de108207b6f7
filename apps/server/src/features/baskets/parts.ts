import type { Bus, Database, Tx } from '@trickdesk/db';
import type { EpochMs, IndiaDate, Paise } from '@trickdesk/domain';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { MarketDataService } from '../market-data/index.ts';
import type { OrderRow } from './owned-store.ts';

export interface BasketParts {
  readonly database: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly marketData: MarketDataService;
}

/** The moment of a look, by the exchange's clock. */
export interface MarketMoment {
  readonly now: EpochMs;
  readonly day: IndiaDate;
  readonly isOpen: boolean;
  /** Market seconds that pass in one second: what is waited for takes longer by the exchange's clock. */
  readonly speed: number;
}

/** What became of an order so far. */
export interface OrderReport {
  readonly orderId: number;
  readonly state: OrderRow['state'];
  readonly filledQuantity: number;
  readonly filledValuePaise: Paise;
  readonly reason?: string;
}

export interface SentOrder {
  readonly order: OrderRow;
  readonly accountId: number;
  readonly brokerLinkId: number | null;
  /** Of the basket, for the log. */
  readonly name: string;
}

/** Where orders of baskets go. Test mode and live differ in this alone. */
export interface BasketDesk {
  readonly mode: 'paper' | 'live';
  /** What became of orders under way; those of which there is no news may be left out. */
  readonly reportsOf: (tx: Tx, orders: readonly OrderRow[], moment: MarketMoment) => Promise<readonly OrderReport[]>;
  /**
   * After the commit that keeps them. An order may be handed over again after a crash: it is sent once all the same.
   *
   * @returns its number at the broker where there is one, or why it does not go
   */
  readonly send: (
    sent: SentOrder,
  ) => Promise<
    { readonly kind: 'sent'; readonly brokerOrderId?: number } | { readonly kind: 'refused'; readonly reason: string }
  >;
  /** Takes back an order that was not filled for too long; its end is reported. */
  readonly cancel: (sent: SentOrder) => Promise<void>;
}

export interface AdvanceParts extends BasketParts {
  readonly log: Log;
  readonly desk: BasketDesk;
}

import type { BrokerReply, MarginLeg } from '@trickdesk/brokers';
import type { OutputOf, ownorderdetails } from '@trickdesk/contract';
import type { Database, Queryable, Tx } from '@trickdesk/db';
import type { EpochMs, Paise, PriceBand } from '@trickdesk/domain';
import type { Clock } from '../../platform/clock.ts';
import type { ReleaseReading } from '../broker-links/index.ts';
import type { HeldReading } from '../desk/index.ts';
import type { MarketDataService, StoredInstrument } from '../market-data/index.ts';

/** An order by hand as the limits of its account see it. Whole paise and units. */
export interface HandOrder {
  readonly accountId: number;
  readonly brokerLinkId: number;
  readonly instrument: StoredInstrument;
  readonly side: 'buy' | 'sell';
  readonly product: 'delivery' | 'intraday';
  readonly quantity: number;
  readonly pricePaise: number;
  readonly at: EpochMs;
  /** What the broker shows, where it was asked. */
  readonly heldAtBroker?: HeldReading;
  /** Of a change: whose place the rest of it takes, and the trigger that it is to have. */
  readonly replaces?: { readonly orderId: number; readonly triggerPaise?: number };
}

export interface HandVeto {
  readonly rule: string;
  readonly sentence: string;
}

/** Whose order it is, where a basket placed it. */
export type OrderBasket = NonNullable<OutputOf<typeof ownorderdetails>['basket']>;

/** What orders by hand stand on. */
export interface OwnOrderParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly marketData: MarketDataService;
  /** In which world the broker accounts are. */
  readonly environment: 'simulator' | 'live';
  /** False where this server only reads the real market. */
  readonly mayPlace: boolean;
  /** `undefined` where nobody is signed in at the broker. */
  readonly marginOf: (brokerLinkId: number, leg: MarginLeg) => Promise<BrokerReply<Paise> | undefined>;
  /** `undefined` where the broker does not tell: it checks the band itself. */
  readonly bandOf: (brokerLinkId: number, instrument: StoredInstrument) => Promise<PriceBand | undefined>;
  /** Signed units of the day's position at the broker; `undefined` where it does not tell. */
  readonly heldOf: (
    brokerLinkId: number,
    asked: Pick<HandOrder, 'instrument' | 'product'>,
  ) => Promise<number | undefined>;
  /** What waits for its owner's word to the depository before the broker sells it; `undefined` where nobody knows. */
  readonly releasesOf: (brokerLinkId: number) => Promise<ReleaseReading | undefined>;
  /** The account's limits; what they say no to is stored in the transaction. */
  readonly gate: (tx: Tx, order: HandOrder) => Promise<HandVeto | undefined>;
  /** The same without a trace. */
  readonly foresee: (db: Queryable, order: HandOrder) => Promise<HandVeto | undefined>;
  readonly newTag: () => string;
  /** The basket that placed an order for its owner; `undefined` of one that a person placed. */
  readonly basketOf: (db: Queryable, accountId: number, orderId: number) => Promise<OrderBasket | undefined>;
  /** After a commit: the desk of the account looks. */
  readonly wakeDesk: (brokerLinkId: number) => void;
  /** How long a call waits for the broker's answer. */
  readonly waitMs: number;
}

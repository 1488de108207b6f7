import type { BrokerAccess, BrokerOrderApi } from '@trickdesk/brokers';
import type { Database, Tx } from '@trickdesk/db';
import type { Bar, EpochMs, MarketCalendar, PriceBand } from '@trickdesk/domain';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { MarketDataService } from '../market-data/index.ts';
import type { DeskSettings } from './desk-settings.ts';
import type { Alarm } from './effects.ts';
import type { DeskInstrument, EntryVeto } from './model.ts';

/** What the broker showed as held when it was asked. An order may have traded before it is weighed with that. */
export interface HeldReading {
  /** Signed units of the day's position. */
  readonly units: number;
  /** Units that orders of the day were known to have traded on the asking order's side before the broker was asked. */
  readonly filledBefore: number;
}

/** An entry that is about to be planned, as a rule of risk sees it. Whole paise and units. */
export interface EntryRequest {
  readonly accountId: number;
  readonly brokerLinkId: number;
  /** Absent for an order that its owner places by hand. */
  readonly deploymentId?: number;
  readonly runNumber?: number;
  readonly instrument: DeskInstrument;
  readonly side: 'buy' | 'sell';
  readonly product: 'delivery' | 'intraday';
  readonly quantity: number;
  /** Orders that it leaves as, where the exchange takes it in slices alone; one where it is absent. */
  readonly orders?: number;
  readonly pricePaise: number;
  readonly at: EpochMs;
  /** Of an order by hand: what the broker shows, where it was asked. */
  readonly heldAtBroker?: HeldReading;
  /** Of a change of an order by hand: whose place the rest of it takes, and the trigger that it is to have. */
  readonly replaces?: { readonly orderId: number; readonly triggerPaise?: number };
}

/** Within these, what an entry was weighed by still holds: checked by the statement that stores it. */
export interface MarketBounds {
  readonly instrument: number;
  /** The exchange's clock may have come so far. */
  readonly clockUntil: Date;
  /** No later price, and no other close of the day before, may be stored. */
  readonly pricedAt: Date;
  readonly previousClosePaise: number;
  readonly sessionAt: Date;
  /** Nor a later minute of the session. */
  readonly minuteAt: Date;
}

/** An entry that may go out by what is known of its account. It counts for those that are weighed after it. */
export interface WeighedEntry {
  /** Of the account, when it was read: whoever changes what limits are weighed by raises it. */
  readonly version: bigint;
  readonly dataset: string;
  readonly market: MarketBounds;
  /** @param version of the account with it @param placed its rows */
  readonly stored: (version: bigint, placed: { readonly id: number; readonly rows: readonly number[] }) => void;
  readonly dropped: () => void;
}

/** What is known of accounts and their market without asking. Whoever relies on it lets the write check that it holds. */
export interface EntryMemory {
  /** `undefined` where the database must be asked, and where something is against the entry: that is weighed there anew. */
  readonly weigh: (request: EntryRequest, quantities: readonly number[]) => WeighedEntry | undefined;
  /** What entries in these are weighed by is read soon. */
  readonly expect: (
    account: Pick<EntryRequest, 'accountId' | 'brokerLinkId'>,
    instrumentIds: readonly number[],
  ) => void;
  /** Resolves when what is being read of the account is read. */
  readonly ready: (brokerLinkId: number) => Promise<void>;
  /** Rows of the account may have changed: they are read soon. */
  readonly changed: (brokerLinkId: number) => void;
  readonly forget: (brokerLinkId: number) => void;
  readonly onPrice: (instrumentId: number, at: EpochMs, pricePaise: number) => void;
  readonly onBar: (instrumentId: number, bar: Pick<Bar, 'openAt' | 'close'>) => void;
  readonly onClock: (at: EpochMs) => void;
}

/** What the desks of this process stand on. */
export interface DeskParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly marketData: Pick<MarketDataService, 'instrument' | 'marketState' | 'corporateActions' | 'dataset'>;
  readonly calendar: MarketCalendar;
  readonly broker: BrokerOrderApi;
  /** The session of a link as it is stored now; `undefined` while nobody is signed in. */
  readonly accessOf: (brokerLinkId: number) => Promise<BrokerAccess | undefined>;
  /** Says no to an entry, with the sentence that its owner reads; the veto is stored in the same transaction. */
  readonly gate: (tx: Tx, request: EntryRequest) => Promise<EntryVeto | undefined>;
  /** The exchange's price bands of the day by instrument, as far as the broker tells; absent: no band is known. */
  readonly bandsOf?: (
    brokerLinkId: number,
    instruments: readonly DeskInstrument[],
  ) => Promise<ReadonlyMap<number, PriceBand>>;
  /** Absent: the database is asked before each entry. */
  readonly memory?: EntryMemory;
  /** Tells the owner, in the transaction that stores what it is about. */
  readonly tellAlarm: (tx: Tx, accountId: number, alarm: Alarm) => Promise<void>;
  /** After a commit that changed orders of the account: screens look again. */
  readonly onStored: (accountId: number) => void;
  /** The broker no longer knows the account's session: whoever keeps sessions signs in again, or asks the owner to. */
  readonly onSessionEnded: (brokerLinkId: number, access: BrokerAccess) => void;
  /** The right to act for the account, asked right before each request. */
  readonly mayAct: () => boolean;
  readonly newTag: () => string;
  readonly settings: DeskSettings;
}

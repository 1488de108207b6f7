import type { Tx } from '@trickdesk/db';
import type { Bar, EpochMs } from '@trickdesk/domain';
import type { Levels, OrderIntent, Quote, VetoRule } from '@trickdesk/engine';
import type { StoredInstrument } from '../../market-data/index.ts';

/** Who sits at the desk: one live run. */
export interface SeatFacts {
  readonly deploymentId: number;
  readonly runNumber: number;
  readonly accountId: number;
  readonly brokerLinkId: number;
  readonly product: 'delivery' | 'intraday';
  /** Instrument of each base of the run. */
  readonly instruments: readonly StoredInstrument[];
}

/** An intent of the run with the row that stands for it. */
export interface PlacedIntent {
  readonly intent: OrderIntent;
  /** A promise while the row is on its way; it is there before the transaction's last statement. */
  readonly tradeOrderId: number | Promise<number>;
  /** By our clock, when the rules decided it; absent where that was not noted. */
  readonly decidedAtWall?: number | undefined;
}

/** What one batch of a run asks of the broker, in order. */
export type DeskRequest =
  | { readonly kind: 'intent'; readonly placed: PlacedIntent }
  | { readonly kind: 'levels'; readonly levels: Levels }
  /** The run no longer wants the intent: what is not executed of it is cancelled. */
  | { readonly kind: 'withdrawn'; readonly intentId: number }
  /** The position goes to its owner; protective orders stay at the broker. */
  | { readonly kind: 'detached'; readonly base: number };

/** An entry that may go out by what is known, with the orders to be stored for it. */
export interface PlannedEntry {
  readonly intent: OrderIntent;
  /** Within these it still holds. */
  readonly market: object;
  /** Columns of its orders. */
  readonly orders: readonly object[];
}

/** Rows as they were numbered. */
export interface PlacedEntry {
  readonly id: number;
  /** Of its orders. */
  readonly rows: readonly number[];
}

/** Entries of one batch, decided without asking: stored with their run in one statement that checks what they rest on. */
export interface EntryPlan {
  readonly accountId: number;
  readonly brokerLinkId: number;
  /** Of the desk. */
  readonly fence: bigint;
  /** Of the account, see `risk_version`. */
  readonly version: bigint;
  readonly dataset: string;
  readonly entries: readonly PlannedEntry[];
  /** To be told before `committed`. @param version of the account with them */
  readonly stored: (version: bigint, placed: readonly PlacedEntry[]) => void;
  /** Nothing of it is stored, for certain. */
  readonly dropped: () => void;
}

/** One run's place at the desk of its broker account. */
export interface Seat {
  /**
   * Plans entries by what is known. `undefined` where it must be asked, or something is against one of them. Absent:
   * always.
   *
   * @param decidedAtWall by our clock, when the rules decided them
   */
  readonly plan?: (
    intents: readonly OrderIntent[],
    at: EpochMs,
    decidedAtWall?: number,
  ) => Promise<EntryPlan | undefined>;
  /** The run stands where the exchange does: entries that wait for an opening may go out. */
  readonly resume?: () => void;
  /** The run has stored something that limits are weighed by. */
  readonly changed?: () => void;
  /** Plans and stores orders in the transaction that stores the run's batch. Nothing is sent yet. */
  readonly write: (tx: Tx, requests: readonly DeskRequest[], at: EpochMs) => Promise<void>;
  /** The transaction of the last `write` is through: what it stored is sent. Never throws. */
  readonly committed: () => Promise<void>;
  /** It did not go through, as far as is known: what it planned is forgotten. `isCertain`: nothing of it is stored. */
  readonly rolledBack: (isCertain?: boolean) => void;
  /** The run is let go; its orders stay under the desk's care. */
  readonly leave: () => void;
}

/**
 * What a run is told of its orders. Stored as a row before it is told, and marked in the transaction that stores what
 * it led to, so that each piece counts once.
 */
export type OrderNews =
  | {
      readonly kind: 'fill';
      readonly intentId: number;
      readonly at: EpochMs;
      readonly quantity: number;
      /** Quantity times price, whole paise. */
      readonly valuePaise: number;
    }
  | {
      readonly kind: 'ended';
      readonly intentId: number;
      readonly at: EpochMs;
      readonly reason: 'cancelled' | 'rejected' | 'refused';
      readonly veto?: VetoRule;
      readonly note?: string;
    }
  /**
   * The protective stop acted before the run saw the price, or units were closed by hand; the fills follow under the
   * intent that the run makes.
   */
  | {
      readonly kind: 'broker_exit';
      readonly base: number;
      readonly at: EpochMs;
      readonly rule: 'stop' | 'broker' | 'by_hand';
      readonly pricePaise: number;
      readonly quantity: number;
      readonly valuePaise: number;
      /** Closed elsewhere, and not by the trick: what is left of the position stays. */
      readonly keepsRest?: true;
    }
  /** Entries are vetoed with this reason until it is taken back. */
  | { readonly kind: 'block'; readonly veto: VetoRule | undefined }
  /** Nothing explains what the broker holds: the run takes no more risk until its owner has looked. */
  | {
      readonly kind: 'halt';
      readonly reason: string;
      /** Its owner is told by an alert of the desk, which names the trick: the halt makes none of its own. */
      readonly isTold?: true;
    };

/** Desks of the broker accounts that this process may act for. */
export interface LiveDesks {
  /** Takes up an account: reads its books and brings what is stored up to date before it answers. */
  readonly open: (brokerLinkId: number) => Promise<void>;
  readonly seat: (facts: SeatFacts, onNews: () => void) => Seat;
  /** Nothing more is sent for the account. */
  readonly close: (brokerLinkId: number) => Promise<void>;
  /** The right to act is lost: nothing more may be sent, at once. */
  readonly abandon: (brokerLinkId: number) => void;
  /** Instruments in which an order is under way at the broker, of a run or by hand; one may come twice. */
  readonly traded: () => readonly number[];
  /** Before the price that it came with. Nothing is sent for it. */
  readonly onQuote: (instrumentId: number, quote: Quote) => void;
  readonly onPrice: (instrumentId: number, at: EpochMs, pricePaise: number) => void;
  /** A minute that closed. */
  readonly onBar: (instrumentId: number, bar: Bar) => void;
  readonly onClock: (at: EpochMs) => void;
  /** Rows of the account changed elsewhere (own orders, limits, switches). */
  readonly wake: (brokerLinkId: number) => void;
}

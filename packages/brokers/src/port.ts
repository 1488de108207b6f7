import type { Bar, EpochMs, Exchange, IndiaDate, Instrument, Interval, Paise } from '@trickdesk/domain';

/** Why no usable answer came. None of them says whether a write took effect. */
export type UnavailableCause =
  | 'timeout'
  | 'network'
  /** A firewall in front of the broker answered instead of the broker. */
  | 'blocked'
  | 'empty_reply'
  | 'unreadable_reply'
  /** The broker says that it failed itself. */
  | 'broker_fault'
  | 'rate_limited';

/** Every way in which a broker does not give what was asked for. Texts are the broker's, with secrets cut out. */
export type BrokerFailure =
  | { readonly kind: 'session_expired' }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** The broker's limit, or our own budget for it, leaves no room within the longest wait allowed. */
  | { readonly kind: 'rate_limited' }
  | { readonly kind: 'unavailable'; readonly cause: Exclude<UnavailableCause, 'rate_limited'> };

export type BrokerReply<T> = { readonly kind: 'ok'; readonly value: T } | BrokerFailure;

/** Secrets of one signed-in client; the caller keeps them encrypted. */
export interface BrokerTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly feedToken: string;
  /** Wall clock. The tokens die at the broker's day end, whatever this says. */
  readonly issuedAt: EpochMs;
}

/** What a call on behalf of a client needs. */
export interface BrokerAccess {
  readonly clientCode: string;
  readonly apiKey: string;
  readonly tokens: BrokerTokens;
}

export interface LogInRequest {
  readonly clientCode: string;
  readonly apiKey: string;
  readonly pin: string;
  /** The six digits that are valid now. */
  readonly totp: string;
}

export type LogInRefusal = 'wrong_totp' | 'wrong_credentials' | 'account_blocked' | 'wrong_api_key' | 'other';

/** A refused log-in is never repeated by itself: the broker locks accounts. */
export type LogInOutcome =
  | { readonly kind: 'ok'; readonly value: BrokerTokens }
  | { readonly kind: 'refused'; readonly reason: LogInRefusal; readonly brokerMessage: string }
  | { readonly kind: 'unavailable'; readonly cause: UnavailableCause };

export interface BrokerProfile {
  readonly clientCode: string;
  readonly name: string;
  /** `undefined` where the broker keeps it back. */
  readonly email: string | undefined;
  readonly mobile: string | undefined;
  readonly exchanges: readonly string[];
  readonly products: readonly string[];
}

/** Whole paise; `undefined` where the broker gave nothing. */
export interface BrokerFunds {
  readonly netPaise: Paise;
  readonly availableCashPaise: Paise | undefined;
  readonly collateralPaise: Paise | undefined;
  readonly utilisedDebitsPaise: Paise | undefined;
  readonly unrealisedPaise: Paise | undefined;
  readonly realisedPaise: Paise | undefined;
  /** Derived as available + utilised debits − collateral; an estimate, to be shown as one. */
  readonly estimatedFreeCashPaise: Paise | undefined;
  /** Paid in less paid out today; absent where the broker tells neither. */
  readonly movedTodayPaise?: Paise | undefined;
}

export interface BrokerSessions {
  readonly logIn: (request: LogInRequest) => Promise<LogInOutcome>;
  /** All three tokens may change: store all three. */
  readonly renew: (access: BrokerAccess) => Promise<BrokerReply<BrokerTokens>>;
  readonly logOut: (access: BrokerAccess) => Promise<BrokerReply<null>>;
  readonly profile: (access: BrokerAccess) => Promise<BrokerReply<BrokerProfile>>;
  readonly funds: (access: BrokerAccess) => Promise<BrokerReply<BrokerFunds>>;
}

export type InstrumentRef = Pick<Instrument, 'exchange' | 'token'>;
export type NamedInstrumentRef = Pick<Instrument, 'exchange' | 'token' | 'tradingSymbol'>;

/** A row of the broker's instrument list. */
export interface ListedInstrument extends Instrument {
  /** Of a derivative. */
  readonly expiry: IndiaDate | undefined;
  readonly strikePaise: number | undefined;
}

export interface MasterSummary {
  readonly accepted: number;
  /** Rows of segments that the product does not know, or that did not parse. */
  readonly skipped: number;
}

export interface DepthLevel {
  readonly pricePaise: number;
  readonly quantity: number;
  readonly orders: number;
}

/** Prices in whole paise, `undefined` where the broker gave none. */
export interface Quote extends NamedInstrumentRef {
  readonly lastPaise: number;
  readonly openPaise: number | undefined;
  readonly highPaise: number | undefined;
  readonly lowPaise: number | undefined;
  readonly previousClosePaise: number | undefined;
  readonly lowerCircuitPaise: number | undefined;
  readonly upperCircuitPaise: number | undefined;
  readonly volume: number | undefined;
  readonly feedAt: EpochMs | undefined;
  readonly lastTradeAt: EpochMs | undefined;
  readonly bids: readonly DepthLevel[];
  readonly asks: readonly DepthLevel[];
}

export interface MissingQuote extends InstrumentRef {
  readonly code: string;
  readonly message: string;
}

export interface CandleRequest {
  readonly instrument: InstrumentRef;
  readonly interval: Interval;
  /** Bars whose `openAt` is at or after this … */
  readonly from: EpochMs;
  /** … and before this. Must not lie after the exchange's present moment: the broker refuses the future. */
  readonly to: EpochMs;
}

/** Market data on behalf of one signed-in client. */
export interface MarketData {
  /**
   * The whole instrument list in pieces, in the broker's order, without holding the file in memory.
   * After a failure the pieces already handed over are a part of the list only.
   */
  readonly readInstruments: (
    accept: (rows: readonly ListedInstrument[]) => void | Promise<void>,
  ) => Promise<BrokerReply<MasterSummary>>;
  readonly search: (exchange: Exchange, text: string) => Promise<BrokerReply<readonly NamedInstrumentRef[]>>;
  /** Whole paise. */
  readonly lastPrice: (instrument: NamedInstrumentRef) => Promise<BrokerReply<number>>;
  /** Any number of instruments; cut into calls of the size that the broker allows. */
  readonly quotes: (
    instruments: readonly InstrumentRef[],
  ) => Promise<BrokerReply<{ readonly quotes: readonly Quote[]; readonly missing: readonly MissingQuote[] }>>;
  /**
   * Oldest first, each moment once; minutes without a trade are absent. Cut into calls of the length that the broker
   * allows, all or nothing. The last bar may still be forming when `to` is the present.
   */
  readonly candles: (request: CandleRequest) => Promise<BrokerReply<readonly Bar[]>>;
}

/** `ltp` last price; `quote` adds day figures; `full` adds depth, circuits and open interest. */
export type FeedMode = 'ltp' | 'quote' | 'full';

/**
 * One update from the feed. The object and its arrays are used again for the next update: copy what must outlive the
 * callback. Prices in whole paise. Fields beyond the update's mode are 0.
 */
export interface FeedTick {
  readonly instrument: InstrumentRef;
  readonly mode: FeedMode;
  /** Without meaning on index feeds. */
  readonly sequence: number;
  /** The exchange's clock. May step back by a second between updates: that is the feed's own disorder. */
  readonly exchangeAt: EpochMs;
  readonly lastPaise: number;
  readonly lastQuantity: number;
  readonly averagePaise: number;
  /** Shares traded today. */
  readonly volume: number;
  readonly totalBuyQuantity: number;
  readonly totalSellQuantity: number;
  readonly openPaise: number;
  readonly highPaise: number;
  readonly lowPaise: number;
  readonly previousClosePaise: number;
  readonly lastTradedAt: EpochMs;
  readonly openInterest: number;
  readonly upperCircuitPaise: number;
  readonly lowerCircuitPaise: number;
  readonly yearHighPaise: number;
  readonly yearLowPaise: number;
  readonly bids: FeedDepth;
  readonly asks: FeedDepth;
}

/** Best first; entries from `count` on are meaningless. */
export interface FeedDepth {
  readonly count: number;
  readonly pricePaise: Float64Array;
  readonly quantity: Float64Array;
  readonly orders: Float64Array;
}

export type FeedEvent =
  | { readonly kind: 'connected' }
  | { readonly kind: 'disconnected'; readonly cause: 'closed' | 'stalled' | 'handshake_refused' | 'network' }
  /** New tokens are needed; the feed asks for them again by itself and at once on `reconnect()`. */
  | { readonly kind: 'session_expired' }
  /**
   * Updates between two moments of the exchange's clock may be missing: fetch candles again. `from` is `undefined`
   * where nothing had come before. After a reconnect it takes about a second until the end of the hole is known, and
   * longer while the market is still; what was lost before that lies within it.
   */
  | {
      readonly kind: 'gap';
      readonly from: EpochMs | undefined;
      readonly to: EpochMs;
      readonly reason: 'reconnected' | 'quiet';
    }
  /** The broker turned a request down, for instance a subscription too many. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

export type SubscribeOutcome =
  | { readonly kind: 'ok' }
  | {
      readonly kind: 'refused';
      readonly code: 'SUBSCRIPTION_LIMIT' | 'UNSUPPORTED_INSTRUMENT';
      readonly message: string;
    };

export interface FeedListener {
  readonly onTick: (tick: FeedTick) => void;
  readonly onEvent: (event: FeedEvent) => void;
}

export interface FeedCounters {
  readonly ticks: number;
  /** Packets that were too short or made no sense. */
  readonly broken: number;
  /** Well-formed packets of instruments that nobody subscribed to. */
  readonly unexpected: number;
  /** Instruments whose first update after a reconnect carried an older sequence number than the last one before. */
  readonly sequenceRegressions: number;
  readonly connections: number;
}

/** A live stream of updates. Subscriptions outlive the connection: they are made again after each reconnect. */
export interface MarketFeed {
  /** All of them or, beyond the broker's limit, none. Repeating a subscription changes nothing. */
  readonly subscribe: (instruments: readonly InstrumentRef[], mode: FeedMode) => SubscribeOutcome;
  readonly unsubscribe: (instruments: readonly InstrumentRef[], mode: FeedMode) => void;
  /** Moves instruments to one mode, ending their other modes. */
  readonly changeMode: (instruments: readonly InstrumentRef[], mode: FeedMode) => SubscribeOutcome;
  /** Connects anew at once, with the access that is current then. */
  readonly reconnect: () => void;
  readonly counters: () => FeedCounters;
  readonly close: () => void;
}

export interface MarketFeeds {
  /** @param access asked before each connection, so that renewed tokens are used; `undefined`: none at present */
  readonly openFeed: (access: () => BrokerAccess | undefined, listener: FeedListener) => MarketFeed;
}

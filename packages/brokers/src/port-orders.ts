import type { EpochMs, Exchange, OrderState, Paise } from '@trickdesk/domain';
import type { BrokerAccess, BrokerReply, NamedInstrumentRef, UnavailableCause } from './port.ts';

export type BrokerSide = 'buy' | 'sell';
export type BrokerProduct = 'delivery' | 'intraday';

/**
 * `limit`, or a stop that becomes a limit order when its trigger is reached. There is no market order: exchanges
 * forbid them to algorithms, so whoever wants to trade at once sends a limit beyond the market.
 */
export type BrokerOrderKind = 'limit' | 'stop_limit';

/** One order for the broker. Prices in whole paise on the instrument's tick, quantity in units. */
export interface PlaceOrder {
  readonly instrument: NamedInstrumentRef;
  readonly side: BrokerSide;
  readonly product: BrokerProduct;
  readonly kind: BrokerOrderKind;
  readonly quantity: number;
  readonly pricePaise: number;
  /** Of a stop. */
  readonly triggerPaise?: number;
  /** 1 to 19 letters and digits, never used twice: the only way to find an order whose answer was lost. */
  readonly tag: string;
}

/** Absolute values, so that repeating a change does no harm. */
export interface ModifyOrder {
  readonly brokerOrderId: string;
  readonly instrument: NamedInstrumentRef;
  readonly product: BrokerProduct;
  /** As it was placed: the broker keeps an order's variety for life. */
  readonly placedAs: BrokerOrderKind;
  readonly kind: BrokerOrderKind;
  /** The new total, what is filled included. */
  readonly quantity: number;
  readonly pricePaise: number;
  readonly triggerPaise?: number;
}

export interface CancelOrder {
  readonly brokerOrderId: string;
  readonly placedAs: BrokerOrderKind;
}

/**
 * What became of a write, as far as the broker's answer tells.
 * - `accepted`: the broker took the request; exchange and risk checks may still reject the order later.
 * - `refused`: it did not, and said why.
 * - `not_sent`: it never left this process (our own rate budget, a session known to be dead, no connection).
 * - `unknown`: it may have taken effect. A placed order is looked for by its tag and never sent again.
 */
export type WriteOutcome<Accepted> =
  | { readonly kind: 'accepted'; readonly value: Accepted }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'not_sent'; readonly cause: 'rate_limited' | 'session_expired' | 'no_connection' }
  | { readonly kind: 'unknown'; readonly cause: Exclude<UnavailableCause, 'rate_limited'> };

export interface AcceptedOrder {
  readonly brokerOrderId: string;
  /** Absent where the broker's answer lacked it. */
  readonly uniqueOrderId: string | undefined;
}

/** How far the broker and the exchange have taken an order; the broker's own word stands in `statusText`. */
export interface BrokerOrder {
  readonly brokerOrderId: string;
  readonly uniqueOrderId: string | undefined;
  readonly exchangeOrderId: string | undefined;
  /** `undefined` for orders that were not placed with a tag, as those made by hand. */
  readonly tag: string | undefined;
  readonly exchange: Exchange;
  readonly token: string | undefined;
  readonly tradingSymbol: string;
  readonly side: BrokerSide;
  /** `other` for products that this product never places. */
  readonly product: BrokerProduct | 'other';
  readonly kind: BrokerOrderKind | 'market' | 'other';
  readonly state: OrderState;
  /** The broker's word for it, lower case. */
  readonly statusText: string;
  readonly quantity: number;
  readonly filledQuantity: number;
  readonly cancelledQuantity: number;
  /** Of what is filled; may have fractions of a paisa. 0 where nothing is. */
  readonly averagePaise: number;
  readonly pricePaise: number;
  readonly triggerPaise: number | undefined;
  /** Why it was rejected, in the broker's words; empty otherwise. */
  readonly text: string;
  /** The exchange's time of the last change; `undefined` where the broker gave none. Whole seconds. */
  readonly updatedAt: EpochMs | undefined;
}

/** One execution. `fillId` is the exchange's and unique within a day. */
export interface BrokerTrade {
  readonly fillId: string;
  readonly brokerOrderId: string;
  readonly exchange: Exchange;
  readonly tradingSymbol: string;
  readonly side: BrokerSide;
  readonly product: BrokerProduct | 'other';
  readonly quantity: number;
  readonly pricePaise: number;
  readonly filledAt: EpochMs | undefined;
}

export interface BrokerPosition {
  readonly exchange: Exchange;
  readonly token: string;
  readonly tradingSymbol: string;
  readonly product: BrokerProduct | 'other';
  /** Signed: below zero is short. */
  readonly netQuantity: number;
  readonly buyQuantity: number;
  readonly sellQuantity: number;
  readonly buyValuePaise: Paise;
  readonly sellValuePaise: Paise;
}

export interface BrokerHolding {
  readonly exchange: Exchange;
  readonly token: string;
  readonly tradingSymbol: string;
  readonly isin: string;
  /** All of it, what was bought and is not settled yet (T1) included. */
  readonly quantity: number;
  readonly t1Quantity: number;
  /** What its owner has authorised for sale at the depository (accounts without a standing authorisation). */
  readonly authorisedQuantity: number;
  readonly averagePaise: number;
}

export interface MarginLeg {
  readonly instrument: NamedInstrumentRef;
  readonly side: BrokerSide;
  readonly product: BrokerProduct;
  readonly quantity: number;
  readonly pricePaise: number;
}

export interface GttRule {
  readonly instrument: NamedInstrumentRef;
  readonly side: BrokerSide;
  readonly product: 'delivery';
  readonly quantity: number;
  readonly triggerPaise: number;
  readonly pricePaise: number;
}

export interface KnownGttRule {
  readonly ruleId: string;
  readonly status: 'waiting' | 'triggered' | 'cancelled' | 'other';
  readonly statusText: string;
  readonly tradingSymbol: string;
  readonly side: BrokerSide;
  readonly quantity: number;
  readonly triggerPaise: number;
  readonly pricePaise: number;
}

/**
 * Exits have a share of the broker's rate that nothing else can use up. `stop_move`: another level of a stop that rests
 * already. It waits for a moment only, as does an exit where the rate of an hour is used up: until it is answered nothing
 * else can be asked of its order.
 */
export type OrderUrgency = 'exit' | 'stop_move' | 'entry';

/**
 * Asked right before a write leaves, after its wait for the broker's rate: where it says `false`, it does not. Whoever may
 * act for an account may have lost that right while the write waited.
 */
export type MayLeave = () => boolean;

/** Writes are never repeated by the adapter: whoever sent one decides what an unclear answer means. */
export interface BrokerOrders {
  readonly place: (
    order: PlaceOrder,
    urgency: OrderUrgency,
    mayLeave?: MayLeave,
  ) => Promise<WriteOutcome<AcceptedOrder>>;
  readonly modify: (
    change: ModifyOrder,
    urgency: OrderUrgency,
    mayLeave?: MayLeave,
  ) => Promise<WriteOutcome<AcceptedOrder>>;
  readonly cancel: (
    order: CancelOrder,
    urgency: OrderUrgency,
    mayLeave?: MayLeave,
  ) => Promise<WriteOutcome<AcceptedOrder>>;
  /**
   * Today's orders, those placed by hand included.
   *
   * @param onLeave called right before the request leaves, after its wait for the broker's rate, and again where it is
   *   repeated: the book may lack what was placed after the last such moment, and nothing from before it
   */
  readonly orderBook: (onLeave?: () => void) => Promise<BrokerReply<readonly BrokerOrder[]>>;
  readonly order: (uniqueOrderId: string) => Promise<BrokerReply<BrokerOrder>>;
  readonly tradeBook: () => Promise<BrokerReply<readonly BrokerTrade[]>>;
  readonly positions: () => Promise<BrokerReply<readonly BrokerPosition[]>>;
  readonly holdings: () => Promise<BrokerReply<readonly BrokerHolding[]>>;
  /** What the broker would block for the legs together. */
  readonly margin: (legs: readonly MarginLeg[]) => Promise<BrokerReply<Paise>>;
  readonly createGtt: (rule: GttRule) => Promise<WriteOutcome<{ readonly ruleId: string }>>;
  readonly modifyGtt: (ruleId: string, rule: GttRule) => Promise<WriteOutcome<{ readonly ruleId: string }>>;
  readonly cancelGtt: (ruleId: string, rule: GttRule) => Promise<WriteOutcome<{ readonly ruleId: string }>>;
  readonly gttRules: () => Promise<BrokerReply<readonly KnownGttRule[]>>;
}

export type OrderFeedEvent =
  /** After each connection, the first included: what was missed must be read from the books. */
  | { readonly kind: 'connected' }
  | { readonly kind: 'disconnected'; readonly cause: 'closed' | 'stalled' | 'handshake_refused' | 'network' }
  | { readonly kind: 'session_expired' };

export interface OrderFeedListener {
  /** Only a hint that is faster than the book: updates may repeat, come late or out of order, or not at all. */
  readonly onOrder: (order: BrokerOrder) => void;
  readonly onEvent: (event: OrderFeedEvent) => void;
}

export interface OrderFeed {
  readonly reconnect: () => void;
  readonly close: () => void;
}

export interface BrokerOrderApi {
  /** Cheap: make a new one when the tokens change. */
  readonly orders: (access: BrokerAccess) => BrokerOrders;
  /** @param access asked before each connection; `undefined`: none at present */
  readonly openOrderFeed: (access: () => BrokerAccess | undefined, listener: OrderFeedListener) => OrderFeed;
}

import type { EpochMs } from '@trickdesk/domain';

/** `real`: spread, shown depth, queues. `none`: no spread, and what is accepted now is filled at the next tick's price. */
export type Frictions = 'real' | 'none';

export type SimVariety = 'NORMAL' | 'STOPLOSS' | 'AMO';
export type SimSide = 'BUY' | 'SELL';
export type SimOrderType = 'MARKET' | 'LIMIT' | 'STOPLOSS_LIMIT' | 'STOPLOSS_MARKET';
/**
 * Shares only. Delivery that is carried over a night is a holding; `MARGIN` (margin trading) is bought with a part of the
 * client's own money and stays a position, pledged for the rest, until it is sold.
 */
export type SimProduct = 'DELIVERY' | 'INTRADAY' | 'MARGIN';
export type SimDuration = 'DAY' | 'IOC';

/** The broker's own words, as books and the order socket carry them. */
export type SimOrderStatus =
  | 'open pending'
  | 'open'
  | 'trigger pending'
  | 'modify pending'
  | 'complete'
  | 'rejected'
  | 'cancelled'
  | 'after market order req received'
  | 'modify after market order req received'
  | 'cancelled after market order';

/**
 * Frames of the order socket. AB01 open (also each partial fill), AB02 cancelled, AB03 rejected, AB04 modified,
 * AB05 complete, AB06 after-market order received, AB07 the same cancelled, AB08 the same modified, AB09 open pending,
 * AB10 trigger pending, AB11 modify pending. (AB00 is the connection's own.)
 */
export type UpdateCode =
  | 'AB01'
  | 'AB02'
  | 'AB03'
  | 'AB04'
  | 'AB05'
  | 'AB06'
  | 'AB07'
  | 'AB08'
  | 'AB09'
  | 'AB10'
  | 'AB11';

/**
 * What a caller sent, as far as the wire could read it: words as they came (the engine refuses what it does not know),
 * numbers as numbers, rupees turned into paise. A number that could not be read is NaN and is refused.
 */
export interface PlaceRequest {
  readonly variety: string;
  readonly tradingSymbol: string;
  readonly token: string;
  readonly side: string;
  readonly exchange: string;
  readonly orderType: string;
  readonly product: string;
  readonly duration: string;
  readonly quantity: number;
  /** May be off the tick or a fraction: that is refused here. 0 of a market order. */
  readonly pricePaise: number;
  /** 0 where there is none. */
  readonly triggerPaise: number;
  readonly disclosedQuantity: number;
  readonly tag: string | null;
  /** The client has read that the exchange warns of the share (`scripconsent`); absent: no. */
  readonly hasConsent?: boolean;
}

/** Absolute values; `quantity` is the new total, what is filled included. */
export interface ModifyRequest {
  readonly variety: string;
  readonly orderId: string;
  readonly tradingSymbol: string;
  readonly token: string;
  readonly exchange: string;
  readonly orderType: string;
  readonly product: string;
  readonly duration: string;
  readonly quantity: number;
  readonly pricePaise: number;
  readonly triggerPaise: number;
  readonly disclosedQuantity: number;
}

export interface CancelRequest {
  /** Any variety is taken. */
  readonly variety: string;
  readonly orderId: string;
}

/** Synchronous answer to a write. `refused`: `status:false` with code and message; nothing was recorded. */
export type WriteAnswer =
  | {
      readonly kind: 'accepted';
      readonly orderId: string;
      readonly uniqueOrderId: string;
      readonly tradingSymbol: string;
    }
  | Refused
  /** Beyond the client's orders a second: the wire answers as its rate limiter does. */
  | { readonly kind: 'too_many' };

export interface Refused {
  readonly kind: 'refused';
  readonly code: string;
  readonly message: string;
}

/** One order of today. Prices in paise, moments on the exchange's clock. */
export interface SimOrder {
  readonly orderId: string;
  readonly uniqueOrderId: string;
  /** Empty until the exchange has it. */
  readonly exchangeOrderId: string;
  readonly clientCode: string;
  readonly variety: SimVariety;
  readonly exchange: string;
  readonly token: string;
  readonly tradingSymbol: string;
  readonly side: SimSide;
  readonly orderType: SimOrderType;
  readonly product: SimProduct;
  readonly duration: SimDuration;
  readonly quantity: number;
  readonly disclosedQuantity: number;
  readonly lotSize: number;
  readonly filledQuantity: number;
  /** Still working: 0 in an ended order. */
  readonly unfilledQuantity: number;
  readonly cancelledQuantity: number;
  /** Limit; of a market order the price that protection turned it into, once the exchange has it. */
  readonly pricePaise: number;
  readonly triggerPaise: number;
  /** Σ price × quantity of the fills; average = this over `filledQuantity`. */
  readonly filledValuePaise: number;
  readonly status: SimOrderStatus;
  /** Why it was rejected or cancelled by broker or exchange; else empty. */
  readonly text: string;
  readonly tag: string | null;
  readonly placedAt: EpochMs;
  /** Last change of any kind. */
  readonly updatedAt: EpochMs;
  /** When the exchange took it; `undefined` until then. */
  readonly exchangeAt: EpochMs | undefined;
  /** Last fill; empty and `undefined` where nothing is filled. */
  readonly fillId: string;
  readonly filledAt: EpochMs | undefined;
}

export interface SimTrade {
  readonly fillId: string;
  readonly orderId: string;
  readonly clientCode: string;
  readonly exchange: string;
  readonly token: string;
  readonly tradingSymbol: string;
  readonly side: SimSide;
  readonly product: SimProduct;
  readonly quantity: number;
  readonly pricePaise: number;
  readonly filledAt: EpochMs;
}

/** One instrument and product of today; closed positions stay with net 0. */
export interface SimPosition {
  readonly exchange: string;
  readonly token: string;
  readonly tradingSymbol: string;
  readonly lotSize: number;
  readonly product: SimProduct;
  readonly buyQuantity: number;
  readonly sellQuantity: number;
  readonly buyValuePaise: number;
  readonly sellValuePaise: number;
  /** Carried forward: what margin trading bought on an earlier day, at its cost; 0 for the other products. */
  readonly carriedBuyQuantity: number;
  readonly carriedSellQuantity: number;
  readonly carriedBuyValuePaise: number;
  readonly carriedSellValuePaise: number;
  /** Signed: below zero is short (intraday), or sold out of holdings (delivery). */
  readonly netQuantity: number;
  readonly lastPaise: number;
  readonly previousClosePaise: number;
  readonly realisedPaise: number;
  readonly unrealisedPaise: number;
}

/** Shares owned. `quantity` = settled + `t1Quantity`, less what was sold today. */
export interface SimHolding {
  readonly exchange: string;
  readonly token: string;
  readonly tradingSymbol: string;
  readonly isin: string;
  readonly quantity: number;
  readonly t1Quantity: number;
  readonly settledQuantity: number;
  /** Settled shares that may be sold: all of them with a standing authorisation, else what eDIS released today. */
  readonly authorisedQuantity: number;
  /** What the shares cost together, whole paise. */
  readonly costPaise: number;
  readonly lastPaise: number;
  readonly previousClosePaise: number;
}

/** Whole paise. `availablePaise` = cash − all the blocked heads. */
export interface SimFunds {
  readonly availablePaise: number;
  /** Cash of the ledger: opening cash, less delivery bought and charges, plus delivery sold and realised results. */
  readonly cashPaise: number;
  readonly usedPaise: number;
  /** Margin of intraday positions and of orders for them. */
  readonly intradayMarginPaise: number;
  /** Delivery orders that wait to be filled, at full value. */
  readonly deliveryBlockedPaise: number;
  /** The client's own part of what margin trading holds, and of purchases for it that wait to be filled. */
  readonly marginTradingPaise: number;
  /** Charges that the waiting entry orders will cost. */
  readonly chargesBlockedPaise: number;
  /** Charges of the day, already taken from the cash. */
  readonly chargesPaidPaise: number;
  readonly m2mRealisedPaise: number;
  readonly m2mUnrealisedPaise: number;
}

export interface SimMarginLeg {
  readonly exchange: string;
  readonly token: string;
  readonly side: string;
  readonly product: string;
  readonly quantity: number;
  /** 0: at the last price. */
  readonly pricePaise: number;
}

/** What the legs would block together; legs against an open position of the client need nothing. */
export type MarginAnswer =
  | {
      readonly kind: 'margin';
      readonly totalPaise: number;
      /** Margin trading's own part included. */
      readonly deliveryPaise: number;
      readonly intradayPaise: number;
    }
  | Refused;

export interface ConvertRequest {
  readonly exchange: string;
  readonly token: string;
  readonly from: string;
  readonly to: string;
  readonly side: string;
  readonly quantity: number;
}

export type ConvertAnswer = { readonly kind: 'converted' } | Refused;

/** Set by whoever runs the simulator, through its control endpoint. What is absent stays; whole paise. */
export interface AccountChange {
  readonly cashPaise?: number;
  /** Replaces all holdings. All settled, unless `t1Quantity` says that some are not. */
  readonly holdings?: readonly {
    readonly token: string;
    readonly quantity: number;
    readonly t1Quantity?: number;
    /** Paise for a share. */
    readonly averagePaise: number;
  }[];
}

/** Faults of the exchange that a test orders. */
export interface OrderFaults {
  /**
   * Asked once for each order that was taken, before it is looked at any further: a text rejects it (AB03), as any
   * late refusal does.
   */
  readonly takeRejection: (clientCode: string) => string | undefined;
  /** Whether the exchange warns of the share: it is bought and sold with the client's consent only. */
  readonly isCautionary: (token: string) => boolean;
}

/** Called after the change is on disk, in the order of the changes. */
export type UpdateListener = (clientCode: string, order: SimOrder, code: UpdateCode) => void;

/**
 * The broker's order desk. A write answers when it is on disk. Reads answer from memory at once; a route that must show
 * nothing that a crash could take back awaits `settled` first.
 */
export interface OrderBroker {
  readonly place: (clientCode: string, request: PlaceRequest) => Promise<WriteAnswer>;
  readonly modify: (clientCode: string, request: ModifyRequest) => Promise<WriteAnswer>;
  readonly cancel: (clientCode: string, request: CancelRequest) => Promise<WriteAnswer>;
  readonly convert: (clientCode: string, request: ConvertRequest) => Promise<ConvertAnswer>;
  /** eDIS: releases settled shares of a client without a standing authorisation, until the day's end. */
  readonly authorise: (
    clientCode: string,
    token: string,
    quantity: number,
  ) => Promise<'authorised' | 'no_such_holding'>;
  /** False where a holding names an instrument that is not listed: nothing is changed then. */
  readonly setAccount: (clientCode: string, change: AccountChange) => Promise<boolean>;
  /** Today's orders and those queued for the next session, oldest first. */
  readonly orders: (clientCode: string) => readonly SimOrder[];
  readonly order: (clientCode: string, uniqueOrderId: string) => SimOrder | undefined;
  readonly trades: (clientCode: string) => readonly SimTrade[];
  readonly positions: (clientCode: string) => readonly SimPosition[];
  readonly holdings: (clientCode: string) => readonly SimHolding[];
  readonly funds: (clientCode: string) => SimFunds;
  readonly marginOf: (clientCode: string, legs: readonly SimMarginLeg[]) => MarginAnswer;
  /** False for clients whose settled shares need eDIS before each sale. */
  readonly hasStandingAuthorisation: (clientCode: string) => boolean;
  readonly onUpdate: (listener: UpdateListener) => () => void;
  /** Moves along what waits for time rather than for a tick. Moments: exchange clock, wall clock (milliseconds). */
  readonly beat: (exchangeNow: EpochMs, wallNow: number) => void;
  /** When everything so far is on disk and announced. */
  readonly settled: () => Promise<void>;
  /** Everything as JSON: the rows that a desk is made from again. */
  readonly snapshot: () => string;
}

import type { EpochMs, IndiaDate, OrderState } from '@trickdesk/domain';

export type Side = 'buy' | 'sell';
export type Product = 'delivery' | 'intraday' | 'other';

interface OrderTerms {
  readonly brokerOrderId: string | undefined;
  readonly tag: string | undefined;
  readonly tradingSymbol: string;
  readonly side: Side;
  readonly product: Product;
  readonly quantity: number;
  readonly state: OrderState;
  readonly filledQuantity: number;
}

/** An order of the day as we know it. Money in whole paise. */
export interface OurOrder extends OrderTerms {
  readonly id: number;
  /** Absent for one that its owner made. */
  readonly deploymentId: number | undefined;
  readonly runNumber: number | undefined;
  readonly filledValuePaise: number;
  /** No order: it stands for units of the run that were closed at the broker by other orders. */
  readonly isElsewhere?: boolean;
  /**
   * Units that it was executed for while it was its run's: of a stop that its owner took over, which trades for them from
   * then on. Absent where all are the run's.
   */
  readonly runFilledQuantity?: number | undefined;
}

/** The same order in the broker's book. */
export interface TheirOrder extends OrderTerms {
  readonly brokerOrderId: string;
  /** Of what is filled; may have fractions of a paisa. */
  readonly averagePaise: number;
}

export interface TheirTrade {
  readonly brokerOrderId: string;
  readonly tradingSymbol: string;
  readonly side: Side;
  readonly product: Product;
  readonly quantity: number;
  readonly pricePaise: number;
  /** By the exchange's clock, whole seconds; `undefined` where the broker gave none. */
  readonly filledAt: EpochMs | undefined;
}

export interface TheirPosition {
  readonly tradingSymbol: string;
  readonly product: Product;
  /** Of the day's trades; below zero is short. */
  readonly netQuantity: number;
}

export interface TheirHolding {
  readonly tradingSymbol: string;
  readonly quantity: number;
}

/** What a trick's run believes to hold of one instrument. */
export interface RunHolding {
  readonly deploymentId: number;
  readonly runNumber: number;
  readonly tradingSymbol: string;
  readonly product: Product;
  /** Below zero is short. */
  readonly heldQuantity: number;
  /** What it gave to its owner unsold, on any day: its orders opened it, and nothing of it is to be sold by the run. */
  readonly handedOverQuantity: number;
  /** What its orders of earlier days came to. */
  readonly beforeQuantity: number;
}

/** What a run booked as charges of one of its orders, and the broker's orders that it was sent as. */
export interface BookedCharges {
  readonly deploymentId: number;
  readonly tradingSymbol: string;
  readonly bookedPaise: number;
  /** Of the day. */
  readonly brokerOrderIds: readonly string[];
  /** Whether these executed all of it; else the rest was of another day, or was closed by other orders. */
  readonly isWhole: boolean;
}

/** Funds of the account at one moment. Whole paise. */
export interface Funds {
  /** With what is blocked for orders and positions; `undefined` where the broker does not tell that. */
  readonly cashPaise: number | undefined;
  /** Paid in less paid out on the day. */
  readonly movedPaise: number;
}

/** The first funds that were read on the day. */
export interface OpeningFunds {
  readonly cashPaise: number;
  readonly movedPaise: number;
  /** By the exchange's clock. */
  readonly at: EpochMs;
}

export interface OurBooks {
  readonly day: IndiaDate;
  readonly orders: readonly OurOrder[];
  readonly runs: readonly RunHolding[];
  readonly charges: readonly BookedCharges[];
  readonly opening: OpeningFunds | undefined;
  /** Trading symbols of fund units among what was traded. */
  readonly etfs: ReadonlySet<string>;
}

/** A book that could not be read is absent. */
export interface TheirBooks {
  readonly orders: readonly TheirOrder[] | undefined;
  readonly trades: readonly TheirTrade[] | undefined;
  readonly positions: readonly TheirPosition[] | undefined;
  readonly holdings: readonly TheirHolding[] | undefined;
  readonly funds: (Funds & { readonly availablePaise: number }) | undefined;
}

export type DifferenceKind =
  | 'order_missing'
  | 'order_unclear'
  | 'order_foreign'
  | 'order_orphan'
  | 'order_terms'
  | 'order_state'
  | 'order_quantity'
  | 'order_filled'
  | 'order_value'
  | 'trade_unknown'
  | 'trade_quantity'
  | 'trade_value'
  | 'position_quantity'
  | 'run_position'
  | 'run_uncovered'
  | 'charges'
  | 'funds';

export interface Difference {
  readonly kind: DifferenceKind;
  readonly sentence: string;
  readonly ours?: string;
  readonly theirs?: string;
  /** Why it may be so; a difference without it cannot be explained. */
  readonly explanation?: string;
  readonly next?: string;
  readonly tradingSymbol?: string;
  /** The tricks that must not go on with it. */
  readonly deploymentIds: readonly number[];
}

/** A part of the comparison that nobody can make soundly, with the reason. */
export interface NotCompared {
  readonly what: 'charges' | 'funds';
  readonly reason: string;
}

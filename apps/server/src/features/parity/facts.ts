import type { EpochMs, ParityCause } from '@trickdesk/domain';
import type { DecisionRule, Direction } from '@trickdesk/engine';

/** One side of a trade. Prices in whole paise for a unit. */
export interface ParityLeg {
  readonly at: EpochMs;
  readonly pricePaise: number;
  readonly rule: DecisionRule;
  /** What was decided on: the bar's close, or the level that was met. */
  readonly referencePaise: number;
  /** Opening moment of the bar decided on; absent for a level met inside a bar. */
  readonly barOpenAt?: EpochMs | undefined;
}

/** What was traded in the minute of a fill. */
export interface MinutePrices {
  readonly openPaise: number;
  readonly lowPaise: number;
  readonly highPaise: number;
}

/** How an order was executed against the market shown. */
export interface Crossing {
  /** What all units cost beyond a fill without a quote, whole paise; below zero they gained. */
  readonly spreadPaise: number;
  /** Units that the market did not show when it was asked first: an entry went without them, an exit waited with them. */
  readonly unshownQuantity: number;
}

/** What the market showed the orders of one side when they left for the broker. */
export interface Shown {
  /** The best price of the other side beyond the last traded one, for all units that were shown one, whole paise. */
  readonly spreadPaise: number;
  /** Between these a fill needs no more reason: the best prices of both sides, and the limits that the orders had. */
  readonly lowestPaise: number;
  readonly highestPaise: number;
  /** Units of orders that left while no quote was known. */
  readonly unquotedQuantity: number;
}

/** One side as it was done. */
export interface DoneLeg extends ParityLeg {
  readonly minute: MinutePrices | undefined;
  /** In test mode; absent where no quote was known, and of an entry of an earlier day. */
  readonly crossing?: Crossing | undefined;
  /** Live; absent where no quote was known for any of it. */
  readonly shown?: Shown | undefined;
  /** Of an exit: some of it was closed at the broker, by the broker or by its owner there, and not by the trick. */
  readonly closedAtBroker?: boolean | undefined;
}

interface TradeSides {
  /** Names the decision behind it: instrument and bar. */
  readonly key: string;
  readonly symbol: string;
  readonly direction: Direction;
  readonly quantity: number;
  /** Paid so far, whole paise. */
  readonly chargesPaise: number;
}

/** A trade of the back-test of the day, at the prices of the market: what the paper matcher adds stands beside them. */
export interface ExpectedTrade extends TradeSides {
  readonly entry: ParityLeg & { readonly slippagePaise: number };
  /** Absent while it is open at the end of the day. */
  readonly exit: (ParityLeg & { readonly slippagePaise: number }) | undefined;
}

/** Units of a position that left it on the day while others stayed. */
export interface LeftUnits {
  readonly quantity: number;
  /** What they were sold (bought back) for, whole paise. */
  readonly valuePaise: number;
  /** Closed at the broker, and not by the trick. */
  readonly closedAtBroker: boolean;
}

export interface DoneTrade extends TradeSides {
  /** Units that were asked for. */
  readonly wantedQuantity: number;
  readonly entry: DoneLeg;
  readonly exit: DoneLeg | undefined;
  /** Of all its fills of the day, exactly; absent while it is open. */
  readonly grossPaise: number | undefined;
  /** Of one that is open: what of its units had left by the end of the day. */
  readonly left?: LeftUnits | undefined;
  /** What went wrong with one of its orders. */
  readonly disturbance: ParityCause | undefined;
}

export interface ParityFacts {
  readonly mode: 'paper' | 'live';
  readonly expected: readonly ExpectedTrade[];
  readonly done: readonly DoneTrade[];
  /** Why a decision did not become a trade, by its key. */
  readonly refusals: ReadonlyMap<string, ParityCause>;
  /** From when on its owner had stopped or changed what it may enter; and from when on it was halted. */
  readonly ownerFrom: EpochMs | undefined;
  readonly haltedFrom: EpochMs | undefined;
  /** When its owner moved the stop or the target of what was held. */
  readonly levelMoves?: readonly { readonly symbol: string; readonly at: EpochMs }[] | undefined;
  /** Last price of the day by symbol: what is still open is valued at. Absent: at its entry. */
  readonly marks: ReadonlyMap<string, number>;
  /** By symbol, whole paise. */
  readonly ticks: ReadonlyMap<string, number>;
}

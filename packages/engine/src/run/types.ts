import type { Bar, CorporateAction, EpochMs, MarketCalendar } from '@trickdesk/domain';
import type { ColumnShelf } from '../compile/column-shelf.ts';
import type { CompiledStrategy } from '../compile/types.ts';
import type { AdjustedPosition } from './corporate-action.ts';
import type { DetachedPosition, IntentProgress, PositionAmounts, WithdrawnIntent } from './external-types.ts';
import type { RunRecord } from './run-record.ts';
import type { Signal } from './watched.ts';

/** What the run must know of one instrument that a strategy trades (a *base*). */
export interface BaseFacts {
  readonly exchange: 'NSE';
  readonly symbol: string;
  readonly tickPaise: number;
  readonly lotSize: number;
  /** Entries in a switched-off base are vetoed; its exits go on. */
  readonly enabled: boolean;
  /** For charges; `equity` when absent. */
  readonly kind?: 'equity' | 'etf';
  /** Oldest first. Prices are the raw ones of their day; what is read of those before an ex-date is in its units. */
  readonly actions?: readonly CorporateAction[];
}

/** What the owner of a run may set on top of the definition. */
export interface RunSettings {
  readonly capitalPaise: number;
  readonly quantityMultiplier: number;
  /** After charges; a day's realised loss at or beyond it vetoes entries until the next session, those for its opening too. */
  readonly maxLossPerDayPaise?: number;
  readonly maxTradesPerDay?: number;
  /** Minutes since midnight, India; never later than the definition's own. */
  readonly squareOffMinute?: number;
}

/**
 * `reasons`: decisions, closed trades and what went over ex-dates, for who reports on a run. `figures`: what a report
 * adds up of closed trades, for who runs it for that alone.
 */
export type Told = 'all' | 'reasons' | 'figures';

export interface RunConfig {
  readonly strategy: CompiledStrategy;
  readonly bases: readonly BaseFacts[];
  readonly settings: RunSettings;
  /**
   * What other runs of the same trick have done on the day on which this one begins: its limits of a day hold over all of
   * them. Absent for the first run of a day.
   */
  readonly dayBefore?: RunState['day'];
  readonly calendar: MarketCalendar;
  /** Names the charge schedule, `none` for a run before charges. */
  readonly costs: 'angelone' | 'none';
  readonly slippageBps: number;
  /** Two switches for comparison with other back-testers; the product uses the defaults. */
  readonly stopFrom?: 'entry_bar' | 'next_bar';
  readonly closeAtEnd?: boolean;
  /**
   * Who executes intents. `simulated` (the default): the run itself, at the next price. `external`: somebody else, who
   * tells of each part by `onFill` and `onIntentEnd`; a price then decides but fills nothing.
   */
  readonly execution?: 'simulated' | 'external';
  /** Bars that each program can work on at once, 1 when absent: for a back-test over bars of the strategy's interval. */
  readonly blockBars?: number;
  /** For each base; only where its program is loaded with one series, whole. */
  readonly shelves?: readonly (ColumnShelf | undefined)[];
  /**
   * Somebody who looks on: told of each bar of the strategy's interval that was fed one by one, warm-up included, before
   * anything is decided on it. The bar may be one object again and again; `read` holds until the next bar.
   */
  readonly watch?: (bar: Bar, read: () => Signal) => void;
  /** Where what is decided and done is written down, for who asks at the end; absent: each call tells of its own. */
  readonly record?: RunRecord;
}

export type Side = 'buy' | 'sell';
export type Direction = 'long' | 'short';

/**
 * The best orders of both sides as the exchange showed them at one moment, best first. Each side is a price (whole paise)
 * and the units shown at it in turn. Never changed: many runs share one.
 */
export interface Quote {
  readonly at: EpochMs;
  readonly bids: readonly number[];
  readonly asks: readonly number[];
}

/** Why something was done, or was not. */
export type DecisionRule =
  | 'entry'
  | 'exit'
  | 'stop'
  | 'target'
  | 'trailing'
  | 'square_off'
  | 'max_hold'
  | 'owner_exit'
  | 'end_of_data'
  /** A limit of the account, or of the deployment, asked for the exit. */
  | 'risk'
  | 'kill_switch'
  /** It was closed at the broker by an order that nobody here made: the broker's own, or its owner's in the broker's app. */
  | 'broker'
  /** Its owner closed it by an order of their own, placed here, and not the trick. */
  | 'by_hand'
  /** A consolidation leaves less than one whole unit of it. */
  | 'ex_date';

/** Why somebody outside the strategy has a position sold. */
export type OutsideExitRule = Extract<DecisionRule, 'owner_exit' | 'risk' | 'kill_switch' | 'broker'>;

/** For what is filled anew for each event instead of made anew: nobody keeps it. */
export type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** A risk or sizing rule that kept a signal from becoming an order. */
export type VetoRule =
  | 'outside_session'
  | 'max_trades_per_day'
  | 'max_loss_per_day'
  | 'max_open_positions'
  | 'cooldown'
  | 'base_disabled'
  | 'already_in_position'
  | 'quantity_zero'
  | 'not_enough_cash'
  | 'missed_bar'
  | 'stopped'
  | 'short_delivery'
  /** What a stop, a target or the size is measured by is not warm, or says nothing: what was opened could not be protected. */
  | 'level_unknown'
  /** A stop or target given as a price lies on the wrong side of the market: the position would end at once. */
  | 'level_beyond_price'
  /** Limits over all that an account does, and its switches. */
  | 'account_loss'
  | 'account_trades'
  | 'account_gross'
  | 'account_net'
  | 'account_margin'
  | 'order_rate'
  | 'risk_lock'
  | 'kill_switch'
  /** Prices that cannot be trusted. */
  | 'feed_silent'
  | 'stale_price'
  | 'price_jump'
  /** The broker does not let us, or its word is missing. */
  | 'broker_session'
  | 'order_unclear'
  | 'broker_refused';

/** One operand of the condition that fired, as it stood: `{ text: 'ema(close, 20)', value: 611.9 }` (rupees). */
export interface OperandValue {
  readonly text: string;
  readonly value: number;
}

/** Everything that explains one decision. JSON with a fixed key order: the same run gives the same bytes. */
export interface Decision {
  /** Counts from 1 in each run. */
  readonly sequence: number;
  /** The moment that the decision could be made: a bar's close, or the moment of the price that hit a level. */
  readonly at: EpochMs;
  readonly base: number;
  readonly symbol: string;
  readonly action: 'enter' | 'exit' | 'veto';
  readonly direction: Direction;
  readonly rule: DecisionRule;
  readonly veto?: VetoRule;
  readonly quantity: number;
  /** The bar's close, or the level that was hit. Whole paise. */
  readonly pricePaise: number;
  /** Opening moment of the bar decided on; absent for a level hit inside a bar. */
  readonly barOpenAt?: EpochMs;
  /** The condition in text form. */
  readonly condition?: string;
  readonly operands: readonly OperandValue[];
  /** How the quantity came about, in figures. */
  readonly sizing?: {
    readonly method: string;
    readonly capitalPaise: number;
    readonly amountPaise: number;
    /** Of a year, where the size goes by it; four decimals. */
    readonly volatilityPercent?: number;
    /** What its owner has the quantity multiplied by; absent for once. The amount above is with it. */
    readonly times?: number;
    /** Units that the rule asks for, where cash pays for fewer. */
    readonly wantedQuantity?: number;
  };
  /** What whoever refused the order said of it, in their words; of a square-off, that no price came for it. */
  readonly note?: string;
}

/** An order that the run wants. `id` is deterministic (`<sequence>` of the decision), so a retry cannot double it. */
export interface OrderIntent {
  readonly id: number;
  readonly decisionSequence: number;
  readonly at: EpochMs;
  readonly base: number;
  readonly symbol: string;
  readonly side: Side;
  readonly purpose: 'entry' | 'exit';
  readonly quantity: number;
  readonly rule: DecisionRule;
  /** The price that the decision was made at, whole paise: what cash is reserved by, and what a limit is set from. */
  readonly referencePaise: number;
}

export interface Fill {
  readonly intentId: number;
  readonly at: EpochMs;
  readonly base: number;
  readonly symbol: string;
  readonly side: Side;
  readonly purpose: 'entry' | 'exit';
  readonly quantity: number;
  /** Of a part that was executed externally: its average, rounded to whole paise. */
  readonly pricePaise: number;
  readonly chargesPaise: number;
  /** Of a part: quantity times price, exactly. */
  readonly valuePaise?: number;
  /** Of a part: what of the intent has been filled with it. */
  readonly filledQuantity?: number;
  /** Of a part: whether that is all of it. */
  readonly isComplete?: boolean;
  /** Of a part that the run executes itself: the value of all parts of the intent so far. */
  readonly orderValuePaise?: number;
  /**
   * Where a quote was executed against: what all units cost beyond the price that would have been taken without one
   * (the last traded price, or the level that the price passed). Below zero they gained.
   */
  readonly spreadPaise?: number;
  /**
   * Units that were wanted and that the quote did not show when it was asked first: an entry goes without them, an exit
   * waits for the next quote; where nothing was shown at all, both wait.
   */
  readonly unshownQuantity?: number;
}

export interface ClosedTrade {
  readonly base: number;
  readonly symbol: string;
  readonly direction: Direction;
  readonly quantity: number;
  readonly entryAt: EpochMs;
  readonly entryPaise: number;
  readonly exitAt: EpochMs;
  readonly exitPaise: number;
  readonly grossPaise: number;
  readonly chargesPaise: number;
  readonly netPaise: number;
  readonly exitRule: DecisionRule;
  readonly entrySequence: number;
  readonly exitSequence: number;
  /** Worst and best unrealised result per unit while it was open, paise; ≤ 0 and ≥ 0. */
  readonly adversePaise: number;
  readonly favourablePaise: number;
}

export interface Levels {
  readonly base: number;
  readonly stopPaise?: number;
  readonly targetPaise?: number;
  readonly trailing: boolean;
}

export type RunEvent =
  | { readonly kind: 'decision'; readonly decision: Decision }
  | { readonly kind: 'intent'; readonly intent: OrderIntent }
  | { readonly kind: 'fill'; readonly fill: Fill }
  | { readonly kind: 'levels'; readonly levels: Levels }
  | { readonly kind: 'trade'; readonly trade: ClosedTrade }
  /** A position went over an ex-date. */
  | { readonly kind: 'adjusted'; readonly adjusted: AdjustedPosition }
  /** The last two only where somebody else executes. */
  | { readonly kind: 'detached'; readonly detached: DetachedPosition }
  | { readonly kind: 'withdrawn'; readonly withdrawn: WithdrawnIntent };

export interface OpenPosition {
  readonly base: number;
  readonly symbol: string;
  readonly direction: Direction;
  readonly quantity: number;
  readonly entryAt: EpochMs;
  readonly entryPaise: number;
  readonly entryChargesPaise: number;
  readonly entrySequence: number;
  readonly stopPaise?: number;
  readonly targetPaise?: number;
  /** Highest (long) or lowest (short) price since entry. */
  readonly extremePaise: number;
  /** How far behind the extreme a trailing stop by points or ATR follows; fixed at entry. */
  readonly trailPaise?: number;
  /** Its owner has switched it off for this position: the stop stays where it stood. */
  readonly isTrailingOff?: true;
  /** Only where it is entered or left in parts. */
  readonly amounts?: PositionAmounts;
}

/** All of a run but its indicators, as JSON. Stored after every change; with bars to warm on, a run goes on from it. */
export interface RunState {
  readonly format: 1;
  readonly sequence: number;
  readonly cashPaise: number;
  readonly day: { readonly date: string; readonly trades: number; readonly realisedPaise: number };
  readonly bases: readonly {
    readonly position?: OpenPosition;
    readonly pending: readonly OrderIntent[];
    /** Opening moment of the last bar of the strategy's interval that was evaluated. */
    readonly lastBarAt?: EpochMs;
    readonly lastExitBarAt?: EpochMs;
    readonly barsHeld: number;
    readonly adversePaise: number;
    readonly favourablePaise: number;
    /** Bars of the strategy's interval that closed since the last exit. */
    readonly barsSinceExit?: number;
    /** The last price inside the bar under way; absent between bars. */
    readonly lastPricePaise?: number;
    /** Its moment, where an order waited for somebody else to execute it. */
    readonly lastPriceAt?: EpochMs;
    /** The last day on which delivery shares were sold: the depository charges once a day. */
    readonly soldOn?: string;
    /** What kept the signal of the last bar from becoming an order; the same reason is told once in a row. */
    readonly lastVeto?: VetoRule;
    /** Of that signal; absent too in states of before it was kept, whose signal may have been of either direction. */
    readonly lastVetoDirection?: Direction;
    /** The stop that the last `levels` event told. */
    readonly stopToldPaise?: number;
    /** Of the pending intents that are executed in parts. */
    readonly progress?: readonly IntentProgress[];
  }[];
  readonly entriesStopped: boolean;
  /** What every entry signal is vetoed with; absent while entries are free. */
  readonly entriesBlocked?: VetoRule;
  readonly totals: {
    readonly realisedPaise: number;
    readonly chargesPaise: number;
    readonly trades: number;
    /** Cash that left with delivery positions which their owner took over. */
    readonly detachedPaise?: number;
  };
}

/**
 * - `live`: the bar closed while the run watched; entries and exits.
 * - `missed`: it closed while no runner was up; its path acts on stops and targets, its close on exits, never on entries.
 * - `warmup`: it only feeds indicators.
 */
export type BarMode = 'live' | 'missed' | 'warmup';

/** What the owner moves. What is absent stays. Whole paise. */
export interface LevelChange {
  readonly stopPaise?: number;
  readonly targetPaise?: number;
  readonly trailing?: boolean;
  /** Of the position that is meant, its `entrySequence`: nothing is moved of one that was opened since. Absent: whichever is open. */
  readonly entry?: number;
}

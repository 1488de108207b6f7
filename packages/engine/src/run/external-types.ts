import type { EpochMs } from '@trickdesk/domain';
import type { DecisionRule, Direction, VetoRule } from './types.ts';

/** A position that left the run without being sold: its owner keeps it. */
export interface DetachedPosition {
  readonly at: EpochMs;
  readonly base: number;
  readonly symbol: string;
  readonly direction: Direction;
  readonly quantity: number;
  readonly entryAt: EpochMs;
  readonly entryPaise: number;
  readonly entrySequence: number;
  /** What the units that are left cost (short: brought), exactly. */
  readonly costPaise: number;
  /** Result before charges of the parts that were sold before. */
  readonly grossPaise: number;
  /** Of the entry, and of the parts that were sold before. They stay with the run. */
  readonly chargesPaise: number;
  /** Where nobody asked for it: its price is in other units from now on. */
  readonly because?: 'ex_date';
}

/** The run does not want what is left of an intent any more. Fills may still come until its end is told. */
export interface WithdrawnIntent {
  readonly intentId: number;
  readonly at: EpochMs;
  readonly base: number;
}

/** Exact money of a position that is entered and left in parts; averages are made from it and lose nothing. */
export interface PositionAmounts {
  readonly enteredQuantity: number;
  readonly enteredPaise: number;
  /** The share of `enteredPaise` that belongs to units already sold. */
  readonly releasedPaise: number;
  readonly exitedPaise: number;
  readonly exitChargesPaise: number;
  /** A stop or target by distance keeps the distance of the first part, rupees times 100, unrounded. */
  readonly stopDistancePaise?: number;
  readonly targetDistancePaise?: number;
  /** The owner moved it: a later part of the entry does not move it back. */
  readonly isStopOwn?: true;
  readonly isTargetOwn?: true;
}

/** How far an intent has come that somebody else executes. */
export interface IntentProgress {
  readonly intentId: number;
  readonly filledQuantity: number;
  /** Value of the filled units, exactly; charges are those of one order of this value. */
  readonly valuePaise: number;
  readonly chargesPaise: number;
  /** The order is charged by the rates of the day of its first fill. */
  readonly firstFillAt?: EpochMs;
  /** Whether the depository's fee falls on this sale. */
  readonly isFirstSale?: boolean;
  /** Decided, but not given out before a position of the other direction is gone. */
  readonly isHeld?: true;
  /** What is left of it is not wanted any more; with a rule, neither is what may still be filled. */
  readonly isWithdrawn?: true;
  readonly exitRule?: DecisionRule;
  /** An exit for units that were closed elsewhere: what is left of the position stays. */
  readonly keepsRest?: true;
}

/** A part or all of an intent was executed. */
export interface ExternalFill {
  readonly intentId: number;
  readonly at: EpochMs;
  readonly quantity: number;
  /** Quantity times price, exactly. */
  readonly valuePaise: number;
}

/** No more fills of an intent come. */
export interface IntentEnd {
  readonly intentId: number;
  readonly at: EpochMs;
  readonly reason: 'cancelled' | 'rejected' | 'refused';
  /** Told as a veto decision where an entry was refused; also of a rejected one, where it is given. */
  readonly veto?: VetoRule;
  readonly note?: string;
}

/** A protective order at the broker acted before the run saw its price, or units were closed elsewhere. */
export interface BrokerExit {
  readonly base: number;
  readonly at: EpochMs;
  /** `stop`: the protective order, whether it stood for the fixed or for the trailing stop. */
  readonly rule: 'stop' | 'broker' | 'by_hand';
  /** The level, or what the broker sold at. */
  readonly pricePaise: number;
  /** Units that the broker's order is for, at most those held. */
  readonly intentQuantity: number;
  /** Its owner closed these units, not the trick: nothing is decided about the others, and their levels hold. */
  readonly keepsRest?: true;
}

import type { MarketCalendar } from '@trickdesk/domain';
import type { StrategyDefinition } from '../definition/schema.ts';
import type { OperandValue } from '../run/types.ts';
import type { ColumnShelf } from './column-shelf.ts';
import type { SourceBars } from './source-bars.ts';

/** The open position as conditions read it; the run sets it before an exit is evaluated. */
export interface PositionView {
  inPosition: boolean;
  bars: number;
  profitPercent: number;
}

/** One closed bar of the strategy's interval. Prices in paise; the object may be reused by the caller. */
export interface ProgramBar {
  readonly openAt: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** Stored bars as columns, oldest first. Prices in whole paise. */
export interface ProgramRows {
  /** Opening moments, epoch milliseconds. */
  readonly time: Float64Array;
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
  readonly volume: Float64Array;
}

/** Times of a bar and of its session, minutes since midnight in India. */
export interface BarTimes {
  readonly closeMinute: number;
  readonly sessionOpenMinute: number;
  readonly sessionCloseMinute: number;
}

/** The same for a bar's opening. */
export interface ProgramClock {
  closeMinuteOf(openAt: number): number;
  openMinuteOf(openAt: number): number;
  sessionCloseMinuteOf(openAt: number): number;
}

/** Rows of the block at hand, counted from its first, oldest first. */
export interface KnownRows {
  readonly rows: Int32Array;
  readonly count: number;
}

export interface CompiledCondition {
  /** Canonical text with the parameters' values in place. */
  readonly text: string;
  /** For each bar of the block at hand 1 where it holds; `undefined` where that depends on the open position. */
  readonly column: Float64Array | undefined;
  /** Where it holds, if that is known without a look at each bar. */
  readonly rows: KnownRows | undefined;
  /** True when it holds on the bar at hand. An undefined operand anywhere, under `not` or in a branch of `or` too, is no. */
  fires(): boolean;
  /** Defined operands in the order of the text, rupees rounded to four decimals. */
  operands(): readonly OperandValue[];
  /** The same in two steps, for who looks at few of them: as many numbers as there are operands, and what they say. */
  readonly operandCount: number;
  readOperands(into: Float64Array, at: number): void;
  operandsAt(numbers: Float64Array, at: number): readonly OperandValue[];
}

/**
 * A stop, target or trail at the bar at hand. `percent`: of the entry price, 0–100; `distance`: rupees from it;
 * `price`: the level itself in rupees. NaN while it is not warm.
 */
export interface CompiledLevel {
  readonly kind: 'percent' | 'distance' | 'price';
  amount(): number;
}

/**
 * The strategy at work on one base: its own indicators and history, fed one bar after the other, or in blocks of stored
 * bars with the same outcome for each.
 */
export interface BaseProgram {
  /** Most bars of a block. */
  readonly capacity: number;
  readonly position: PositionView;
  readonly entryLong: CompiledCondition | undefined;
  readonly entryShort: CompiledCondition | undefined;
  readonly exitLong: CompiledCondition | undefined;
  readonly exitShort: CompiledCondition | undefined;
  readonly stop: CompiledLevel | undefined;
  readonly target: CompiledLevel | undefined;
  readonly trailing: CompiledLevel | undefined;
  /** How far a year moves the price going by the last bars, percent; NaN while it is not warm. Only where sizing asks. */
  readonly volatilityPercent: (() => number) | undefined;
  push(bar: ProgramBar, times: BarTimes): void;
  /**
   * Works on `count` stored bars from row `from`, at most the capacity. Until one of them is taken at hand, it is still
   * the last bar of the block before: prices come before the close of their bar is known.
   */
  load(rows: ProgramRows, from: number, count: number, clock: ProgramClock): void;
  /** Takes a bar of the block at hand: what conditions and levels are read at. */
  seek(row: number): void;
  /** Every operand of every condition that is defined now. */
  operands(): readonly OperandValue[];
}

/** By symbol. */
export type Sources = ReadonlyMap<string, SourceBars>;

export interface ProgramParts {
  /** Bars of a block, 1 where they come one by one. */
  readonly capacity?: number | undefined;
  /** Of the series that it will be loaded with, whole, from the first row to the last. */
  readonly shelf?: ColumnShelf | undefined;
  readonly sources?: Sources | undefined;
}

/** A definition made ready to run. Immutable and shared; each base of each run gets its own program. */
export interface CompiledStrategy {
  readonly definition: StrategyDefinition;
  /** The label under which decisions are kept, such as `v3`. */
  readonly version: string;
  /** The value of every parameter. */
  readonly parameters: Readonly<Record<string, number>>;
  /** Bars of the strategy's interval that must be fed before every operand is defined. */
  readonly warmupBars: number;
  /** Instruments that its conditions read beside those that it trades, in the order of the text, of the NSE. */
  readonly sources: readonly string[];
  /** Bars of the sources for one run; the programs of all its bases read them. */
  createSources(calendar: MarketCalendar): Sources;
  /** @throws Error where it reads other instruments and no bars of theirs are given */
  createProgram(parts?: ProgramParts): BaseProgram;
  /** The rules in words, one sentence each. */
  describe(): readonly string[];
}

import type { StrategyDefinition } from '../definition/schema.ts';
import type { OperandValue } from '../run/types.ts';

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

export interface CompiledCondition {
  /** Canonical text with the parameters' values in place. */
  readonly text: string;
  /** True when it holds on the last bar pushed. An undefined operand anywhere, under `not` or in a branch of `or` too, is no. */
  fires(): boolean;
  /** Defined operands in the order of the text, rupees rounded to four decimals. */
  operands(): readonly OperandValue[];
}

/**
 * A stop, target or trail at the last bar pushed. `percent`: of the entry price, 0–100; `distance`: rupees from it;
 * `price`: the level itself in rupees. NaN while it is not warm.
 */
export interface CompiledLevel {
  readonly kind: 'percent' | 'distance' | 'price';
  amount(): number;
}

/** The strategy at work on one base: its own indicators and history, fed bar by bar. */
export interface BaseProgram {
  readonly position: PositionView;
  readonly entryLong: CompiledCondition | undefined;
  readonly entryShort: CompiledCondition | undefined;
  readonly exitLong: CompiledCondition | undefined;
  readonly exitShort: CompiledCondition | undefined;
  readonly stop: CompiledLevel | undefined;
  readonly target: CompiledLevel | undefined;
  readonly trailing: CompiledLevel | undefined;
  /**
   * Both minutes since midnight in India.
   *
   * @param closeMinute when the bar closed
   * @param sessionOpenMinute when its session opened
   */
  push(bar: ProgramBar, closeMinute: number, sessionOpenMinute: number): void;
  /** Every operand of every condition that is defined now. */
  operands(): readonly OperandValue[];
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
  createProgram(): BaseProgram;
  /** The rules in words, one sentence each. */
  describe(): readonly string[];
}

import type { Bar, EpochMs } from '@trickdesk/domain';
import type { BaseProgram, CompiledCondition } from '../compile/types.ts';
import type { OperandValue } from './types.ts';

export const CONDITION_RULES = ['entry_long', 'entry_short', 'exit_long', 'exit_short'] as const;
export type ConditionRule = (typeof CONDITION_RULES)[number];

/** What one condition says at a closed bar, whatever is held. */
export interface ConditionSaid {
  readonly rule: ConditionRule;
  /** Canonical, with the parameters' values in place. */
  readonly text: string;
  /** `undefined` where that depends on the open position. */
  readonly holds: boolean | undefined;
  readonly operands: readonly OperandValue[];
}

/**
 * A line of the signal log: a closed bar of the strategy's interval and what each condition says of it, before positions,
 * money and limits. JSON with a fixed key order: the same bars give the same bytes.
 */
export interface Signal {
  readonly base: number;
  readonly closeAt: EpochMs;
  readonly bar: Bar;
  readonly conditions: readonly ConditionSaid[];
}

/** Reads a program at the bar at hand. The bar is copied: whoever feeds a run may use one object again and again. */
export function signalOf(
  base: number,
  program: BaseProgram,
  { bar, closeAt }: Pick<Signal, 'bar' | 'closeAt'>,
): Signal {
  const { openAt, open, high, low, close, volume } = bar;
  const said = [
    saidBy('entry_long', program.entryLong),
    saidBy('entry_short', program.entryShort),
    saidBy('exit_long', program.exitLong),
    saidBy('exit_short', program.exitShort),
  ];
  return {
    base,
    closeAt,
    bar: { openAt, open, high, low, close, volume },
    conditions: said.filter((one) => one !== undefined),
  };
}

function saidBy(rule: ConditionRule, condition: CompiledCondition | undefined): ConditionSaid | undefined {
  if (!condition) return undefined;
  const holds = condition.column === undefined ? undefined : condition.fires();
  return { rule, text: condition.text, holds, operands: condition.operands() };
}

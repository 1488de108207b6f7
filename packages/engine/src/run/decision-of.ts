import type { EpochMs } from '@trickdesk/domain';
import type { CompiledCondition } from '../compile/types.ts';
import type { Decision, DecisionRule, Direction, Mutable, OperandValue, VetoRule } from './types.ts';

export interface DecisionFacts {
  readonly at: EpochMs;
  readonly action: Decision['action'];
  readonly direction: Direction;
  readonly rule: DecisionRule;
  readonly veto?: VetoRule | undefined;
  readonly quantity: number;
  readonly pricePaise: number;
  readonly barOpenAt?: EpochMs | undefined;
  readonly condition?: CompiledCondition | undefined;
  readonly sizing?: SizingFacts | undefined;
  readonly note?: string | undefined;
}

/** How a quantity came about; `Decision.sizing` with its keys always there. */
export interface SizingFacts {
  readonly method: string;
  readonly capitalPaise: number;
  readonly amountPaise: number;
  readonly volatilityPercent: number | undefined;
  readonly times: number | undefined;
  readonly wantedQuantity: number | undefined;
}

/**
 * Facts that are filled anew for each decision, each key every time: a back-test decides ten thousands of times. Who is
 * handed them copies what it keeps.
 */
export type MutableFacts = { -readonly [Key in keyof DecisionFacts]-?: DecisionFacts[Key] };

export function noFacts(action: 'enter' | 'exit'): MutableFacts {
  return {
    at: 0,
    action,
    direction: 'long',
    rule: action === 'enter' ? 'entry' : 'exit',
    veto: undefined,
    quantity: 0,
    pricePaise: 0,
    barOpenAt: undefined,
    condition: undefined,
    sizing: undefined,
    note: undefined,
  };
}

const NO_OPERANDS: readonly OperandValue[] = Object.freeze([]);

/**
 * A decision as it is told. The order of keys is part of the format: the same run gives the same bytes. They are set one
 * after another, since spreading what may be absent cost eight times as much.
 */
export function decisionOf(
  { sequence, base, symbol }: Pick<Decision, 'sequence' | 'base' | 'symbol'>,
  facts: DecisionFacts,
  operands: readonly OperandValue[] = NO_OPERANDS,
): Decision {
  const { veto, barOpenAt, condition, sizing, note } = facts;
  const decision = {
    sequence,
    at: facts.at,
    base,
    symbol,
    action: facts.action,
    direction: facts.direction,
    rule: facts.rule,
  } as { -readonly [Key in keyof Decision]: Decision[Key] };
  if (veto !== undefined) decision.veto = veto;
  decision.quantity = facts.quantity;
  decision.pricePaise = facts.pricePaise;
  if (barOpenAt !== undefined) decision.barOpenAt = barOpenAt;
  if (condition !== undefined) decision.condition = condition.text;
  decision.operands = operands;
  if (sizing !== undefined) decision.sizing = sizingOf(sizing);
  if (note !== undefined) decision.note = note;
  return decision;
}

function sizingOf(facts: SizingFacts): NonNullable<Decision['sizing']> {
  const { method, capitalPaise, amountPaise, volatilityPercent, times, wantedQuantity } = facts;
  const sizing: Mutable<NonNullable<Decision['sizing']>> = { method, capitalPaise, amountPaise };
  if (volatilityPercent !== undefined) sizing.volatilityPercent = volatilityPercent;
  if (times !== undefined) sizing.times = times;
  if (wantedQuantity !== undefined) sizing.wantedQuantity = wantedQuantity;
  return sizing;
}

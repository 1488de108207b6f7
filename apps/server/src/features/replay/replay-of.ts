import type { ReplayDay, ReplayFrame } from '@trickdesk/contract';
import { type IndiaDate, paiseToRupees, toIndiaIso } from '@trickdesk/domain';
import type { Signal, StrategyDefinition } from '@trickdesk/engine';
import { parametersOf, type Values } from './changes.ts';

export interface ReplayFacts
  extends Pick<
    ReplayDay,
    | 'TricksId'
    | 'BacktestId'
    | 'name'
    | 'version'
    | 'badge'
    | 'before'
    | 'changed'
    | 'decisions'
    | 'markers'
    | 'fromTrades'
  > {
  readonly definition: StrategyDefinition;
  /** Of its parameters, as they are shown. */
  readonly values: Values;
  readonly date: IndiaDate;
  readonly previous: IndiaDate | undefined;
  readonly next: IndiaDate | undefined;
  readonly symbol: string;
  readonly signals: readonly Signal[];
  readonly data: { readonly name: string; readonly simulated: boolean };
}

/** A day with everything that is known of it, prices in rupees. */
export function replayOf(facts: ReplayFacts): ReplayDay {
  const { definition, values, date, previous, next, signals, data, ...told } = facts;
  // A value that is not known yet is missing on early bars: a later one has the name.
  const operands = [...new Set(signals.flatMap(operandNames))];
  const [first] = signals;
  return {
    ...told,
    symbols: definition.instruments.map(({ symbol }) => symbol),
    interval: definition.interval,
    day: date,
    ...(previous === undefined ? {} : { previous_date: previous }),
    ...(next === undefined ? {} : { next_date: next }),
    rules: first ? first.conditions.map(({ rule, text }) => ({ rule, text })) : [],
    operands,
    frames: signals.map((signal) => frameOf(signal, operands)),
    parameters: parametersOf(definition, values),
    data: data.name,
    simulated: data.simulated,
  };
}

function operandNames({ conditions }: Signal): string[] {
  return conditions.flatMap((said) => said.operands.map(({ text }) => text));
}

function frameOf({ bar, closeAt, conditions }: Signal, operands: readonly string[]): ReplayFrame {
  const values = new Map(conditions.flatMap((said) => said.operands.map(({ text, value }) => [text, value] as const)));
  const { openAt, open, high, low, close, volume } = bar;
  const [o, h, l, c] = [open, high, low, close].map(paiseToRupees);
  return {
    candle: [openAt / 1_000, o ?? 0, h ?? 0, l ?? 0, c ?? 0, volume],
    closedAt: toIndiaIso(closeAt),
    holds: conditions.map(({ holds }) => holds ?? null),
    values: operands.map((text) => values.get(text) ?? null),
  };
}

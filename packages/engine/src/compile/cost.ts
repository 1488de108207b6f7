import type { StrategyDefinition } from '../definition/schema.ts';
import { type Expression, parseExpression, printExpression } from '../expression/index.ts';
import { childrenOf } from '../expression/tree.ts';
import { resolveDefaults, withParameters } from './resolve.ts';
import { volatilityText, warmupOf } from './warmup.ts';

/** What a strategy asks of the process that runs it, for all of its instruments together. */
export interface StrategyCost {
  /** Parts that are worked out anew on each bar; equal parts count once for an instrument. */
  readonly parts: number;
  /** Values that its indicators keep to look back on. */
  readonly valuesKept: number;
  readonly parameters: number;
}

/**
 * A hundred times what the largest strategies of the catalogue ask. A back-test works on blocks of a thousand bars, eight
 * bytes for each part: the most is 80 MB, beside 8 MB of looking back.
 */
export const MOST_COST: StrategyCost = { parts: 10_000, valuesKept: 1_000_000, parameters: 40 };

/** @param definition one that was checked */
export function costOf(definition: StrategyDefinition): StrategyCost {
  const { entry, exit, risk, sizing, instruments, interval } = definition;
  const defaults = resolveDefaults(definition);
  const seen = new Map<string, number>();
  const visit = (node: Expression): void => {
    const key = printExpression(node);
    if (seen.has(key)) return;
    const looksBack = node.kind === 'indicator' || node.kind === 'ago';
    seen.set(key, looksBack ? warmupOf(node, interval) : 0);
    for (const child of childrenOf(node)) visit(child);
  };
  const levels = [risk.stopLoss, risk.target, risk.trailing];
  const texts = [
    ...[entry.long, entry.short, exit.long, exit.short],
    ...levels.map((level) => (level?.kind === 'price' ? level.price : undefined)),
    ...levels.map((level) => (level?.kind === 'atr' ? `atr(${level.length})` : undefined)),
    sizing.method === 'volatility_target' ? volatilityText(sizing.length) : undefined,
  ];
  for (const text of texts) {
    const parsed = text === undefined ? undefined : parseExpression(text);
    if (parsed?.ok) visit(withParameters(parsed.tree, defaults));
  }
  const kept = [...seen.values()].reduce((sum, values) => sum + values, 0);
  return {
    parts: seen.size * instruments.length,
    valuesKept: kept * instruments.length,
    parameters: Object.keys(definition.parameters).length,
  };
}

/** Why a strategy asks too much to be kept or run, and what would make it less; `undefined` where it does not. */
export function tooCostly(definition: StrategyDefinition): string | undefined {
  const { parts, valuesKept, parameters } = costOf(definition);
  const { instruments } = definition;
  const of = instruments.length === 1 ? 'its instrument' : `its ${instruments.length} instruments together`;
  if (parameters > MOST_COST.parameters) {
    return `This has ${count(parameters)} parameters, and ${count(MOST_COST.parameters)} are the most. Write those that never change as numbers.`;
  }
  if (parts > MOST_COST.parts) {
    return `This works out ${count(parts)} parts on each bar for ${of}, and ${count(MOST_COST.parts)} are the most. Use fewer instruments or shorter conditions.`;
  }
  if (valuesKept > MOST_COST.valuesKept) {
    return `This looks back on ${count(valuesKept)} values for ${of}, and ${count(MOST_COST.valuesKept)} are the most. Use fewer instruments or shorter lengths.`;
  }
  return undefined;
}

/** `12,34,567`. */
function count(value: number): string {
  return value.toLocaleString('en-IN');
}

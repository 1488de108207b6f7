import type { Interval } from '@trickdesk/domain';
import type { StrategyDefinition } from '../definition/schema.ts';
import { type Expression, parseExpression } from '../expression/index.ts';
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

/** Values of parameters by name; those that are not named are at their defaults. */
type Values = Readonly<Record<string, number>>;

/** As it is written. */
const DEFAULTS: readonly Values[] = [{}];

/**
 * @param definition one that was checked
 * @param sets of values that it is to run with, one after another: the most that any of them asks, of each part by itself
 */
export function costOf(definition: StrategyDefinition, sets: readonly Values[] = DEFAULTS): StrategyCost {
  const { instruments, interval, parameters } = definition;
  const defaults = resolveDefaults(definition);
  const written = expressionsIn(definition);
  let [parts, valuesKept] = [0, 0];
  for (const values of sets) {
    const each = partsOf(written, { ...defaults, ...values }, interval);
    const kept = each.reduce((sum, own) => sum + own, 0);
    parts = Math.max(parts, each.length);
    valuesKept = Math.max(valuesKept, kept);
  }
  return {
    parts: parts * instruments.length,
    valuesKept: valuesKept * instruments.length,
    parameters: Object.keys(parameters).length,
  };
}

/** Everything that a strategy works out, as it is written. */
function expressionsIn({ entry, exit, risk, sizing }: StrategyDefinition): Expression[] {
  const levels = [risk.stopLoss, risk.target, risk.trailing];
  const texts = [
    ...[entry.long, entry.short, exit.long, exit.short],
    ...levels.map((level) => (level?.kind === 'price' ? level.price : undefined)),
    ...levels.map((level) => (level?.kind === 'atr' ? `atr(${level.length})` : undefined)),
    sizing.method === 'volatility_target' ? volatilityText(sizing.length) : undefined,
  ];
  return texts.flatMap((text) => {
    const parsed = text === undefined ? undefined : parseExpression(text);
    return parsed?.ok ? [parsed.tree] : [];
  });
}

/**
 * For each part once, the values that it looks back on. Parts are told apart by what they are themselves and by which
 * parts they are made of: a sweep asks a hundred times, and the text of a long condition would be printed for each of it.
 */
function partsOf(written: readonly Expression[], values: Values, interval: Interval): readonly number[] {
  const kept: number[] = [];
  const known = new Map<string, number>();
  const visit = (node: Expression): number => {
    const key = `${ownOf(node)} ${childrenOf(node).map(visit).join()}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    known.set(key, kept.length);
    const looksBack = node.kind === 'indicator' || node.kind === 'ago';
    return kept.push(looksBack ? warmupOf(node, interval) : 0) - 1;
  };
  for (const tree of written) visit(withParameters(tree, values));
  return kept;
}

/** A part without those that it is made of. */
function ownOf(node: Expression): string {
  switch (node.kind) {
    case 'number':
      return String(node.value);
    case 'time':
      return [node.kind, node.minute].join(' ');
    case 'price':
      return node.source;
    case 'parameter':
    case 'context':
    case 'function':
      return [node.kind, node.name].join(' ');
    case 'indicator':
      return [node.kind, node.name, node.output].join(' ');
    case 'at':
      return [node.kind, node.symbol, node.interval].join(' ');
    case 'ago':
    case 'not':
    case 'negate':
      return node.kind;
    case 'arithmetic':
    case 'compare':
    case 'logic':
      return node.op;
  }
}

/**
 * Why a strategy asks too much to be kept or run, and what would make it less; `undefined` where it does not.
 *
 * @param sets as of `costOf`
 */
export function tooCostly(definition: StrategyDefinition, sets: readonly Values[] = DEFAULTS): string | undefined {
  const { parts, valuesKept, parameters } = costOf(definition, sets);
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

import type { Interval } from '@trickdesk/domain';
import type { LevelRule, StrategyDefinition, TrailingRule } from '../definition/schema.ts';
import { sourcesOf } from '../definition/sources.ts';
import { type Expression, parseExpression } from '../expression/index.ts';
import type { OperandValue } from '../run/types.ts';
import { ProgramBuilder } from './builder.ts';
import { describeStrategy } from './describe.ts';
import { withParameters } from './resolve.ts';
import { SourceBars } from './source-bars.ts';
import type { BaseProgram, CompiledLevel, CompiledStrategy } from './types.ts';
import { barsPerDay, volatilityText, warmupOf } from './warmup.ts';

/** Of the exchange, about; 247 to 250 in recent years, 252 by the convention that other figures are told in. */
const SESSIONS_OF_A_YEAR = 252;

interface ResolvedTrees {
  readonly entryLong: Expression | undefined;
  readonly entryShort: Expression | undefined;
  readonly exitLong: Expression | undefined;
  readonly exitShort: Expression | undefined;
  readonly stop: Expression | undefined;
  readonly target: Expression | undefined;
  readonly trailing: Expression | undefined;
  readonly volatility: Expression | undefined;
}

/**
 * Makes a checked definition ready to run.
 *
 * @param parameterValues what a user set or a sweep varies; the rest keep their defaults
 * @throws RangeError when a value is outside its parameter's range or names no parameter
 */
export function compileStrategy(
  definition: StrategyDefinition,
  parameterValues: Readonly<Record<string, number>> = {},
  version = 'draft',
): CompiledStrategy {
  const parameters = resolveParameters(definition, parameterValues);
  const trees = resolveTrees(definition, parameters);
  const warmups = Object.values(trees).map((tree: Expression | undefined) =>
    tree ? warmupOf(tree, definition.interval) : 0,
  );
  const sources = sourcesOf(definition);
  return {
    definition,
    version,
    parameters,
    warmupBars: Math.max(1, ...warmups),
    sources,
    createSources: (calendar) => {
      const create = (interval: Interval) => new ProgramBuilder(interval);
      return new Map(sources.map((symbol) => [symbol, new SourceBars(calendar, create)]));
    },
    createProgram: (parts) => createProgram(definition, trees, new ProgramBuilder(definition.interval, parts)),
    describe: () => describeStrategy(definition, parameters),
  };
}

function resolveParameters(
  { parameters }: StrategyDefinition,
  given: Readonly<Record<string, number>>,
): Record<string, number> {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(parameters, name)) throw new RangeError(`there is no parameter "${name}"`);
  }
  const values: Record<string, number> = {};
  for (const [name, range] of Object.entries(parameters)) {
    const value = given[name] ?? range.default;
    if (!(value >= range.min && value <= range.max)) {
      throw new RangeError(`parameter "${name}" is ${value}: expected ${range.min} to ${range.max}`);
    }
    values[name] = value;
  }
  return values;
}

function resolveTrees(definition: StrategyDefinition, parameters: Readonly<Record<string, number>>): ResolvedTrees {
  const tree = (text: string | undefined): Expression | undefined => {
    if (text === undefined) return undefined;
    const parsed = parseExpression(text);
    if (!parsed.ok) throw new Error(`the definition was not checked: ${parsed.error.message}`);
    return withParameters(parsed.tree, parameters);
  };
  const level = (rule: LevelRule | TrailingRule | undefined): Expression | undefined => {
    if (rule?.kind === 'price') return tree(rule.price);
    return rule?.kind === 'atr' ? atrTree(rule.length) : undefined;
  };
  const { entry, exit, risk, sizing } = definition;
  return {
    entryLong: tree(entry.long),
    entryShort: tree(entry.short),
    exitLong: tree(exit.long),
    exitShort: tree(exit.short),
    stop: level(risk.stopLoss),
    target: level(risk.target),
    trailing: level(risk.trailing),
    volatility: sizing.method === 'volatility_target' ? tree(volatilityText(sizing.length)) : undefined,
  };
}

function atrTree(length: number): Expression {
  return { kind: 'indicator', name: 'atr', args: [{ kind: 'number', value: length }] };
}

/**
 * The deviation of a bar's return, scaled by the square root of the bars of a year, as if returns did not depend on each
 * other; the night is part of the return of a day's first bar.
 */
function volatilityOf(deviation: Expression, interval: Interval, builder: ProgramBuilder): () => number {
  const read = builder.read(deviation);
  const scale = Math.sqrt(SESSIONS_OF_A_YEAR * barsPerDay(interval));
  return () => read() * scale;
}

function createProgram(definition: StrategyDefinition, trees: ResolvedTrees, builder: ProgramBuilder): BaseProgram {
  const condition = (tree: Expression | undefined) => (tree ? builder.condition(tree) : undefined);
  const { risk } = definition;
  const entryLong = condition(trees.entryLong);
  const entryShort = condition(trees.entryShort);
  const exitLong = condition(trees.exitLong);
  const exitShort = condition(trees.exitShort);
  return {
    position: builder.position,
    entryLong,
    entryShort,
    exitLong,
    exitShort,
    stop: compileLevel(risk.stopLoss, trees.stop, builder),
    target: compileLevel(risk.target, trees.target, builder),
    trailing: compileLevel(risk.trailing, trees.trailing, builder),
    volatilityPercent: trees.volatility && volatilityOf(trees.volatility, definition.interval, builder),
    ...feedersOf(builder),
    operands: () => distinct([entryLong, entryShort, exitLong, exitShort].flatMap((part) => part?.operands() ?? [])),
  };
}

function compileLevel(
  rule: LevelRule | TrailingRule | undefined,
  tree: Expression | undefined,
  builder: ProgramBuilder,
): CompiledLevel | undefined {
  if (!rule) return undefined;
  if (rule.kind === 'percent') return { kind: 'percent', amount: () => rule.percent };
  if (rule.kind === 'points') return { kind: 'distance', amount: () => rule.points };
  if (!tree) throw new Error(`a level by ${rule.kind} needs its expression`);
  const read = builder.read(tree);
  if (rule.kind === 'price') return { kind: 'price', amount: read };
  return { kind: 'distance', amount: () => read() * rule.multiple };
}

/** Moves all state on. */
function feedersOf({ block, steps }: ProgramBuilder): Pick<BaseProgram, 'push' | 'load' | 'seek' | 'capacity'> {
  const work = (count: number): void => {
    for (let i = 0; i < steps.length; i += 1) steps[i]?.(count);
  };
  return {
    capacity: block.capacity,
    push: (bar, times) => {
      block.set(bar, times);
      work(1);
    },
    load: (rows, from, count, clock) => {
      if (count > block.capacity) throw new RangeError(`a block holds ${block.capacity} bars, not ${count}`);
      block.load(rows, from, count, clock);
      work(count);
    },
    seek: (row) => {
      block.row = row;
    },
  };
}

function distinct(operands: readonly OperandValue[]): OperandValue[] {
  return [...new Map(operands.map((operand) => [operand.text, operand])).values()];
}

import { DAY_MS, INDIA_OFFSET_MS, INTERVAL_MINUTES, type Interval, indiaDayNumber, MINUTE_MS } from '@trickdesk/domain';
import type { LevelRule, StrategyDefinition, TrailingRule } from '../definition/schema.ts';
import { type Expression, parseExpression } from '../expression/index.ts';
import type { OperandValue } from '../run/types.ts';
import { ProgramBuilder } from './builder.ts';
import { describeStrategy } from './describe.ts';
import { withParameters } from './resolve.ts';
import type { BaseProgram, CompiledLevel, CompiledStrategy } from './types.ts';
import { warmupOf } from './warmup.ts';

const SESSION_MINUTES = 375;

interface ResolvedTrees {
  readonly entryLong: Expression | undefined;
  readonly entryShort: Expression | undefined;
  readonly exitLong: Expression | undefined;
  readonly exitShort: Expression | undefined;
  readonly stop: Expression | undefined;
  readonly target: Expression | undefined;
  readonly trailing: Expression | undefined;
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
  return {
    definition,
    version,
    parameters,
    warmupBars: Math.max(1, ...warmups),
    createProgram: () => createProgram(definition, trees),
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
  const { entry, exit, risk } = definition;
  return {
    entryLong: tree(entry.long),
    entryShort: tree(entry.short),
    exitLong: tree(exit.long),
    exitShort: tree(exit.short),
    stop: level(risk.stopLoss),
    target: level(risk.target),
    trailing: level(risk.trailing),
  };
}

function atrTree(length: number): Expression {
  return { kind: 'indicator', name: 'atr', args: [{ kind: 'number', value: length }] };
}

function createProgram(definition: StrategyDefinition, trees: ResolvedTrees): BaseProgram {
  const builder = new ProgramBuilder(barMinutesOf(definition.interval));
  const condition = (tree: Expression | undefined) => (tree ? builder.condition(tree) : undefined);
  const { risk } = definition;
  const entryLong = condition(trees.entryLong);
  const entryShort = condition(trees.entryShort);
  const exitLong = condition(trees.exitLong);
  const exitShort = condition(trees.exitShort);
  const program = {
    position: builder.position,
    entryLong,
    entryShort,
    exitLong,
    exitShort,
    stop: compileLevel(risk.stopLoss, trees.stop, builder),
    target: compileLevel(risk.target, trees.target, builder),
    trailing: compileLevel(risk.trailing, trees.trailing, builder),
    push: pusherOf(builder),
    operands: () => distinct([entryLong, entryShort, exitLong, exitShort].flatMap((part) => part?.operands() ?? [])),
  };
  return program;
}

function barMinutesOf(interval: Interval): number {
  return interval === '1d' ? SESSION_MINUTES : INTERVAL_MINUTES[interval];
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

/** Moves all state on by one bar. */
function pusherOf(builder: ProgramBuilder): BaseProgram['push'] {
  const { input, context } = builder;
  // Copied: the list is complete once all conditions are built, and a fixed array iterates fastest.
  let steps: readonly (() => void)[] | undefined;
  let midnight = Number.NaN;
  return (bar, closeMinute, sessionOpenMinute) => {
    steps ??= [...builder.steps];
    if (!(bar.openAt >= midnight && bar.openAt < midnight + DAY_MS)) {
      const day = indiaDayNumber(bar.openAt);
      midnight = day * DAY_MS - INDIA_OFFSET_MS;
      context.previousDayClose = input.day < 0 ? Number.NaN : input.close;
      // 1970-01-01 was a Thursday, the fourth day of a week that begins on Monday.
      context.weekday = ((((day + 3) % 7) + 7) % 7) + 1;
      input.day = day;
    }
    input.minute = Math.floor((bar.openAt - midnight) / MINUTE_MS);
    input.open = bar.open / 100;
    input.high = bar.high / 100;
    input.low = bar.low / 100;
    input.close = bar.close / 100;
    input.source = input.close;
    input.volume = bar.volume;
    input.sessionOpenMinute = sessionOpenMinute;
    context.closeMinute = closeMinute;
    for (let i = 0; i < steps.length; i += 1) steps[i]?.();
  };
}

function distinct(operands: readonly OperandValue[]): OperandValue[] {
  return [...new Map(operands.map((operand) => [operand.text, operand])).values()];
}

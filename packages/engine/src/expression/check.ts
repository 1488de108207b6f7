import { type Interval, longerIntervals } from '@trickdesk/domain';
import { INDICATOR_NAMES, indicatorSpec } from '../indicators/index.ts';
import type { IndicatorSpec } from '../indicators/types.ts';
import { MAX_LENGTH } from './parser.ts';
import { printExpression } from './print.ts';
import { didYouMean } from './suggest.ts';
import { sourceProblem } from './symbols.ts';
import {
  type AtExpression,
  childrenOf,
  type Expression,
  type ExpressionError,
  PRICE_SOURCES,
  type Spans,
} from './tree.ts';

/** The range of a parameter, as far as an expression must know it. */
export interface ParameterRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly default: number;
}

export interface CheckScope {
  readonly parameters: Readonly<Record<string, ParameterRange>>;
  /** What the whole expression must give: a condition is true or false, a price is a number. */
  readonly wanted: 'condition' | 'price';
  /** Exits may read the open position, entries may not: there is none yet. */
  readonly readsPosition: boolean;
  /** The strategy's own. */
  readonly interval: Interval;
}

type ValueType = 'boolean' | 'number' | 'time';

const TYPE_WORDS: Readonly<Record<ValueType, string>> = {
  boolean: 'a condition (true or false)',
  number: 'a number',
  time: 'a time of day',
};
export const MAX_BARS_AGO = 500;

/** Everything that is wrong with a parsed expression: names, argument counts and ranges, types. Empty when it is right. */
export function checkExpression(tree: Expression, spans: Spans, scope: CheckScope): readonly ExpressionError[] {
  const checker = new Checker(spans, scope);
  const type = checker.typeOf(tree);
  const wanted: ValueType = scope.wanted === 'condition' ? 'boolean' : 'number';
  if (type !== undefined && type !== wanted) {
    checker.report(tree, `expected ${TYPE_WORDS[wanted]} here, this is ${TYPE_WORDS[type]}`);
  }
  // Canonical text is what is kept: it must be short enough to be read again.
  const { length } = printExpression(tree);
  if (length > MAX_LENGTH) {
    checker.report(
      tree,
      `an expression has at most ${MAX_LENGTH} characters; with one blank around each sign and word, this one has ${length}`,
    );
  }
  return checker.errors;
}

/** Splits the arguments of an indicator call into its price source, if it was given, and its numbers. */
export function splitArguments(
  node: Expression & { readonly kind: 'indicator' },
  spec: IndicatorSpec,
): { readonly source: Expression | undefined; readonly numbers: readonly Expression[] } {
  if (spec.takesSource && node.args.length === spec.parameters.length + 1) {
    return { source: node.args[0], numbers: node.args.slice(1) };
  }
  return { source: undefined, numbers: node.args };
}

/** A number written down or set by a parameter, which is all that may shape an indicator; `undefined` for the rest. */
export function constantOf(node: Expression, parameters: Readonly<Record<string, number>>): number | undefined {
  if (node.kind === 'number') return node.value;
  if (node.kind === 'parameter') return parameters[node.name];
  if (node.kind !== 'negate') return undefined;
  const inner = constantOf(node.of, parameters);
  return inner === undefined ? undefined : -inner;
}

class Checker {
  readonly errors: ExpressionError[] = [];
  readonly #spans: Spans;
  readonly #scope: CheckScope;

  constructor(spans: Spans, scope: CheckScope) {
    this.#spans = spans;
    this.#scope = scope;
  }

  report(node: Expression, message: string): void {
    const span = this.#spans.get(node) ?? { offset: 0, length: 1 };
    this.errors.push({ offset: span.offset, length: span.length, message });
  }

  /** The type of a node, or `undefined` where an error below it already says enough. */
  typeOf(node: Expression): ValueType | undefined {
    switch (node.kind) {
      case 'number':
      case 'price':
        return 'number';
      case 'time':
        return 'time';
      case 'parameter':
        return this.#parameter(node);
      case 'context':
        return this.#context(node);
      case 'indicator':
        return this.#indicator(node);
      case 'ago':
        return this.#ago(node);
      case 'at':
        return this.#at(node);
      case 'not':
        this.#want(node.of, 'boolean');
        return 'boolean';
      case 'negate':
        this.#want(node.of, 'number');
        return 'number';
      case 'function':
        return this.#function(node);
      case 'arithmetic':
        this.#want(node.left, 'number');
        this.#want(node.right, 'number');
        return 'number';
      case 'logic':
        this.#want(node.left, 'boolean');
        this.#want(node.right, 'boolean');
        return 'boolean';
      case 'compare':
        return this.#compare(node);
    }
  }

  #want(node: Expression, wanted: ValueType): void {
    const type = this.typeOf(node);
    if (type !== undefined && type !== wanted) {
      this.report(node, `expected ${TYPE_WORDS[wanted]} here, this is ${TYPE_WORDS[type]}`);
    }
  }

  #parameter(node: Expression & { kind: 'parameter' }): ValueType | undefined {
    const names = Object.keys(this.#scope.parameters);
    if (names.includes(node.name)) return 'number';
    const known = [
      ...PRICE_SOURCES,
      'time',
      'weekday',
      'in_position',
      'day_change_percent',
      ...INDICATOR_NAMES,
      ...names,
    ];
    this.report(
      node,
      `"${node.name}" is not known: expected a price, an indicator or a parameter here${didYouMean(node.name, known)}`,
    );
    return undefined;
  }

  #context(node: Expression & { kind: 'context' }): ValueType {
    if (isPositionState(node) && !this.#scope.readsPosition) {
      this.report(node, `"${node.name}" reads the open position, which only an exit can do`);
    }
    if (node.name === 'time') return 'time';
    return node.name === 'in_position' ? 'boolean' : 'number';
  }

  #compare(node: Expression & { kind: 'compare' }): ValueType {
    const left = this.typeOf(node.left);
    const right = this.typeOf(node.right);
    if (node.op === 'crosses above' || node.op === 'crosses below') {
      this.#crossingSide(node.left, left);
      this.#crossingSide(node.right, right);
      return 'boolean';
    }
    if (left === 'boolean')
      this.report(node.left, `expected a number or a time before "${node.op}", this is a condition`);
    else if (left !== undefined && right !== undefined && left !== right) {
      const wanted = left === 'time' ? 'a time of day here, like 09:20' : `${TYPE_WORDS[left]} here`;
      this.report(node.right, `expected ${wanted}, this is ${TYPE_WORDS[right]}`);
    }
    return 'boolean';
  }

  #crossingSide(node: Expression, type: ValueType | undefined): void {
    if (type !== undefined && type !== 'number')
      this.report(node, `expected a number here, this is ${TYPE_WORDS[type]}`);
    this.#wantSeries(node, 'a crossing');
  }

  #ago(node: Expression & { kind: 'ago' }): ValueType {
    this.#want(node.of, 'number');
    this.#wantSeries(node.of, '"[…]"');
    this.#constant(node.bars, { name: 'bars', integer: true, min: 0, max: MAX_BARS_AGO }, 'the number of bars ago');
    return 'number';
  }

  #at(node: Expression & { kind: 'at' }): ValueType {
    this.#place(node);
    this.#want(node.of, 'number');
    this.#wantBars(node.of);
    if (!readsBars(node.of))
      this.report(node.of, 'this is the same everywhere: "@" needs prices or indicators before it');
    return 'number';
  }

  #place(node: AtExpression): void {
    const own = this.#scope.interval;
    const longer = longerIntervals(own);
    if (node.symbol !== undefined) {
      const problem = sourceProblem(node.symbol);
      if (problem !== undefined) this.report(node, problem);
      if (node.interval === undefined || node.interval === own || longer.includes(node.interval)) return;
      const expected = [own, ...longer].join(', ');
      this.report(node, `"@" reads bars of another instrument that bars of ${own} are parts of: expected ${expected}`);
    } else if (node.interval === undefined || !longer.includes(node.interval)) {
      const expected = longer.length === 0 ? 'there is none for a strategy on 1d' : `expected ${longer.join(', ')}`;
      this.report(node, `"@" reads an interval that ${own} divides and that is longer: ${expected}`);
    }
  }

  /** What is read of other bars must come from them. */
  #wantBars(node: Expression): void {
    if (node.kind === 'context' && node.name !== 'day_change_percent')
      this.report(node, `"${node.name}" is of the moment: "@" needs prices or indicators before it`);
    else if (node.kind === 'at') this.report(node, 'one "@" cannot stand inside another');
    for (const child of childrenOf(node)) this.#wantBars(child);
  }

  /** What looks back must come from bars alone: the position of an earlier bar is not kept. */
  #wantSeries(node: Expression, what: string): void {
    if (node.kind === 'context' && isPositionState(node)) {
      this.report(node, `"${node.name}" has no history; ${what} needs prices or indicators`);
    }
    for (const child of childrenOf(node)) this.#wantSeries(child, what);
  }

  #function(node: Expression & { kind: 'function' }): ValueType {
    const enough = node.name === 'abs' ? node.args.length === 1 : node.args.length >= 2;
    if (!enough)
      this.report(node, `"${node.name}" takes ${node.name === 'abs' ? 'one number' : 'two numbers or more'}`);
    for (const argument of node.args) this.#want(argument, 'number');
    return 'number';
  }

  #indicator(node: Expression & { kind: 'indicator' }): ValueType | undefined {
    const spec = indicatorSpec(node.name);
    if (!spec) {
      this.report(
        node,
        `there is no indicator "${node.name}"${didYouMean(node.name, [...INDICATOR_NAMES, 'abs', 'min', 'max'])}`,
      );
      return undefined;
    }
    const { source, numbers } = splitArguments(node, spec);
    if (source) {
      this.#want(source, 'number');
      this.#wantSeries(source, `"${node.name}"`);
    }
    if (numbers.length === spec.parameters.length) {
      spec.parameters.forEach((parameter, i) => {
        const argument = numbers[i];
        if (argument) this.#constant(argument, parameter, `${parameter.name} of "${node.name}"`);
      });
    } else {
      this.report(node, `"${node.name}" is written ${signature(spec)}; it has ${node.args.length} arguments here`);
    }
    this.#output(node, spec);
    return 'number';
  }

  #output(node: Expression & { kind: 'indicator' }, spec: IndicatorSpec): void {
    const outputs = spec.outputs.map((name) => `.${name}`).join(', ');
    if (node.output === undefined) {
      if (!spec.outputs.includes('value'))
        this.report(node, `"${node.name}" has several outputs; expected one of ${outputs} after it`);
    } else if (!spec.outputs.includes(node.output)) {
      const choice = `${outputs}${didYouMean(node.output, spec.outputs)}`;
      this.report(node, `"${node.name}" has no output "${node.output}"; expected one of ${choice}`);
    }
  }

  /** A number or a parameter whose whole range fits. */
  #constant(node: Expression, range: { name: string; integer: boolean; min: number; max: number }, what: string): void {
    const kind = range.integer ? 'a whole number' : 'a number';
    const expected = `expected ${kind} from ${range.min} to ${range.max} for ${what}`;
    const parameter = node.kind === 'parameter' ? this.#scope.parameters[node.name] : undefined;
    if (node.kind === 'parameter' && !parameter) {
      this.#parameter(node);
      return;
    }
    const values = parameter
      ? [parameter.min, parameter.max, parameter.default, parameter.min + parameter.step]
      : [constantOf(node, {}) ?? Number.NaN];
    if (values.some((value) => Number.isNaN(value))) {
      this.report(node, `${expected}, or a parameter`);
      return;
    }
    const bounds = parameter ? values.slice(0, 3) : values;
    const fits = bounds.every((value) => value >= range.min && value <= range.max);
    const whole = !range.integer || values.every((value) => Number.isInteger(value));
    if (!fits || !whole)
      this.report(node, parameter ? `${expected}; the parameter "${nameOf(node)}" can leave that` : expected);
  }
}

function readsBars(node: Expression): boolean {
  if (node.kind === 'context') return node.name === 'day_change_percent';
  return node.kind === 'price' || node.kind === 'indicator' || childrenOf(node).some(readsBars);
}

function nameOf(node: Expression): string {
  return node.kind === 'parameter' ? node.name : '';
}

function isPositionState(node: Expression & { kind: 'context' }): boolean {
  return node.name === 'in_position' || node.name.startsWith('position.');
}

/** `macd(source, fast, slow, signal)`, as a message shows it. */
function signature(spec: IndicatorSpec): string {
  const names = spec.parameters.map((parameter) => parameter.name);
  return `${spec.name}(${(spec.takesSource ? ['close', ...names] : names).join(', ')})`;
}

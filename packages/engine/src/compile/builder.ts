import { constantOf, type Expression, printExpression, splitArguments } from '../expression/index.ts';
import { indicatorSpec } from '../indicators/index.ts';
import type { Indicator, IndicatorInput } from '../indicators/types.ts';
import type { OperandValue } from '../run/types.ts';
import type { CompiledCondition, PositionView } from './types.ts';

/** A number, or NaN for "undefined". Conditions are 1, 0 or NaN. */
export type Read = () => number;

/** What changes with each bar and is not in the indicator input. */
export interface BarContext {
  closeMinute: number;
  weekday: number;
  previousDayClose: number;
}

/**
 * Turns trees into closures over one shared state. Equal sub-expressions, known by their canonical text, become one
 * indicator and one history. `steps` runs once a bar, inner parts before outer ones.
 */
export class ProgramBuilder {
  readonly steps: (() => void)[] = [];
  readonly input: IndicatorInput;
  readonly context: BarContext = { closeMinute: 0, weekday: 0, previousDayClose: Number.NaN };
  readonly position: PositionView = { inPosition: false, bars: 0, profitPercent: 0 };
  readonly #reads = new Map<string, Read>();
  readonly #indicators = new Map<string, Indicator>();

  constructor(barMinutes: number) {
    const prices = { source: 0, open: 0, high: 0, low: 0, close: 0, volume: 0 };
    this.input = { ...prices, day: -1, minute: 0, sessionOpenMinute: 0, barMinutes };
  }

  condition(tree: Expression): CompiledCondition {
    const read = this.read(tree);
    const operands = operandsOf(tree).map((node) => ({ text: printExpression(node), read: this.read(node) }));
    return { text: printExpression(tree), fires: () => read() === 1, operands: () => valuesOf(operands) };
  }

  read(node: Expression): Read {
    const key = printExpression(node);
    const known = this.#reads.get(key);
    if (known) return known;
    const made = this.#make(node);
    this.#reads.set(key, made);
    return made;
  }

  #make(node: Expression): Read {
    const { position } = this;
    switch (node.kind) {
      case 'number':
        return constant(node.value);
      case 'time':
        return constant(node.minute);
      case 'price':
        return priceRead(node.source, this.input);
      case 'parameter':
        throw new Error(`parameter "${node.name}" was not resolved`);
      case 'context':
        return contextRead(node.name, this.context, { input: this.input, position });
      case 'indicator':
        return this.#indicatorRead(node);
      case 'ago':
        return this.#history(this.read(node.of), constantOf(node.bars, {}) ?? 0);
      case 'not': {
        const of = this.read(node.of);
        // 1 − NaN stays NaN: an undefined operand does not fire under `not` either.
        return () => 1 - of();
      }
      case 'negate': {
        const of = this.read(node.of);
        return () => -of();
      }
      case 'function':
        return functionRead(
          node.name,
          node.args.map((argument) => this.read(argument)),
        );
      case 'arithmetic':
        return arithmeticRead(node.op, this.read(node.left), this.read(node.right));
      case 'logic':
        return logicRead(node.op, this.read(node.left), this.read(node.right));
      case 'compare':
        return this.#compare(node);
    }
  }

  #compare(node: Expression & { kind: 'compare' }): Read {
    const left = this.read(node.left);
    const right = this.read(node.right);
    if (node.op === 'crosses above') return this.#crossing(left, right);
    if (node.op === 'crosses below') return this.#crossing(right, left);
    return compareRead(node.op, left, right);
  }

  /** a crosses above b: a > b on this bar and a ≤ b on the bar before. */
  #crossing(a: Read, b: Read): Read {
    // In an array, not in variables of the closure: those would be boxed anew on every bar.
    const difference = new Float64Array(2).fill(Number.NaN);
    this.steps.push(() => {
      difference[0] = difference[1] ?? Number.NaN;
      difference[1] = a() - b();
    });
    return () => {
      const before = difference[0] ?? Number.NaN;
      const now = difference[1] ?? Number.NaN;
      if (Number.isNaN(before) || Number.isNaN(now)) return Number.NaN;
      return now > 0 && before <= 0 ? 1 : 0;
    };
  }

  #history(of: Read, bars: number): Read {
    const size = bars + 1;
    const ring = new Float64Array(size).fill(Number.NaN);
    let newest = bars;
    this.steps.push(() => {
      newest = newest + 1 === size ? 0 : newest + 1;
      ring[newest] = of();
    });
    return () => {
      const oldest = newest + 1 === size ? 0 : newest + 1;
      return ring[oldest] ?? Number.NaN;
    };
  }

  #indicatorRead(node: Expression & { kind: 'indicator' }): Read {
    const spec = indicatorSpec(node.name);
    if (!spec) throw new Error(`no indicator "${node.name}"`);
    const { source, numbers } = splitArguments(node, spec);
    const args = numbers.map((argument) => constantOf(argument, {}) ?? Number.NaN);
    const sourceNode: Expression = source ?? { kind: 'price', source: 'close' };
    const key = `${node.name}(${spec.takesSource ? `${printExpression(sourceNode)}, ` : ''}${args.join(', ')})`;
    const output = node.output ?? 'value';
    const indicator =
      this.#indicators.get(key) ??
      this.#feed(key, spec.create(args), spec.takesSource ? this.read(sourceNode) : undefined);
    return () => indicator.value(output);
  }

  #feed(key: string, indicator: Indicator, source: Read | undefined): Indicator {
    const { input } = this;
    this.#indicators.set(key, indicator);
    this.steps.push(() => {
      const value = source ? source() : input.close;
      // An inner indicator that is not warm yet gives nothing to average over.
      if (Number.isNaN(value)) return;
      input.source = value;
      indicator.push(input);
    });
    return indicator;
  }
}

function constant(value: number): Read {
  return () => value;
}

function priceRead(source: (Expression & { kind: 'price' })['source'], input: IndicatorInput): Read {
  switch (source) {
    case 'open':
      return () => input.open;
    case 'high':
      return () => input.high;
    case 'low':
      return () => input.low;
    case 'close':
      return () => input.close;
    case 'volume':
      return () => input.volume;
    case 'hl2':
      return () => (input.high + input.low) / 2;
    case 'hlc3':
      return () => (input.high + input.low + input.close) / 3;
    case 'ohlc4':
      return () => (input.open + input.high + input.low + input.close) / 4;
  }
}

interface ContextParts {
  readonly input: IndicatorInput;
  readonly position: PositionView;
}

function contextRead(name: (Expression & { kind: 'context' })['name'], bar: BarContext, parts: ContextParts): Read {
  const { input, position } = parts;
  switch (name) {
    case 'time':
      return () => bar.closeMinute;
    case 'weekday':
      return () => bar.weekday;
    case 'day_change_percent':
      return () => (input.close / bar.previousDayClose - 1) * 100;
    case 'in_position':
      return () => (position.inPosition ? 1 : 0);
    case 'position.bars':
      return () => (position.inPosition ? position.bars : Number.NaN);
    case 'position.profit_percent':
      return () => (position.inPosition ? position.profitPercent : Number.NaN);
  }
}

function functionRead(name: (Expression & { kind: 'function' })['name'], args: readonly Read[]): Read {
  const first = args[0] ?? constant(Number.NaN);
  if (name === 'abs') return () => Math.abs(first());
  const pick = name === 'min' ? Math.min : Math.max;
  return () => {
    let value = first();
    for (let i = 1; i < args.length; i += 1) value = pick(value, args[i]?.() ?? Number.NaN);
    return value;
  };
}

function arithmeticRead(op: (Expression & { kind: 'arithmetic' })['op'], left: Read, right: Read): Read {
  switch (op) {
    case '+':
      return () => left() + right();
    case '-':
      return () => left() - right();
    case '*':
      return () => left() * right();
    case '/':
      return () => {
        const divisor = right();
        return divisor === 0 ? Number.NaN : left() / divisor;
      };
  }
}

/** Both sides are always read: the outcome may not depend on which side stood first. */
function logicRead(op: 'and' | 'or', left: Read, right: Read): Read {
  if (op === 'and') return () => left() * right();
  return () => {
    const sum = left() + right();
    return Math.min(sum, 1);
  };
}

function compareRead(op: '<' | '<=' | '>' | '>=' | '==' | '!=', left: Read, right: Read): Read {
  const holds = comparisons[op];
  return () => {
    const a = left();
    const b = right();
    if (Number.isNaN(a) || Number.isNaN(b)) return Number.NaN;
    return holds(a, b) ? 1 : 0;
  };
}

const comparisons = {
  '<': (a: number, b: number) => a < b,
  '<=': (a: number, b: number) => a <= b,
  '>': (a: number, b: number) => a > b,
  '>=': (a: number, b: number) => a >= b,
  '==': (a: number, b: number) => a === b,
  '!=': (a: number, b: number) => a !== b,
};

/** What an explanation lists: prices, indicators, earlier values and position state, each once, in the order of the text. */
function operandsOf(tree: Expression): Expression[] {
  const found = new Map<string, Expression>();
  const visit = (node: Expression): void => {
    switch (node.kind) {
      case 'price':
      case 'indicator':
      case 'context':
      case 'ago':
        found.set(printExpression(node), node);
        return;
      case 'not':
      case 'negate':
        visit(node.of);
        return;
      case 'function':
        node.args.forEach(visit);
        return;
      case 'arithmetic':
      case 'compare':
      case 'logic':
        visit(node.left);
        visit(node.right);
        return;
      default:
    }
  };
  visit(tree);
  return [...found.values()];
}

function valuesOf(operands: readonly { text: string; read: Read }[]): OperandValue[] {
  const values: OperandValue[] = [];
  for (const { text, read } of operands) {
    const value = read();
    if (Number.isFinite(value)) values.push({ text, value: Math.round(value * 1e4) / 1e4 });
  }
  return values;
}

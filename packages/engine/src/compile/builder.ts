import { INTERVAL_MINUTES, type Interval } from '@trickdesk/domain';
import {
  type AtExpression,
  constantOf,
  type Expression,
  printExpression,
  splitArguments,
} from '../expression/index.ts';
import { indicatorSpec } from '../indicators/index.ts';
import { BarBlock, type PriceField } from './bar-block.ts';
import { type ColumnShelf, shelved } from './column-shelf.ts';
import { below, history, indicatorStep, mapOne, mapTwo, type Outputs, type Step } from './columns.ts';
import { type Crossing, crossings } from './crossing.ts';
import { HeldRows } from './held-rows.ts';
import { LongerBars } from './longer-bars.ts';
import { operandsOf, valuesOf } from './operands.ts';
import { ARITHMETIC, COMPARISONS, LOGIC, type Operation, pick } from './operations.ts';
import { lastKnown } from './source-bars.ts';
import { type Span, spanOf } from './span.ts';
import type { CompiledCondition, PositionView, ProgramParts, Sources } from './types.ts';

const SESSION_MINUTES = 375;
const NO_SOURCES: Sources = new Map();

/** Length of a bar in minutes; a daily one lasts a full session. */
function barMinutesOf(interval: Interval): number {
  return interval === '1d' ? SESSION_MINUTES : INTERVAL_MINUTES[interval];
}

/** A number, or NaN for "undefined", at the block's row. Conditions are 1, 0 or NaN. */
export type Read = () => number;

/**
 * Turns trees into columns over a block of bars. Equal sub-expressions, known by their canonical text, become one column.
 * `steps` fills them, inner parts before outer ones. What depends on the open position is worked out when it is read.
 */
export class ProgramBuilder {
  readonly steps: Step[] = [];
  readonly block: BarBlock;
  readonly position: PositionView = { inPosition: false, bars: 0, profitPercent: 0 };
  readonly #interval: Interval;
  readonly #sources: Sources;
  readonly #columns = new Map<string, Float64Array>();
  /** By their columns. */
  readonly #spans = new Map<Float64Array, Span>();
  readonly #indicators = new Map<string, Outputs>();
  readonly #longer = new Map<Interval, LongerBars>();
  /** By the column that is above afterwards, and the other. */
  readonly #crossings = new Map<Span, Map<Span, Crossing>>();
  /** By their columns as well. */
  readonly #held = new Map<Float64Array, HeldRows>();

  readonly #shelf: ColumnShelf | undefined;

  constructor(interval: Interval, { capacity = 1, shelf, sources = NO_SOURCES }: ProgramParts = {}) {
    this.#interval = interval;
    this.#shelf = shelf;
    this.#sources = sources;
    this.block = new BarBlock(capacity);
  }

  condition(tree: Expression): CompiledCondition {
    const read = this.read(tree);
    const nodes = operandsOf(tree);
    const texts = nodes.map((node) => printExpression(node));
    const reads = nodes.map((node) => this.read(node));
    const readOperands = (into: Float64Array, at: number): void => {
      for (let i = 0; i < reads.length; i += 1) into[at + i] = reads[i]?.() ?? Number.NaN;
    };
    const scratch = new Float64Array(reads.length);
    const column = readsPosition(tree) ? undefined : this.column(tree);
    return {
      text: printExpression(tree),
      column,
      rows: column && this.#held.get(column),
      fires: () => read() === 1,
      operands: () => {
        readOperands(scratch, 0);
        return valuesOf(texts, scratch, 0);
      },
      operandCount: reads.length,
      readOperands,
      operandsAt: (numbers, at) => valuesOf(texts, numbers, at),
    };
  }

  read(node: Expression): Read {
    if (readsPosition(node)) return this.#readWithPosition(node);
    return this.block.reader(this.#span(node));
  }

  /** The position's part is flat here: columns are worked out between positions, before an exit is looked at. */
  column(node: Expression): Float64Array {
    const span = this.#span(node);
    span.isCopied = true;
    return span.column;
  }

  /** The same for who reads it where it lies. */
  #span(node: Expression): Span {
    return this.#spanOf(this.#known(node));
  }

  #spanOf(column: Float64Array): Span {
    const span = this.#spans.get(column) ?? spanOf(column);
    this.#spans.set(column, span);
    return span;
  }

  #known(node: Expression): Float64Array {
    const key = printExpression(node);
    const known = this.#columns.get(key);
    if (known) return known;
    const made = this.#make(node);
    this.#columns.set(key, made);
    return made;
  }

  #make(node: Expression): Float64Array {
    switch (node.kind) {
      case 'number':
        return this.#constant(node.value);
      case 'time':
        return this.#constant(node.minute);
      case 'price':
        return this.#price(node.source);
      case 'parameter':
        throw new Error(`parameter "${node.name}" was not resolved`);
      case 'context':
        return this.#context(node.name);
      case 'indicator':
        return this.#indicator(node);
      case 'ago':
        return this.#fill((out) => history(this.column(node.of), out, constantOf(node.bars, {}) ?? 0));
      case 'at':
        return this.#at(node);
      case 'not':
      case 'negate':
      case 'function': {
        const [first, ...others] = argumentsOf(node).map((argument) => this.column(argument));
        return this.#ofArguments(node, first ?? this.#constant(Number.NaN), others);
      }
      case 'arithmetic':
      case 'logic':
      case 'compare':
        return this.#ofSides(node);
    }
  }

  #at({ symbol, interval = this.#interval, of }: AtExpression): Float64Array {
    if (symbol === undefined) return this.#longerBars(interval).column(of);
    const source = this.#sources.get(symbol);
    if (!source) throw new Error(`the program was made without ${symbol}`);
    return this.#fill((out) => lastKnown(source.column(of, interval), this.block, out));
  }

  #longerBars(interval: Interval): LongerBars {
    const known = this.#longer.get(interval);
    if (known) return known;
    const made = new LongerBars(interval, this.block, new ProgramBuilder(interval));
    this.#longer.set(interval, made);
    this.steps.push(made.step);
    return made;
  }

  #fill(stepInto: (out: Float64Array) => Step): Float64Array {
    const out = new Float64Array(this.block.capacity);
    this.steps.push(stepInto(out));
    return out;
  }

  #constant(value: number): Float64Array {
    return new Float64Array(this.block.capacity).fill(value);
  }

  #price(source: (Expression & { kind: 'price' })['source']): Float64Array {
    const field = (name: 'open' | 'high' | 'low' | 'close' | 'volume'): Float64Array => this.block.column(name);
    switch (source) {
      case 'hl2':
        return this.#fill((out) => mapTwo(field('high'), field('low'), out, (high, low) => (high + low) / 2));
      case 'hlc3':
      case 'ohlc4': {
        const isFour = source === 'ohlc4';
        const upTo = isFour
          ? this.#fill((out) => mapTwo(field('open'), field('high'), out, ARITHMETIC['+']))
          : field('high');
        const withLow = this.#fill((out) => mapTwo(upTo, field('low'), out, ARITHMETIC['+']));
        const parts = isFour ? 4 : 3;
        return this.#fill((out) => mapTwo(withLow, field('close'), out, (sum, close) => (sum + close) / parts));
      }
      default:
        return field(source);
    }
  }

  #context(name: (Expression & { kind: 'context' })['name']): Float64Array {
    const { block } = this;
    switch (name) {
      case 'time':
        return block.column('closeMinute');
      case 'weekday':
        return block.column('weekday');
      case 'day_change_percent': {
        const before = block.column('previousDayClose');
        return this.#fill((out) => mapTwo(block.column('close'), before, out, (close, was) => (close / was - 1) * 100));
      }
      case 'in_position':
        return this.#constant(0);
      case 'position.bars':
      case 'position.profit_percent':
        return this.#constant(Number.NaN);
    }
  }

  #indicator(node: Expression & { kind: 'indicator' }): Float64Array {
    const spec = indicatorSpec(node.name);
    if (!spec) throw new Error(`no indicator "${node.name}"`);
    const { source, numbers } = splitArguments(node, spec);
    const args = numbers.map((argument) => constantOf(argument, {}) ?? Number.NaN);
    const sourceNode: Expression = source ?? { kind: 'price', source: 'close' };
    const key = `${node.name}(${spec.takesSource ? `${printExpression(sourceNode)}, ` : ''}${args.join(', ')})`;
    const out = new Float64Array(this.block.capacity);
    const outputs = this.#indicators.get(key);
    // One indicator gives all its outputs: another one joins the columns that its step fills.
    if (outputs) return this.#joined(outputs, node.output ?? 'value', out);
    const made: Outputs = new Map([[node.output ?? 'value', out]]);
    this.#indicators.set(key, made);
    const feed = {
      block: this.block,
      source: spec.takesSource ? () => this.column(sourceNode) : undefined,
      price: spec.takesSource ? priceFieldOf(sourceNode) : undefined,
      barMinutes: barMinutesOf(this.#interval),
    };
    const step = indicatorStep(spec.create(args), made, feed);
    const shelf = this.#shelf;
    const toSpan = (column: Float64Array): Span => this.#spanOf(column);
    this.steps.push(shelf ? shelved(step, { outputs: made, key, shelf, spanOf: toSpan }) : step);
    return out;
  }

  #joined(outputs: Outputs, name: string, out: Float64Array): Float64Array {
    const known = outputs.get(name);
    if (known) return known;
    outputs.set(name, out);
    return out;
  }

  #ofArguments(node: Folding, first: Float64Array, others: readonly Float64Array[]): Float64Array {
    const [one, two] = foldOf(node);
    return others.reduce(
      (so, other) => this.#fill((out) => mapTwo(so, other, out, two)),
      one === undefined ? first : this.#fill((out) => mapOne(first, out, one)),
    );
  }

  #ofSides(node: Sided): Float64Array {
    if (node.kind === 'compare' && node.op === 'crosses above') return this.#crossing(node.left, node.right);
    if (node.kind === 'compare' && node.op === 'crosses below') return this.#crossing(node.right, node.left);
    const left = this.column(node.left);
    const right = this.column(node.right);
    if (node.kind === 'compare' && (node.op === '<' || node.op === '<='))
      return this.#below(left, right, node.op === '<=');
    if (node.kind === 'compare' && (node.op === '>' || node.op === '>='))
      return this.#below(right, left, node.op === '>=');
    return this.#fill((out) => mapTwo(left, right, out, operationOf(node)));
  }

  #below(left: Float64Array, right: Float64Array, orEqual: boolean): Float64Array {
    const made = this.#toHold();
    this.steps.push(below(left, right, made, orEqual));
    return made.column;
  }

  /** Where the one crosses above the other. The other way round is worked out with it. */
  #crossing(one: Expression, other: Expression): Float64Array {
    const [a, b] = [this.#span(one), this.#span(other)];
    const reverse = this.#crossings.get(b)?.get(a);
    if (reverse) {
      reverse.below ??= this.#toHold();
      return reverse.below.column;
    }
    const known = this.#crossings.get(a)?.get(b);
    if (known) return known.above.column;
    const made: Crossing = { above: this.#toHold(), below: undefined };
    this.#crossings.set(a, (this.#crossings.get(a) ?? new Map()).set(b, made));
    this.steps.push(crossings(a, b, made));
    return made.above.column;
  }

  #toHold(): HeldRows {
    const made = new HeldRows(this.block.capacity);
    this.#held.set(made.column, made);
    return made;
  }

  /** The same operations, on what stands there when it is asked. */
  #readWithPosition(node: Expression): Read {
    const { position } = this;
    switch (node.kind) {
      case 'context':
        return positionRead(node.name, position);
      case 'not':
      case 'negate':
      case 'function': {
        const [one = same, two] = foldOf(node);
        const [first, ...others] = argumentsOf(node).map((argument) => this.read(argument));
        return () => others.reduce((so, other) => two(so, other()), one(first?.() ?? Number.NaN));
      }
      case 'arithmetic':
      case 'logic':
      case 'compare': {
        const [left, right, operation] = [this.read(node.left), this.read(node.right), operationOf(node)];
        return () => operation(left(), right());
      }
      default:
        throw new Error(`${node.kind} does not read the position`);
    }
  }
}

type Sided = Expression & { kind: 'arithmetic' | 'logic' | 'compare' };
type Folding = Expression & { kind: 'not' | 'negate' | 'function' };

function priceFieldOf(node: Expression): PriceField | undefined {
  if (node.kind !== 'price') return undefined;
  const { source } = node;
  return source === 'open' || source === 'high' || source === 'low' || source === 'close' ? source : undefined;
}

function same(value: number): number {
  return value;
}

function argumentsOf(node: Folding): readonly Expression[] {
  return node.kind === 'function' ? node.args : [node.of];
}

/** What is done with the first argument, and then with each of the others. */
function foldOf(node: Folding): readonly [((value: number) => number) | undefined, Operation] {
  const unused: Operation = (so) => so;
  if (node.kind === 'negate') return [(value) => -value, unused];
  // 1 − NaN stays NaN: an undefined operand does not fire under `not` either.
  if (node.kind === 'not') return [(value) => 1 - value, unused];
  return node.name === 'abs' ? [Math.abs, unused] : [undefined, pick(node.name)];
}

function operationOf(node: Sided): Operation {
  if (node.kind === 'arithmetic') return ARITHMETIC[node.op];
  if (node.kind === 'logic') return LOGIC[node.op];
  if (node.op === 'crosses above' || node.op === 'crosses below') throw new Error('a crossing looks at two bars');
  return COMPARISONS[node.op];
}

/**
 * Whether the value can differ within a bar, by the position. What looks back (`ago`, a crossing, an indicator) is
 * worked out before the position is looked at.
 */
function readsPosition(node: Expression): boolean {
  switch (node.kind) {
    case 'context':
      return node.name === 'in_position' || node.name === 'position.bars' || node.name === 'position.profit_percent';
    case 'not':
    case 'negate':
    case 'function':
      return argumentsOf(node).some(readsPosition);
    case 'compare':
      if (node.op === 'crosses above' || node.op === 'crosses below') return false;
      return readsPosition(node.left) || readsPosition(node.right);
    case 'arithmetic':
    case 'logic':
      return readsPosition(node.left) || readsPosition(node.right);
    default:
      return false;
  }
}

function positionRead(name: (Expression & { kind: 'context' })['name'], position: PositionView): Read {
  switch (name) {
    case 'in_position':
      return () => (position.inPosition ? 1 : 0);
    case 'position.bars':
      return () => (position.inPosition ? position.bars : Number.NaN);
    case 'position.profit_percent':
      return () => (position.inPosition ? position.profitPercent : Number.NaN);
    default:
      throw new Error(`${name} does not read the position`);
  }
}

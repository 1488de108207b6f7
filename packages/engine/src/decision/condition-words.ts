import { formatTimeOfDay, type Interval } from '@trickdesk/domain';
import { type AtExpression, type Expression, printExpression } from '../expression/index.ts';
import type { OperandValue } from '../run/types.ts';
import { behindGroups, countedStatements, groupsOf, type Statement, statementsOf } from './condition-groups.ts';
import { valueText } from './value-text.ts';

/** What each part of a condition says when the operands had these values. */
export type ConditionSpeaker = (operands: readonly OperandValue[]) => string[];

/**
 * What a condition that came true is made of, each part in words with the values that it had: all of them held, or where
 * one says “at least one of these 2”, of it and the next. A group begins with how many parts are its own, as in the rules
 * of a trick.
 */
export function conditionWords(tree: Expression, operands: readonly OperandValue[]): string[] {
  return conditionSpeaker(tree)(operands);
}

/** The same for a condition that is told of many times: what does not change with the values is worked out once. */
export function conditionSpeaker(tree: Expression): ConditionSpeaker {
  const parts = partsOf(tree).map(partWords);
  return (operands) => {
    const values = new Map(operands.map(({ text, value }) => [text, value]));
    return parts.map((words) => words(values));
  };
}

function partsOf(tree: Expression): readonly Statement[] {
  const said = groupsOf(tree);
  if (!('op' in said)) return [said];
  return said.op === 'and' ? statementsOf(said) : countedStatements(said);
}

type Values = ReadonlyMap<string, number>;
type Words = (values: Values) => string;
type Value = (values: Values) => number | undefined;

function partWords(statement: Statement): Words {
  const { of, isDenied } = statement;
  if (of.kind === 'context' && of.name === 'in_position') return heldWords(statement);
  const words = of.kind === 'compare' ? comparedWords(of) : sideOf(of);
  return (values) => behindGroups(statement, isDenied ? `not (${words(values)})` : words(values));
}

/** What is asked for of the position, and the same where it was so or was not. */
const HELD = { asked: 'in a position', so: 'in a position (yes)', notSo: 'in a position (no)' };
const NOT_HELD = { asked: 'not in a position', so: 'not in a position (yes)', notSo: 'not in a position (no)' };

function heldWords(statement: Statement): Words {
  const { of, isDenied } = statement;
  const words = isDenied ? NOT_HELD : HELD;
  const held = valueIn(of);
  return (values) => {
    const value = held(values);
    if (value === undefined) return behindGroups(statement, words.asked);
    return behindGroups(statement, (value !== 0) === isDenied ? words.notSo : words.so);
  };
}

function comparedWords(node: Expression & { readonly kind: 'compare' }): Words {
  const op = node.op.startsWith('crosses') ? node.op.replace('crosses', 'crossed') : node.op;
  const left = sideOf(node.left, valueIn(node.right));
  const right = sideOf(node.right, valueIn(node.left));
  return (values) => `${left(values)} ${op} ${right(values)}`;
}

/** The value that an expression had: of an operand, or a written number. */
function valueIn(node: Expression): Value {
  if (node.kind === 'number') return () => node.value;
  const text = printExpression(node);
  return (values) => values.get(text);
}

/** `EMA 20 (611.90)`: the name as people say it, and the value; a written number is its own value. */
function sideOf(node: Expression, besides: Value = () => undefined): Words {
  if (node.kind === 'arithmetic') return sumOf(node);
  const [text, name] = [printExpression(node), nameOf(node)];
  const isTime = node.kind === 'context' && node.name === 'time';
  return (values) => {
    const value = values.get(text);
    if (value === undefined) return name;
    return `${name} (${isTime ? formatTimeOfDay(value) : valueText(node, value, besides(values))})`;
  };
}

const SIGNS = { '+': '+', '-': '−', '*': '×', '/': '÷' } as const;
const LEVEL = { '+': 1, '-': 1, '*': 2, '/': 2 } as const;

/** `VWAP (2,002.83) − 2 × ATR 14 (3.1)`: each part with its own value. */
function sumOf(node: Expression & { readonly kind: 'arithmetic' }): Words {
  const part = (side: Expression, atLeast: number): Words => {
    const words = sideOf(side);
    return side.kind === 'arithmetic' && LEVEL[side.op] < atLeast ? (values) => `(${words(values)})` : words;
  };
  const level = LEVEL[node.op];
  const [left, right] = [part(node.left, level), part(node.right, level + 1)];
  return (values) => `${left(values)} ${SIGNS[node.op]} ${right(values)}`;
}

/** What people call an operand: `EMA 20`, `ADX 14 plus di`, `close`. */
export function nameOf(node: Expression): string {
  switch (node.kind) {
    case 'indicator':
      return indicatorName(node);
    case 'ago':
      return `${nameOf(node.of)} ${barsAgo(node.bars)}`;
    case 'at':
      return `${nameOf(node.of)} of ${barsWords(node)}`;
    case 'context':
      return node.name.replaceAll(/[._]/g, ' ');
    case 'number':
    case 'negate':
      return printExpression(node).replace(/^-/, '−');
    default:
      return printExpression(node);
  }
}

/** The close goes without saying: `ema(close, 9)` is “EMA 9”, `highest(high, 20)` is “HIGHEST 20 of high”. */
function indicatorName(node: Expression & { readonly kind: 'indicator' }): string {
  const isSource = (argument: Expression) => argument.kind === 'price';
  const numbers = node.args.filter((argument) => !isSource(argument)).map(printExpression);
  const { output } = node;
  // “ADX 14 adx” and “VWAP value” would say the same twice.
  const said = output === undefined || output === 'value' || output === node.name;
  const source = node.args.filter(isSource).map(printExpression)[0] ?? 'close';
  return [
    node.name.replaceAll('_', ' ').toUpperCase(),
    ...numbers,
    ...(said ? [] : [output.replaceAll('_', ' ')]),
    ...(source === 'close' ? [] : [`of ${source}`]),
  ].join(' ');
}

/** `daily bars`, `NIFTY`, `daily bars of NIFTY`. */
export function barsWords({ symbol, interval }: AtExpression): string {
  return [interval && INTERVAL_WORDS[interval], symbol].filter((part) => part !== undefined).join(' of ');
}

const INTERVAL_WORDS: Readonly<Record<Interval, string>> = {
  '1m': '1-minute bars',
  '3m': '3-minute bars',
  '5m': '5-minute bars',
  '10m': '10-minute bars',
  '15m': '15-minute bars',
  '30m': '30-minute bars',
  '1h': 'hourly bars',
  '1d': 'daily bars',
};

const COUNTS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** `three bars ago` */
export function barsAgo(bars: Expression): string {
  if (bars.kind !== 'number') return `${printExpression(bars)} bars ago`;
  return `${COUNTS[bars.value] ?? bars.value} ${bars.value === 1 ? 'bar' : 'bars'} ago`;
}

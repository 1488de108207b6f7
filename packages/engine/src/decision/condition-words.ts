import { formatTimeOfDay } from '@trickdesk/domain';
import { type Expression, printExpression } from '../expression/index.ts';
import type { OperandValue } from '../run/types.ts';
import { operandValue, valueText } from './value-text.ts';

/** The parts of a condition that hold together with `and`, each in words with the values that it had. */
export function conditionWords(tree: Expression, operands: readonly OperandValue[]): string[] {
  const values = new Map(operands.map(({ text, value }) => [text, value]));
  return conjuncts(tree).map((part) => wordsOf(part, values));
}

function conjuncts(tree: Expression): Expression[] {
  if (tree.kind === 'logic' && tree.op === 'and') return [...conjuncts(tree.left), ...conjuncts(tree.right)];
  return [tree];
}

type Values = ReadonlyMap<string, number>;

function wordsOf(node: Expression, values: Values): string {
  switch (node.kind) {
    case 'logic':
      return `${wordsOf(node.left, values)} ${node.op} ${wordsOf(node.right, values)}`;
    case 'not':
      return `not (${wordsOf(node.of, values)})`;
    case 'compare': {
      const op = node.op.startsWith('crosses') ? node.op.replace('crosses', 'crossed') : node.op;
      const left = sideOf(node.left, values, operandValue(node.right, values));
      return `${left} ${op} ${sideOf(node.right, values, operandValue(node.left, values))}`;
    }
    default:
      return sideOf(node, values);
  }
}

/** `EMA 20 (611.90)`: the name as people say it, and the value; a written number is its own value. */
function sideOf(node: Expression, values: Values, besides?: number): string {
  if (node.kind === 'arithmetic') return sumOf(node, values);
  const value = values.get(printExpression(node));
  const name = nameOf(node);
  if (value === undefined) return name;
  const isTime = node.kind === 'context' && node.name === 'time';
  return `${name} (${isTime ? formatTimeOfDay(value) : valueText(node, value, besides)})`;
}

const SIGNS = { '+': '+', '-': '−', '*': '×', '/': '÷' } as const;
const LEVEL = { '+': 1, '-': 1, '*': 2, '/': 2 } as const;

/** `VWAP (2,002.83) − 2 × ATR 14 (3.1)`: each part with its own value. */
function sumOf(node: Expression & { readonly kind: 'arithmetic' }, values: Values): string {
  const part = (side: Expression, atLeast: number): string => {
    const text = sideOf(side, values);
    return side.kind === 'arithmetic' && LEVEL[side.op] < atLeast ? `(${text})` : text;
  };
  const level = LEVEL[node.op];
  return `${part(node.left, level)} ${SIGNS[node.op]} ${part(node.right, level + 1)}`;
}

function nameOf(node: Expression): string {
  switch (node.kind) {
    case 'indicator':
      return indicatorName(node);
    case 'ago':
      return `${nameOf(node.of)} ${agoWords(node.bars)}`;
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

const COUNTS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

function agoWords(bars: Expression): string {
  if (bars.kind !== 'number') return `${printExpression(bars)} bars ago`;
  return `${COUNTS[bars.value] ?? bars.value} ${bars.value === 1 ? 'bar' : 'bars'} ago`;
}

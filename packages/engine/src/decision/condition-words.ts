import { formatTimeOfDay } from '@trickdesk/domain';
import { type Expression, printExpression } from '../expression/index.ts';
import type { OperandValue } from '../run/types.ts';

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
      return `${sideOf(node.left, values)} ${op} ${sideOf(node.right, values)}`;
    }
    default:
      return sideOf(node, values);
  }
}

/** `EMA 20 (611.9)`: the name as people say it, and the value; a written number is its own value. */
function sideOf(node: Expression, values: Values): string {
  const value = values.get(printExpression(node));
  const name = nameOf(node);
  if (value === undefined) return name;
  const isTime = node.kind === 'context' && node.name === 'time';
  return `${name} (${isTime ? formatTimeOfDay(value) : String(value)})`;
}

function nameOf(node: Expression): string {
  if (node.kind !== 'indicator') return printExpression(node);
  const numbers = node.args.filter((argument) => argument.kind !== 'price').map(printExpression);
  const words = [node.name.replaceAll('_', ' ').toUpperCase(), ...numbers];
  return node.output === undefined ? words.join(' ') : `${words.join(' ')} ${node.output.replaceAll('_', ' ')}`;
}

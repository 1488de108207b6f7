import { formatTimeOfDay } from '@trickdesk/domain';
import type { AtExpression, Expression } from './tree.ts';

/** How tightly a node holds together; the parser's binding powers are the same numbers. */
export const PRECEDENCE = {
  or: 1,
  and: 2,
  not: 3,
  compare: 4,
  sum: 5,
  product: 6,
  negate: 7,
  at: 8,
  postfix: 9,
} as const;

/** Canonical text: one space around operators, no parenthesis that the grammar does not need. */
export function printExpression(node: Expression): string {
  switch (node.kind) {
    case 'number':
      return printNumber(node.value);
    case 'time':
      return formatTimeOfDay(node.minute);
    case 'price':
      return node.source;
    case 'parameter':
    case 'context':
      return node.name;
    case 'indicator':
      return `${node.name}(${node.args.map(printExpression).join(', ')})${node.output === undefined ? '' : `.${node.output}`}`;
    case 'function':
      return `${node.name}(${node.args.map(printExpression).join(', ')})`;
    case 'ago':
      return `${wrap(node.of, PRECEDENCE.postfix)}[${printExpression(node.bars)}]`;
    case 'at':
      return [wrap(node.of, PRECEDENCE.postfix), '@', ...placeTexts(node)].join(' ');
    case 'not':
      return `not ${wrap(node.of, PRECEDENCE.not)}`;
    case 'negate':
      return `-${wrap(node.of, PRECEDENCE.negate)}`;
    case 'compare':
      // Comparisons do not chain, so an equal level needs parentheses on both sides.
      return `${wrap(node.left, PRECEDENCE.compare + 1)} ${node.op} ${wrap(node.right, PRECEDENCE.compare + 1)}`;
    case 'arithmetic':
    case 'logic': {
      const level = precedenceOf(node);
      return `${wrap(node.left, level)} ${node.op} ${wrap(node.right, level + 1)}`;
    }
  }
}

/** Names of which a word of the language is made stand alone, the others in quotes. */
const PLAIN_SYMBOL = /^[A-Z_][A-Z0-9_]*$/;

function placeTexts({ symbol, interval }: AtExpression): string[] {
  const name = symbol === undefined || PLAIN_SYMBOL.test(symbol) ? symbol : `"${symbol}"`;
  return [name, interval].filter((part) => part !== undefined);
}

function wrap(node: Expression, atLeast: number): string {
  const text = printExpression(node);
  return precedenceOf(node) < atLeast ? `(${text})` : text;
}

function precedenceOf(node: Expression): number {
  switch (node.kind) {
    case 'logic':
      return PRECEDENCE[node.op];
    case 'not':
      return PRECEDENCE.not;
    case 'compare':
      return PRECEDENCE.compare;
    case 'arithmetic':
      return node.op === '+' || node.op === '-' ? PRECEDENCE.sum : PRECEDENCE.product;
    case 'negate':
      return PRECEDENCE.negate;
    case 'at':
      return PRECEDENCE.at;
    case 'number':
      return node.value < 0 ? PRECEDENCE.negate : PRECEDENCE.postfix;
    default:
      return PRECEDENCE.postfix;
  }
}

function printNumber(value: number): string {
  const text = String(value);
  return text.includes('e-') ? value.toFixed(10).replace(/0+$/, '') : text;
}

import { type Expression, printExpression } from '../expression/index.ts';
import type { OperandValue } from '../run/types.ts';

/** What an explanation lists: prices, indicators, earlier values and position state, each once, in the order of the text. */
export function operandsOf(tree: Expression): Expression[] {
  const found = new Map<string, Expression>();
  const visit = (node: Expression): void => {
    switch (node.kind) {
      case 'price':
      case 'indicator':
      case 'context':
      case 'ago':
      case 'at':
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

/** Those that are defined, rounded to four decimals. */
export function valuesOf(texts: readonly string[], numbers: Float64Array, at: number): OperandValue[] {
  const values: OperandValue[] = [];
  texts.forEach((text, i) => {
    const value = numbers[at + i] ?? Number.NaN;
    if (Number.isFinite(value)) values.push({ text, value: Math.round(value * 1e4) / 1e4 });
  });
  return values;
}

import type { StrategyDefinition } from '../definition/schema.ts';
import type { Expression } from '../expression/index.ts';

/** Puts the values of parameters into a tree; what comes out reads no name that a user chose. */
export function withParameters(node: Expression, values: Readonly<Record<string, number>>): Expression {
  const inside = (child: Expression): Expression => withParameters(child, values);
  switch (node.kind) {
    case 'number':
    case 'time':
    case 'price':
    case 'context':
      return node;
    case 'parameter':
      return numberNode(values[node.name], node.name);
    case 'indicator':
    case 'function':
      return { ...node, args: node.args.map(inside) };
    case 'ago':
      return { ...node, of: inside(node.of), bars: inside(node.bars) };
    case 'at':
    case 'not':
    case 'negate':
      return { ...node, of: inside(node.of) };
    case 'arithmetic':
    case 'compare':
    case 'logic':
      return { ...node, left: inside(node.left), right: inside(node.right) };
  }
}

function numberNode(value: number | undefined, name: string): Expression {
  if (value === undefined) throw new RangeError(`parameter "${name}" has no value`);
  return value < 0 ? { kind: 'negate', of: { kind: 'number', value: -value } } : { kind: 'number', value };
}

/** Every parameter at its default. */
export function resolveDefaults({ parameters }: Pick<StrategyDefinition, 'parameters'>): Record<string, number> {
  return Object.fromEntries(Object.entries(parameters).map(([name, range]) => [name, range.default]));
}

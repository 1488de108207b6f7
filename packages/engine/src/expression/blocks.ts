import { printExpression } from './print.ts';
import type { CompareOperator, Expression, LogicOperator } from './tree.ts';

/**
 * A condition as a builder shows it: comparisons of two texts, gathered by `and` and `or`. The texts are canonical;
 * put together again (`items` with `op` between them, groups inside groups in parentheses) they are the same tree.
 */
export type ConditionBlock =
  | { readonly kind: 'group'; readonly op: LogicOperator; readonly items: readonly ConditionBlock[] }
  | { readonly kind: 'not'; readonly of: ConditionBlock }
  | { readonly kind: 'compare'; readonly left: string; readonly op: CompareOperator; readonly right: string }
  /** Whatever is true or false by itself, such as `in_position`. */
  | { readonly kind: 'text'; readonly text: string };

export function blocksOf(tree: Expression): ConditionBlock {
  switch (tree.kind) {
    case 'logic': {
      const { op, left, right } = tree;
      const before = left.kind === 'logic' && left.op === op ? blocksOf(left) : undefined;
      const items = before?.kind === 'group' ? before.items : [blocksOf(left)];
      return { kind: 'group', op, items: [...items, blocksOf(right)] };
    }
    case 'not':
      return { kind: 'not', of: blocksOf(tree.of) };
    case 'compare':
      return { kind: 'compare', left: sideText(tree.left), op: tree.op, right: sideText(tree.right) };
    default:
      return { kind: 'text', text: printExpression(tree) };
  }
}

/** What holds together less tightly than a comparison needs its parentheses at the side of one. */
function sideText(side: Expression): string {
  const text = printExpression(side);
  return side.kind === 'logic' || side.kind === 'not' || side.kind === 'compare' ? `(${text})` : text;
}

import type { ConditionBlock } from './check.worker.ts';

/** The text of blocks, as the engine reads it. Nothing is lost: reading it gives these blocks again. */
export function textOf(block: ConditionBlock): string {
  switch (block.kind) {
    case 'group':
      return block.items.map(partOf).join(` ${block.op} `);
    case 'not':
      return `not ${partOf(block.of)}`;
    case 'compare':
      return `${sideOf(block.left)} ${block.op} ${sideOf(block.right)}`;
    case 'text':
      return block.text;
  }
}

/** What is joined with others, or denied. What a person types there may be a group by itself. */
function partOf(block: ConditionBlock): string {
  const text = textOf(block);
  const isGroup = block.kind === 'group' || (block.kind === 'text' && /\b(and|or)\b/i.test(outsideOf(text)));
  return isGroup ? `(${text})` : text;
}

/** What a person types at one side of a comparison must not take the other side apart: it gets parentheses then. */
function sideOf(typed: string): string {
  return /\b(and|or|not|crosses)\b|[<>=!]/i.test(outsideOf(typed)) ? `(${typed})` : typed;
}

/** A text without what stands in its parentheses. */
function outsideOf(text: string): string {
  let outside = text;
  for (let before = ''; before !== outside; ) {
    before = outside;
    outside = outside.replace(/\([^()]*\)/g, '');
  }
  return outside;
}

/** A comparison to begin with; it is right everywhere. */
export const NEW_COMPARISON: ConditionBlock = {
  kind: 'compare',
  left: 'close',
  op: 'crosses above',
  right: 'sma(close, 20)',
};

/** Puts a block after the others; what was there alone becomes the first of a group. */
export function withMore(block: ConditionBlock | undefined): ConditionBlock {
  if (block === undefined) return NEW_COMPARISON;
  if (block.kind === 'group') return { ...block, items: [...block.items, NEW_COMPARISON] };
  return { kind: 'group', op: 'and', items: [block, NEW_COMPARISON] };
}

/** Without one of a group's parts; a group of one is that one, a group of none nothing. */
export function without(items: readonly ConditionBlock[], index: number): ConditionBlock | undefined {
  const left = items.filter((_, i) => i !== index);
  return left.length > 1 ? { kind: 'group', op: 'and', items: left } : left[0];
}

import { blocksOf, type Expression, parseExpression, printExpression } from '@trickdesk/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NEW_COMPARISON, textOf, withMore, without } from './condition-text.ts';

const canonical = (text: string): string => {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.error.message}`);
  return printExpression(parsed.tree);
};
const blocks = (text: string) => {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return blocksOf(parsed.tree);
};

const number = fc.oneof(
  fc.constantFrom<Expression>(
    { kind: 'price', source: 'close' },
    { kind: 'parameter', name: 'fast' },
    { kind: 'context', name: 'position.bars' },
    { kind: 'indicator', name: 'macd', args: [], output: 'line' },
  ),
  fc.integer({ min: 0, max: 99_999 }).map((n): Expression => ({ kind: 'number', value: n / 100 })),
);
const sum = fc
  .tuple(number, fc.constantFrom('+' as const, '-', '*', '/'), number)
  .map(([left, op, right]): Expression => ({ kind: 'arithmetic', op, left, right }));
const comparison = fc
  .tuple(
    fc.oneof(number, sum),
    fc.constantFrom('<' as const, '<=', '>', '>=', '==', '!=', 'crosses above', 'crosses below'),
    fc.oneof(number, sum),
  )
  .map(([left, op, right]): Expression => ({ kind: 'compare', op, left, right }));
/** Any condition, deep and unlikely ones too. */
const { condition } = fc.letrec<{ condition: Expression }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    comparison,
    fc.constant<Expression>({ kind: 'context', name: 'in_position' }),
    fc.record({ kind: fc.constant('not' as const), of: tie('condition') }),
    fc.record({
      kind: fc.constant('logic' as const),
      op: fc.constantFrom('and' as const, 'or'),
      left: tie('condition'),
      right: tie('condition'),
    }),
    // Conditions at the sides of a comparison mean nothing, but a person can write them.
    fc.record({
      kind: fc.constant('compare' as const),
      op: fc.constantFrom('>' as const, '=='),
      left: tie('condition'),
      right: number,
    }),
  ),
}));

test('text becomes blocks and the same text again, whatever the condition', () => {
  fc.assert(
    fc.property(condition, (tree) => {
      const text = printExpression(tree);
      expect(canonical(textOf(blocks(text)))).toBe(text);
    }),
    { numRuns: 2_000 },
  );
});

test('what is typed at one side never takes the other side apart', () => {
  const typed = { kind: 'compare' as const, left: 'close > 1 or open', op: '<' as const, right: '5' };
  expect(textOf(typed)).toBe('(close > 1 or open) < 5');
  expect(textOf({ ...typed, left: 'max(open, close)' })).toBe('max(open, close) < 5');
});

test('what is typed into one part of a group or of a “not” stays in that part', () => {
  const part = { kind: 'text' as const, text: 'in_position or close > 1' };
  const other = { kind: 'compare' as const, left: 'open', op: '<' as const, right: '5' };
  const typed = blocks(part.text);
  for (const items of [
    [part, other],
    [other, part],
  ]) {
    const whole = { kind: 'group' as const, op: 'and' as const, items };
    const read = { ...whole, items: items.map((item) => (item === part ? typed : item)) };
    expect(blocks(textOf(whole))).toEqual(read);
  }
  expect(blocks(textOf({ kind: 'not', of: part }))).toEqual({ kind: 'not', of: typed });
  expect(textOf({ kind: 'not', of: { ...part, text: 'max(open, close) > 5' } })).toBe('not max(open, close) > 5');
});

test('a first condition stands alone, a second joins it, and the last one taken away leaves nothing', () => {
  const one = withMore(undefined);
  expect(one).toEqual(NEW_COMPARISON);
  const two = withMore(one);
  expect(textOf(two)).toBe(`${textOf(one)} and ${textOf(one)}`);
  if (two.kind !== 'group') throw new Error('two conditions make a group');
  expect(without(two.items, 1)).toEqual(one);
  expect(without([one], 0)).toBeUndefined();
});

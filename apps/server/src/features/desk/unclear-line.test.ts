import { expect, test } from 'vitest';
import { bought, entry, lineWith, sale, stop } from './testing/planned-line.ts';
import { unclearIn } from './unclear-line.ts';

test.each<[string, Parameters<typeof lineWith>[0], string | undefined]>([
  ['nothing was ever ordered', [], undefined],
  ['what was bought was sold', [bought(10), sale(10, 'filled', { filled: 10 })], undefined],
  ['an entry came to nothing', [entry(10, 'cancelled'), entry(10, 'rejected')], undefined],
  ['an entry may be at the broker', [entry(10, 'unknown')], 'is unclear'],
  ['one was sent and has no answer', [entry(10, 'sent')], 'is unclear'],
  ['an entry rests', [entry(10, 'open')], 'is still at the broker'],
  ['a stop rests', [bought(10), sale(10, 'filled', { filled: 10 }), stop(10)], 'is still at the broker'],
  ['something is held', [bought(10)], 'is still at the broker'],
  ['more was sold than was held', [bought(10), sale(12, 'filled', { filled: 12 })], 'is still at the broker'],
])('whether anything may be entered where %s', (_, orders, words) => {
  const veto = unclearIn(lineWith(orders));
  expect(veto?.rule).toBe(words && 'order_unclear');
  expect(veto?.sentence ?? '').toContain(words ?? '');
});

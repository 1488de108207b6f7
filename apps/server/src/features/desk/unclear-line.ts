import { type EntryVeto, heldOf, isOver, isUnclear, type Line } from './model.ts';

/** Nothing new is bought while an order of the same base is, or may be, at the broker. */
export function unclearIn(line: Line): EntryVeto | undefined {
  const { symbol } = line.instrument;
  if (line.orders.some(isUnclear)) {
    const sentence = `An earlier order in ${symbol} is unclear: nothing new is bought until the broker has shown it.`;
    return { rule: 'order_unclear', sentence };
  }
  if (line.orders.every(isOver) && heldOf(line) === 0) return undefined;
  const sentence = `An earlier order in ${symbol} is still at the broker: nothing new is bought until it has ended.`;
  return { rule: 'order_unclear', sentence };
}

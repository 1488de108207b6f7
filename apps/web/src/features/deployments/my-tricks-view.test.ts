import { expect, test } from 'vitest';
import { emptinessOf, filterIn } from './my-tricks-view.ts';

test('an empty list of one state leads to all states of the same mode, and says no more than it knows', () => {
  for (const mode of ['Live', 'Test'] as const) {
    for (const status of ['1', '2', '3', '4'] as const) {
      const why = emptinessOf(mode, status);
      if (why.kind !== 'none_with_state') throw new Error(`${mode} ${status} claims ${why.kind}`);
      const query = Object.fromEntries(new URL(why.all, 'http://localhost').searchParams);
      expect(filterIn(query)).toEqual({ type: mode, trickStatus: 0, brokerId: 0 });
    }
  }
  expect(emptinessOf('Live', '0')).toEqual({ kind: 'none_live' });
  expect(emptinessOf('Test', '0')).toEqual({ kind: 'none_at_all' });
});

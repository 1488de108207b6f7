import type { TrickReadiness } from '@trickdesk/contract';
import { expect, test } from 'vitest';
import { groupsOf, saysOnlyStopped } from './readiness-view.ts';

const trick = (id: number, more: Partial<TrickReadiness> = {}): TrickReadiness => ({
  TricksId: id,
  name: `Trick ${id}`,
  badge: 'test',
  verdict: 'will_trade',
  causes: [],
  stop: { rests: false, needed: false, why: '' },
  ...more,
});
const because = (code: string): Partial<TrickReadiness> => ({
  verdict: 'will_not',
  causes: [{ code, sentence: '' }],
});

test('live and test are counted apart, live first; groups without tricks are left out', () => {
  const groups = groupsOf([trick(1), trick(2, { badge: 'live_simulated', ...because('funds') }), trick(3)]);
  expect(groups.map(({ badge, tricks, willTrade }) => [badge, tricks.length, willTrade])).toEqual([
    ['live_simulated', 1, 0],
    ['test', 2, 2],
  ]);
  expect(groupsOf([])).toEqual([]);
});

test('a bare position comes first, then what does not trade, then what does, and what was stopped last', () => {
  const [group] = groupsOf([
    trick(1, because('stopped')),
    trick(2),
    trick(3, because('funds')),
    trick(4, { stop: { rests: false, needed: true, why: '' } }),
  ]);
  expect(group?.tricks.map(({ TricksId }) => TricksId)).toEqual([4, 3, 2, 1]);
});

test('a trick that its owner has not started needs no second line that says so, unless it still holds something', () => {
  expect(saysOnlyStopped(trick(1, because('stopped')))).toBe(true);
  expect(saysOnlyStopped(trick(1, because('funds')))).toBe(false);
  expect(saysOnlyStopped(trick(1))).toBe(false);
  const holding = { ...because('stopped'), stop: { rests: true, needed: true, why: '' } };
  expect(saysOnlyStopped(trick(1, holding))).toBe(false);
});

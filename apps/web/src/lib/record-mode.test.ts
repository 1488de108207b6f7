import { expect, test } from 'vitest';
import { badgeOfMode, isLiveOf, modeIn } from './record-mode.ts';

test('an address without a mode is live, and nothing else than the two modes is taken', () => {
  expect(modeIn({})).toBe('Live');
  expect(modeIn({ type: 'Test' })).toBe('Test');
  expect(modeIn({ is_live: '0' })).toBe('Test');
  expect(modeIn({ type: 'Live', is_live: '0' })).toBe('Live');
  expect(modeIn({ type: 'paper' })).toBe('Live');
});

test('figures of the simulated broker never bear the live badge', () => {
  expect(badgeOfMode('Live', true)).toBe('live_simulated');
  expect(badgeOfMode('Live', false)).toBe('live');
  expect(badgeOfMode('Test', false)).toBe('test');
  expect([isLiveOf('Live'), isLiveOf('Test')]).toEqual([1, 0]);
});

import { expect, test } from 'vitest';
import { badgeOf, isPreparing, startingMode, stateOf } from './api.ts';

const summary = (runningTricks: number, openPositions = 0) => ({
  capitalPaise: 0,
  dayPnlPaise: 0,
  totalPnlPaise: 0,
  chargesPaise: 0,
  openPositions,
  handPositions: 0,
  runningTricks,
});

test('live comes first where something is live, test otherwise', () => {
  expect(startingMode({ summary: { live: summary(0), test: summary(3) }, myTricks: [] })).toBe('test');
  expect(startingMode({ summary: { live: summary(1), test: summary(3) }, myTricks: [] })).toBe('live');
  expect(startingMode({ summary: { live: summary(0, 1), test: summary(3) }, myTricks: [] })).toBe('live');
});

test('live figures of the simulated broker never bear the live badge', () => {
  expect(badgeOf('live', true)).toBe('live_simulated');
  expect(badgeOf('live', false)).toBe('live');
  expect(badgeOf('test', false)).toBe('test');
});

test('a trick that still sells says so, even when it was halted', () => {
  expect(stateOf({ trickStatus: 3, phase: 'exiting' })).toBe('exiting');
  expect(stateOf({ trickStatus: 1, phase: 'stopping' })).toBe('stopping');
  expect(stateOf({ trickStatus: 3, phase: 'idle' })).toBe('halted');
  expect([1, 2, 4].map((trickStatus) => stateOf({ trickStatus, phase: 'idle' }))).toEqual([
    'running',
    'stopped',
    'exited',
  ]);
});

test('the desk looks again while back-tests or the history of the demo are being made', () => {
  const all = { done: 16, total: 16 };
  expect(isPreparing({ preparation: all })).toBe(false);
  expect(isPreparing({ preparation: { done: 15, total: 16 } })).toBe(true);
  expect(isPreparing({ preparation: all, demoHistory: { done: 3, total: 37 } })).toBe(true);
});

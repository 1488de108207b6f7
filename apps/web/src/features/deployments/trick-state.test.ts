import { expect, test } from 'vitest';
import { brokerIn, filterIn, pageIn, statusIn } from './my-tricks-view.ts';
import { stateOf, toneOf, verbsOf } from './trick-state.ts';

const trick = (
  trickStatus: number,
  phase: 'running' | 'stopping' | 'exiting' | 'idle',
  openPositions = 0,
  waiting = 0,
) => ({
  trickStatus,
  phase,
  openPositions,
  plan: { waitingEntries: { count: waiting, quantity: waiting * 10 } },
  mode: 'Test' as const,
});

test('a trick that still sells or waits for its exits says so; a halted one says that first', () => {
  expect(stateOf(trick(1, 'running'))).toBe('running');
  expect(stateOf(trick(1, 'stopping'))).toBe('stopping');
  expect(stateOf(trick(1, 'exiting'))).toBe('exiting');
  expect(stateOf(trick(3, 'stopping'))).toBe('halted');
  expect(stateOf(trick(2, 'idle'))).toBe('stopped');
  expect(stateOf(trick(4, 'idle'))).toBe('exited');
  expect(toneOf(trick(3, 'idle'))).toBe('bad');
});

test('a running trick can be stopped, and sold where it holds something', () => {
  expect(verbsOf(trick(1, 'running'))).toMatchObject({ start: false, stop: true, sell: false });
  expect(verbsOf(trick(1, 'running', 2))).toMatchObject({ start: false, stop: true, sell: true });
});

test('one that stops may still be sold, one that sells is only watched', () => {
  expect(verbsOf(trick(1, 'stopping', 1))).toMatchObject({ start: false, stop: false, sell: true });
  expect(verbsOf(trick(1, 'exiting', 1))).toMatchObject({ start: false, stop: false, sell: false });
});

test('stopped, exited and halted ones can start; a halted one that holds something can be sold', () => {
  expect(verbsOf(trick(2, 'idle')).start).toBe(true);
  expect(verbsOf(trick(4, 'idle')).start).toBe(true);
  expect(verbsOf(trick(3, 'stopping', 1))).toMatchObject({ start: true, stop: false, sell: true });
});

test('an entry that is under way can be withdrawn with a sale, though nothing is held yet', () => {
  expect(verbsOf(trick(1, 'running', 0, 1))).toMatchObject({ stop: true, sell: true });
  expect(verbsOf(trick(1, 'stopping', 0, 1)).sell).toBe(true);
  expect(verbsOf(trick(2, 'idle', 0, 0)).sell).toBe(false);
});

test('what a halted or a stopping live trick holds can be handed over; what it sells already, or holds no more, cannot', () => {
  const live = (...facts: Parameters<typeof trick>) => ({ ...trick(...facts), mode: 'Live' as const });
  expect(verbsOf(live(3, 'stopping', 1)).stop).toBe(true);
  expect(verbsOf(live(1, 'stopping', 1)).stop).toBe(true);
  expect(verbsOf(live(1, 'stopping', 0, 1)).stop).toBe(true);
  expect(verbsOf(live(1, 'exiting', 1)).stop).toBe(false);
  expect(verbsOf(live(3, 'idle')).stop).toBe(false);
  expect(verbsOf(live(2, 'idle')).stop).toBe(false);
});

test('a test trick can go live unless it sells; a live one can start, and goes back to test once it has ended flat', () => {
  expect(verbsOf(trick(1, 'running', 1))).toMatchObject({ goLive: true, backToTest: false });
  expect(verbsOf(trick(2, 'idle')).goLive).toBe(true);
  expect(verbsOf(trick(1, 'exiting', 1)).goLive).toBe(false);
  const live = { ...trick(2, 'idle'), mode: 'Live' as const };
  expect(verbsOf(live)).toMatchObject({ start: true, goLive: false, backToTest: true });
  expect(verbsOf({ ...live, trickStatus: 1, phase: 'running' }).backToTest).toBe(false);
});

test('my tricks open live, running, of every broker, six a page', () => {
  expect(pageIn({})).toEqual({ type: 'Live', trickStatus: 1, brokerId: 0, pageNumber: 1, pageSize: 6 });
});

test('what the address says is asked for, and nonsense in it is not', () => {
  expect(filterIn({ type: 'Test', trickStatus: '0', brokerId: '7', search: 'EMA' })).toEqual({
    type: 'Test',
    trickStatus: 0,
    brokerId: 7,
    Search: 'EMA',
  });
  expect(statusIn({ trickStatus: '9' })).toBe('1');
  expect(brokerIn({ brokerId: '-3' })).toBe(0);
});

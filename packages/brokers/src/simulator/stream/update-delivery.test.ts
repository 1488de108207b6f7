import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFaults, zFaultOrder } from '../faults.ts';
import { createUpdateDelivery, type UpdateOutlet } from './update-delivery.ts';

const OPEN = 1;
let now = 1_000;
const faults = createFaults(undefined, true);
const order = (body: object): void => faults.apply(zFaultOrder.parse(body));

function listener() {
  const heard: string[] = [];
  const socket: UpdateOutlet = { readyState: OPEN, OPEN, send: (text) => void heard.push(String(text)) };
  return { heard, socket };
}

beforeEach(() => {
  vi.useFakeTimers();
  order({ clear: true });
});
afterEach(() => {
  vi.useRealTimers();
});

function delivery() {
  const { heard, socket } = listener();
  const made = createUpdateDelivery(faults, () => now);
  return { ...made, heard, say: (...texts: string[]) => texts.forEach((text) => void made.send([socket], text)) };
}

test('without a fault an update is there at once, in order', () => {
  const { heard, say, counters } = delivery();
  say('a', 'b');
  expect(heard).toEqual(['a', 'b']);
  expect(counters()).toEqual({ sent: 2, lost: 0 });
});

test('a delayed update comes late', () => {
  order({ updates: { delayMs: 500 } });
  const { heard, say } = delivery();
  say('a');
  vi.advanceTimersByTime(499);
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(heard).toEqual(['a']);
});

test('a duplicated update comes as often as ordered', () => {
  order({ updates: { copies: 2 } });
  const { heard, say, counters } = delivery();
  say('a', 'b');
  expect(heard).toEqual(['a', 'a', 'a', 'b', 'b', 'b']);
  expect(counters().sent).toBe(6);
});

test('reordered updates of a stretch come last first, and none is lost when the fault is cleared meanwhile', () => {
  order({ updates: { reorderMs: 200 } });
  const { heard, say } = delivery();
  say('a', 'b');
  order({ clear: true });
  say('c');
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(200);
  expect(heard).toEqual(['c', 'b', 'a']);
  say('d');
  expect(heard.at(-1)).toBe('d');
});

test('so many updates as ordered are lost, then they come again', () => {
  order({ updates: { lose: 2 } });
  const { heard, say, counters } = delivery();
  say('a', 'b', 'c');
  expect(heard).toEqual(['c']);
  expect(counters().lost).toBe(2);
});

test('what is said while the socket is mute is never said again', () => {
  const { heard, say, mute } = delivery();
  mute(5_000);
  say('a');
  now += 5_000;
  say('b');
  expect(heard).toEqual(['b']);
});

test('closing ends what is still on its way', () => {
  order({ updates: { delayMs: 100 } });
  const { heard, say, close } = delivery();
  say('a');
  close();
  vi.advanceTimersByTime(1_000);
  expect(heard).toEqual([]);
});

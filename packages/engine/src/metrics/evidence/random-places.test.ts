import { createRandom } from '@trickdesk/domain';
import { expect, test } from 'vitest';
import { type Placing, placeAnywhere, placeWithinSessions } from './random-places.ts';

function drawn(placing: Placing | undefined, times: number): (readonly number[])[] {
  const random = createRandom('drawn');
  return Array.from({ length: times }, () => placing?.draw(random) ?? []);
}

test('positions over nights follow one another in any order, each as often', () => {
  const orders = new Map<string, number>();
  for (const places of drawn(placeAnywhere([1, 2, 3], 12), 3_000)) {
    const order = [0, 1, 2].toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0)).join();
    orders.set(order, (orders.get(order) ?? 0) + 1);
  }
  expect(orders.size).toBe(6);
  for (const times of orders.values()) expect(Math.abs(times - 500)).toBeLessThan(100);
});

test('positions that have to overlap reach every place', () => {
  expect(new Set(drawn(placeAnywhere([4, 4], 6), 100).flat())).toEqual(new Set([0, 1]));
});

test('in sessions of any length each place comes up as often', () => {
  const lengths = [2, 40, 2, 2, 3, 30, 2];
  const session = lengths.flatMap((bars, i) => new Array<number>(bars).fill(i));
  const counts = new Map<number, number>();
  for (const [from = -1] of drawn(placeWithinSessions([1], session), 7_400)) {
    counts.set(from, (counts.get(from) ?? 0) + 1);
  }
  // All but the last bar of each session.
  expect(counts.size).toBe(session.length - lengths.length);
  for (const times of counts.values()) expect(Math.abs(times - 100)).toBeLessThan(50);
});

test('within a session one may end in the bar in which the next begins, and neither reaches into the other', () => {
  const session = new Array<number>(5).fill(1);
  const both = drawn(placeWithinSessions([2, 2], session), 300).map(([first, second]) => `${first} ${second}`);
  // Where the first is in the middle, nothing is free.
  expect(new Set(both.filter((places) => !places.startsWith('1')))).toEqual(new Set(['0 2', '2 0']));
});

test('a short one lies beside a long one, whichever is named first', () => {
  const session = new Array<number>(6).fill(1);
  const places = drawn(placeWithinSessions([1, 3], session), 300).map(([short, long]) => `${short} ${long}`);
  expect([...new Set(places)].sort()).toEqual(['0 1', '0 2', '1 2', '3 0', '4 0', '4 1']);
});

test('what ends in the bar of its entry takes that bar', () => {
  for (const places of drawn(placeWithinSessions([0, 0, 0], [1, 2, 3]), 100)) expect(new Set(places).size).toBe(3);
});

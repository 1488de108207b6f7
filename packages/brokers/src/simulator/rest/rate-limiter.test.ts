import { expect, test } from 'vitest';
import { createRateLimiter } from './rate-limiter.ts';

function at(times: number[]) {
  let now = 0;
  const limiter = createRateLimiter(() => now);
  return (limit: { second?: number; minute?: number; hour?: number; pool?: string }, route = 'a', caller = 'S100001') =>
    times.map((time) => {
      now = time;
      return limiter.allow(caller, route, limit);
    });
}

test('the window of a second rolls: the fourth call waits until the first is a second old', () => {
  expect(at([0, 100, 200, 999, 1_000, 1_050])({ second: 3 })).toEqual([true, true, true, false, true, false]);
});

test('a refused call uses nothing up', () => {
  expect(at([0, 1, 2, 3, 1_000])({ second: 1 })).toEqual([true, false, false, false, true]);
});

test('minutes and hours are limited on their own', () => {
  expect(at([0, 2_000, 4_000, 60_000, 61_000])({ second: 1, minute: 2 })).toEqual([true, true, false, true, false]);
  expect(at([0, 70_000, 3_600_000])({ minute: 1, hour: 1 })).toEqual([true, false, true]);
});

test('clients and routes do not take from one another, routes of one pool do', () => {
  const limiter = createRateLimiter(() => 0);
  const allow = (caller: string, route: string, pool?: string): boolean =>
    limiter.allow(caller, route, { second: 1, ...(pool === undefined ? {} : { pool }) });
  expect([allow('A', 'x'), allow('B', 'x'), allow('A', 'y'), allow('A', 'x')]).toEqual([true, true, true, false]);
  expect([allow('A', 'place', 'orders'), allow('A', 'cancel', 'orders')]).toEqual([true, false]);
});

import { expect, test } from 'vitest';
import { createFakeClock } from './fake-clock.ts';

test('sleepers wake in the order of their moments, each at its own', async () => {
  const clock = createFakeClock(1_000);
  const woken: [string, number][] = [];
  const sleep = async (name: string, ms: number): Promise<void> => {
    await clock.sleep(ms);
    woken.push([name, clock.now()]);
  };
  void sleep('late', 50).then(() => sleep('again', 20));
  void sleep('early', 10);
  await clock.advance(40);
  expect(woken).toEqual([['early', 1_010]]);
  await clock.advance(60);
  expect(woken).toEqual([
    ['early', 1_010],
    ['late', 1_050],
    ['again', 1_070],
  ]);
  expect(clock.now()).toBe(1_100);
});

test('the clock stands still by itself and can be set back', async () => {
  const clock = createFakeClock(1_000);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(clock.now()).toBe(1_000);
  await clock.set(500);
  expect(clock.now()).toBe(500);
  expect(() => clock.advance(-1)).toThrow(RangeError);
});

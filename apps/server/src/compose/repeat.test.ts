import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repeat } from './repeat.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('work is done at once and then after each pause, until it is stopped', async () => {
  let turns = 0;
  const repetition = repeat(
    1_000,
    async () => {
      turns += 1;
    },
    () => undefined,
  );
  expect(turns).toBe(1);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(turns).toBe(4);
  await repetition.stop();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(turns).toBe(4);
});

test('a turn that fails is reported and the next one comes', async () => {
  const failures: unknown[] = [];
  const broken = new Error('broken');
  const repetition = repeat(
    1_000,
    () => Promise.reject(broken),
    (error) => failures.push(error),
  );
  await vi.advanceTimersByTimeAsync(1_000);
  expect(failures).toEqual([broken, broken]);
  await repetition.stop();
});

test('a slow turn is never joined by a second one, and the stop waits for it', async () => {
  let running = 0;
  let most = 0;
  let done = 0;
  const repetition = repeat(
    1_000,
    async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      running -= 1;
      done += 1;
    },
    () => undefined,
  );
  await vi.advanceTimersByTimeAsync(3_500);
  const stopped = repetition.stop().then(() => done);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(await stopped).toBe(2);
  expect(most).toBe(1);
});

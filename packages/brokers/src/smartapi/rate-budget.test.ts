import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRateBudget } from './rate-budget.ts';
import { createFakeTiming } from './testing/fake-timing.ts';

const LIMITS = {
  candles: [
    { calls: 2, windowMs: 1000 },
    { calls: 3, windowMs: 10_000 },
  ],
  quote: [{ calls: 1, windowMs: 1000 }],
};
const ask = { clientCode: 'S100001', group: 'candles', user: 'chart', maxWaitMs: 60_000 };

test('in no window of a second or longer do more calls leave than the broker allows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 1500 }), { minLength: 1, maxLength: 15 }), async (pauses) => {
      const timing = createFakeTiming();
      const budget = createRateBudget(LIMITS, timing);
      const left: number[] = [];
      for (const pauseMs of pauses) {
        void budget.acquire({ ...ask, maxWaitMs: 1_000_000 }).then(() => left.push(timing.monotonic()));
        await timing.advance(pauseMs);
      }
      await timing.advance(200_000);
      expect(left).toHaveLength(pauses.length);
      for (const { calls, windowMs } of LIMITS.candles) {
        left.forEach((at, i) => {
          const earlier = left[i - calls];
          if (earlier !== undefined) expect(at - earlier).toBeGreaterThanOrEqual(windowMs);
        });
      }
    }),
    { numRuns: 25 },
  );
});

test('the budget of one client or endpoint is not used up by another', async () => {
  const timing = createFakeTiming();
  const budget = createRateBudget(LIMITS, timing);
  const grants = await Promise.all([
    budget.acquire({ ...ask, group: 'quote' }),
    budget.acquire({ ...ask, group: 'quote', clientCode: 'S100002' }),
    budget.acquire(ask),
    budget.acquire({ ...ask, group: 'not listed' }),
  ]);
  expect(grants).toEqual([true, true, true, true]);
  // A granted call leaves no timer behind: they would add up by the thousand.
  expect(timing.pending()).toBe(0);
  expect(timing.monotonic()).toBe(0);
});

test('users of one client take turns, so a download does not hold up a look-up', async () => {
  const timing = createFakeTiming();
  const budget = createRateBudget(LIMITS, timing);
  const order: string[] = [];
  const queue = (user: string) =>
    void budget.acquire({ ...ask, group: 'quote', user }).then((granted) => order.push(`${user} ${granted}`));
  for (let i = 0; i < 5; i += 1) queue('download');
  queue('chart');
  await timing.advance(2_000);
  expect(order).toEqual(['download true', 'download true', 'chart true']);
});

test('a call whose turn does not come in time is told so and takes no turn from others', async () => {
  const timing = createFakeTiming();
  const budget = createRateBudget(LIMITS, timing);
  const answers: string[] = [];
  const queue = (name: string, maxWaitMs: number) =>
    void budget
      .acquire({ ...ask, group: 'quote', user: name, maxWaitMs })
      .then((granted) => answers.push(`${name} ${granted} at ${timing.monotonic()}`));
  queue('first', 100);
  queue('hasty', 500);
  queue('patient', 5000);
  await timing.advance(5_000);
  expect(answers).toEqual(['first true at 0', 'hasty false at 500', 'patient true at 1000']);
  expect(timing.pending()).toBe(0);
});

test('after the broker complained nothing leaves until the pause is over', async () => {
  const timing = createFakeTiming();
  const budget = createRateBudget(LIMITS, timing);
  budget.cool('S100001', 'quote', 3000);
  let grantedAt = -1;
  void budget.acquire({ ...ask, group: 'quote' }).then(() => {
    grantedAt = timing.monotonic();
  });
  await timing.advance(10_000);
  expect(grantedAt).toBe(3000);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_LIMITS, orderLimits } from './endpoints.ts';
import { createRateBudget, type RateBudget } from './rate-budget.ts';
import { createFakeTiming, type FakeTiming } from './testing/fake-timing.ts';

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
      const budget = createRateBudget({ limits: LIMITS }, timing);
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
  const budget = createRateBudget({ limits: LIMITS }, timing);
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
  const budget = createRateBudget({ limits: LIMITS }, timing);
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
  const budget = createRateBudget({ limits: LIMITS }, timing);
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
  const budget = createRateBudget({ limits: LIMITS }, timing);
  budget.cool('S100001', 'quote', 3000);
  let grantedAt = -1;
  void budget.acquire({ ...ask, group: 'quote' }).then(() => {
    grantedAt = timing.monotonic();
  });
  await timing.advance(10_000);
  expect(grantedAt).toBe(3000);
});

const ORDER_GROUPS = ['place', 'modify', 'cancel'] as const;
type OrderGroup = (typeof ORDER_GROUPS)[number];

/** An order call: when it asked and when it left. */
interface Sent {
  readonly group: OrderGroup;
  readonly isUrgent: boolean;
  readonly askedAt: number;
  readonly leftAt: number;
}

/** Asks for each of a list of order calls after its pause, and waits until all have left. */
async function sendOrders(
  budget: RateBudget,
  timing: FakeTiming,
  calls: readonly { readonly group: OrderGroup; readonly isUrgent: boolean; readonly pauseMs: number }[],
): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  for (const { group, isUrgent, pauseMs } of calls) {
    await timing.advance(pauseMs);
    const askedAt = timing.monotonic();
    void budget
      .acquire({ clientCode: 'S100001', group, user: 'account', maxWaitMs: 10_000_000, isUrgent })
      .then(() => sent.push({ group, isUrgent, askedAt, leftAt: timing.monotonic() }));
  }
  await timing.advance(8_000_000);
  expect(sent).toHaveLength(calls.length);
  return sent;
}

const anyCalls = fc.array(
  fc.record({
    group: fc.constantFrom(...ORDER_GROUPS),
    isUrgent: fc.boolean(),
    pauseMs: fc.oneof(
      { arbitrary: fc.constant(0), weight: 3 },
      { arbitrary: fc.integer({ min: 0, max: 900 }), weight: 1 },
    ),
  }),
  { minLength: 1, maxLength: 40 },
);
const inWindow = (sent: readonly Sent[], until: number, windowMs: number): readonly Sent[] =>
  sent.filter(({ leftAt }) => leftAt <= until && leftAt > until - windowMs);

test('placed, modified and cancelled orders together never exceed the limit of any second', async () => {
  await fc.assert(
    fc.asyncProperty(anyCalls, fc.integer({ min: 3, max: 20 }), async (calls, aSecond) => {
      const timing = createFakeTiming();
      const budget = createRateBudget({ limits: DEFAULT_LIMITS, shared: [orderLimits(aSecond)] }, timing);
      const sent = await sendOrders(budget, timing, calls);
      const cap = Math.min(aSecond, 9);
      for (const { leftAt, isUrgent } of sent) {
        expect(inWindow(sent, leftAt, 1000).length).toBeLessThanOrEqual(cap);
        // An entry leaves only where two more calls could still follow in the same second.
        const before = sent.slice(0, sent.findIndex((one) => one.leftAt === leftAt && one.isUrgent === isUrgent) + 1);
        if (!isUrgent) expect(inWindow(before, leftAt, 1000).length).toBeLessThanOrEqual(cap - 2);
      }
      const entries = sent.filter((one) => !one.isUrgent);
      for (const { leftAt } of entries) expect(inWindow(entries, leftAt, 1000).length).toBeLessThanOrEqual(cap - 2);
    }),
    { numRuns: 60 },
  );
});

test('however many entries queue, an exit waits only where the cap itself is used up, and no entry passes it', async () => {
  await fc.assert(
    fc.asyncProperty(anyCalls, fc.integer({ min: 0, max: 60 }), async (calls, flood) => {
      const timing = createFakeTiming();
      const budget = createRateBudget({ limits: DEFAULT_LIMITS, shared: [orderLimits(5)] }, timing);
      const [windowMs = 0] = orderLimits(5).limits.map((limit) => limit.windowMs);
      const entries = Array.from({ length: flood }, () => ({ group: 'place', isUrgent: false, pauseMs: 0 }) as const);
      const sent = await sendOrders(budget, timing, [...entries, ...calls]);
      for (const exit of sent.filter((one) => one.isUrgent)) {
        if (exit.leftAt === exit.askedAt) continue;
        const justBefore = exit.leftAt - 0.5;
        expect(inWindow(sent, justBefore, windowMs).length).toBe(5);
        expect(sent.filter((one) => !one.isUrgent && one.leftAt > exit.askedAt && one.leftAt < exit.leftAt)).toEqual(
          [],
        );
      }
    }),
    { numRuns: 60 },
  );
});

test('a flood of entries leaves the first second three orders, and two exits that come later leave at once', async () => {
  const timing = createFakeTiming();
  const budget = createRateBudget({ limits: DEFAULT_LIMITS, shared: [orderLimits(5)] }, timing);
  const entries = Array.from({ length: 50 }, () => ({ group: 'place', isUrgent: false, pauseMs: 0 }) as const);
  const sent = await sendOrders(budget, timing, [
    ...entries,
    { group: 'place', isUrgent: true, pauseMs: 400 },
    { group: 'cancel', isUrgent: true, pauseMs: 0 },
    { group: 'cancel', isUrgent: true, pauseMs: 0 },
  ]);
  expect(inWindow(sent, 399, 400)).toHaveLength(3);
  expect(sent.filter((one) => one.isUrgent).map((one) => one.leftAt)).toEqual([
    400,
    400,
    orderLimits(5).limits[0]?.windowMs,
  ]);
});

test('entries cannot use up the minute or the hour of exits', async () => {
  const timing = createFakeTiming();
  const budget = createRateBudget({ limits: DEFAULT_LIMITS, shared: [orderLimits(9)] }, timing);
  const kinds = { entry: 0, exit: 0 };
  const ask = (isUrgent: boolean) =>
    void budget
      .acquire({ clientCode: 'S100001', group: 'modify', user: 'account', maxWaitMs: 3_000_000, isUrgent })
      .then((granted) => {
        if (granted) kinds[isUrgent ? 'exit' : 'entry'] += 1;
      });
  for (let i = 0; i < 1_200; i += 1) ask(false);
  await timing.advance(59_900);
  expect(kinds.entry).toBeGreaterThan(350);
  expect(kinds.entry).toBeLessThanOrEqual(400);
  await timing.advance(1_500_000);
  expect(kinds.entry).toBe(750);
  for (let i = 0; i < 300; i += 1) ask(true);
  await timing.advance(120_000);
  expect(kinds).toEqual({ entry: 750, exit: 250 });
});

test('stops that follow a price cannot use up the changes of an hour: exits keep their share', async () => {
  const timing = createFakeTiming();
  const budget = createRateBudget({ limits: DEFAULT_LIMITS, shared: [orderLimits(9)] }, timing);
  const change = (isUrgent: boolean): Promise<boolean> => {
    const request = { clientCode: 'S100001', group: 'modify', user: 'account', maxWaitMs: 1_000 };
    return budget.acquire({ ...request, isUrgent, hasAnotherWay: true });
  };
  const granted = { moves: 0, exits: 0 };
  // For half an hour a stop wants to move each second.
  for (let i = 0; i < 1_800; i += 1) {
    void change(false).then((isGranted) => {
      granted.moves += isGranted ? 1 : 0;
    });
    await timing.advance(1_000);
  }
  expect(granted.moves).toBe(750);
  for (let i = 0; i < 250; i += 1) {
    void change(true).then((isGranted) => {
      granted.exits += isGranted ? 1 : 0;
    });
    await timing.advance(1_000);
  }
  expect(granted).toEqual({ moves: 750, exits: 250 });
  // Nothing is left of the hour, which nobody has to wait for to be told.
  const askedAt = timing.monotonic();
  expect(await change(true)).toBe(false);
  expect(timing.monotonic()).toBe(askedAt);
  expect(timing.pending()).toBe(0);
});

test('a limit that is reserved as a whole holds ordinary calls up until they give up', async () => {
  const timing = createFakeTiming();
  const budget = createRateBudget({ limits: { quote: [{ calls: 1, windowMs: 1000, reserved: 1 }] } }, timing);
  const answers: boolean[] = [];
  void budget.acquire({ ...ask, group: 'quote', maxWaitMs: 5_000 }).then((granted) => answers.push(granted));
  void budget.acquire({ ...ask, group: 'quote', isUrgent: true }).then((granted) => answers.push(granted));
  await timing.advance(6_000);
  expect(answers).toEqual([true, false]);
  expect(timing.pending()).toBe(0);
});

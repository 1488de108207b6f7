import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isLive,
  isTerminal,
  mayFollow,
  mergeProgress,
  ORDER_STATES,
  type OrderProgress,
  stageOf,
} from './order-state.ts';

const anyState = fc.constantFrom(...ORDER_STATES);
const anyProgress = (quantity: number): fc.Arbitrary<OrderProgress> =>
  fc.record({ state: anyState, filledQuantity: fc.integer({ min: 0, max: quantity }) }).map((progress) => ({
    ...progress,
    filledValuePaise: progress.filledQuantity * 101_05,
  }));

test('filled, cancelled, rejected and expired are the ends, and nothing follows an end', () => {
  expect(ORDER_STATES.filter(isTerminal)).toEqual(['filled', 'cancelled', 'rejected', 'expired']);
  fc.assert(fc.property(anyState, anyState, (from, to) => !isTerminal(from) || !mayFollow(from, to)));
});

test('no order goes back to before it was sent, or from the broker back to being sent', () => {
  for (const from of ORDER_STATES) {
    expect(mayFollow(from, 'intended')).toBe(false);
    if (isLive(from)) expect(ORDER_STATES.filter((to) => stageOf(to) === 'sending' && mayFollow(from, to))).toEqual([]);
  }
});

test('every state can still come to an end', () => {
  for (const state of ORDER_STATES) {
    expect(isTerminal(state) || ORDER_STATES.some((to) => isTerminal(to) && mayFollow(state, to))).toBe(true);
  }
});

test('an order whose fate is unknown is never sent again', () => {
  expect(mayFollow('unknown', 'sent')).toBe(false);
  expect(ORDER_STATES.filter((from) => mayFollow(from, 'unknown'))).toEqual(['sent']);
});

test('a stop that was triggered is not armed again, and one that was partly filled cannot be rejected', () => {
  expect(mayFollow('open', 'trigger_pending')).toBe(false);
  expect(mayFollow('partially_filled', 'rejected')).toBe(false);
  expect(mayFollow('trigger_pending', 'open')).toBe(true);
});

test('what may follow a state at the broker: any other there, but nothing that a fill or a trigger has left behind', () => {
  const live = ORDER_STATES.filter(isLive);
  const after = (from: (typeof ORDER_STATES)[number]) => ORDER_STATES.filter((to) => mayFollow(from, to));
  const ends = ORDER_STATES.filter(isTerminal);
  expect(after('intended')).toEqual(ORDER_STATES.filter((to) => to !== 'intended' && to !== 'unknown'));
  expect(after('sent')).toEqual(['unknown', ...live, ...ends]);
  expect(after('unknown')).toEqual([...live, ...ends]);
  for (const from of ['queued', 'pending', 'trigger_pending', 'modify_pending', 'cancel_pending'] as const) {
    // To be told the same once more is no news.
    const others = after(from).filter((to) => to !== from);
    expect(others, from).toEqual([...live.filter((to) => to !== from), ...ends]);
  }
  expect(after('open')).toEqual([...live.filter((to) => to !== 'open' && to !== 'trigger_pending'), ...ends]);
  // More of it may be filled, it may be changed or taken back, and it may end, but not as if nothing had been filled.
  expect(after('partially_filled')).toEqual([
    ...['partially_filled', 'modify_pending', 'cancel_pending'],
    ...ends.filter((to) => to !== 'rejected'),
  ]);
});

test('whatever is reported, in whatever order, fills never shrink and an end without further fills stays', () => {
  const quantity = 10;
  fc.assert(
    fc.property(anyProgress(quantity), fc.array(anyProgress(quantity), { maxLength: 12 }), (first, reports) => {
      let known = first;
      for (const report of reports) {
        const next = mergeProgress(known, report, quantity);
        expect(next.filledQuantity).toBe(Math.max(known.filledQuantity, report.filledQuantity));
        if (isTerminal(known.state) && report.filledQuantity <= known.filledQuantity && known.filledQuantity < quantity)
          expect(next).toBe(known);
        if (next.filledQuantity === quantity) expect(next.state).toBe('filled');
        known = next;
      }
    }),
  );
});

test('the same report twice says nothing new', () => {
  fc.assert(
    fc.property(anyProgress(10), anyProgress(10), (known, report) => {
      const once = mergeProgress(known, report, 10);
      expect(mergeProgress(once, report, 10)).toEqual(once);
    }),
  );
});

test('a fill that overtakes a cancellation counts', () => {
  const cancelled: OrderProgress = { state: 'cancelled', filledQuantity: 4, filledValuePaise: 4_00 };
  const late: OrderProgress = { state: 'filled', filledQuantity: 10, filledValuePaise: 10_00 };
  expect(mergeProgress(cancelled, late, 10)).toEqual(late);
  expect(mergeProgress(late, cancelled, 10)).toBe(late);
});

test('an order that is said to be complete for a part only has ended with that part', () => {
  const known: OrderProgress = { state: 'open', filledQuantity: 0, filledValuePaise: 0 };
  const part: OrderProgress = { state: 'filled', filledQuantity: 3, filledValuePaise: 3_00 };
  expect(mergeProgress(known, part, 10)).toEqual({ state: 'cancelled', filledQuantity: 3, filledValuePaise: 3_00 });
});

test.each<[OrderProgress['state'], number, OrderProgress['state'], number, OrderProgress['state']]>([
  ['pending', 0, 'open', 0, 'open'],
  ['open', 0, 'cancel_pending', 0, 'cancel_pending'],
  ['open', 0, 'open', 3, 'partially_filled'],
  ['partially_filled', 3, 'open', 3, 'partially_filled'],
  ['partially_filled', 3, 'open', 5, 'partially_filled'],
  ['open', 0, 'rejected', 0, 'rejected'],
  // What was filled before the exchange refused the rest is real.
  ['open', 0, 'rejected', 3, 'cancelled'],
  ['partially_filled', 3, 'rejected', 3, 'cancelled'],
  ['partially_filled', 3, 'cancelled', 3, 'cancelled'],
  // From before the fills that are known: an end in it is news all the same.
  ['partially_filled', 3, 'cancel_pending', 2, 'partially_filled'],
  ['partially_filled', 3, 'cancelled', 2, 'cancelled'],
  ['cancel_pending', 3, 'modify_pending', 3, 'modify_pending'],
  ['cancelled', 3, 'open', 3, 'cancelled'],
  ['cancelled', 3, 'open', 4, 'cancelled'],
])('of ten, %s with %d filled and then told %s with %d is %s', (before, filled, told, toldFilled, state) => {
  const progress = (name: OrderProgress['state'], units: number): OrderProgress => ({
    ...{ state: name, filledQuantity: units, filledValuePaise: units * 101_05 },
  });
  const after = mergeProgress(progress(before, filled), progress(told, toldFilled), 10);
  expect(after).toEqual(progress(state, Math.max(filled, toldFilled)));
});

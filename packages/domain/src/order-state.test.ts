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

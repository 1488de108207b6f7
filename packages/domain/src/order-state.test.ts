import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTerminal, mayFollow, ORDER_STATES, type OrderState } from './order-state.ts';

const anyState = fc.constantFrom(...ORDER_STATES);

test('filled, cancelled, rejected and expired are the ends, and nothing follows an end', () => {
  expect(ORDER_STATES.filter(isTerminal)).toEqual(['filled', 'cancelled', 'rejected', 'expired']);
  fc.assert(fc.property(anyState, anyState, (from, to) => !isTerminal(from) || !mayFollow(from, to)));
});

test('no order goes back to before it was sent, and none goes round in a circle', () => {
  const reachable = (from: OrderState, seen: OrderState[] = []): OrderState[] =>
    ORDER_STATES.filter((to) => to !== from && mayFollow(from, to) && !seen.includes(to)).flatMap((to) => [
      to,
      ...reachable(to, [...seen, to]),
    ]);
  for (const state of ORDER_STATES) {
    expect(reachable(state)).not.toContain(state);
    expect(mayFollow(state, 'intended')).toBe(false);
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

test('an order that was partly filled may fill further, and cannot be rejected any more', () => {
  expect(mayFollow('partially_filled', 'partially_filled')).toBe(true);
  expect(mayFollow('partially_filled', 'rejected')).toBe(false);
});

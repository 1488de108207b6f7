import { isTerminal, mayFollow } from '@trickdesk/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderStateOf, statusTextOf } from './order-words.ts';

const none = { isStop: false, quantity: 10, filledQuantity: 0, cancelledQuantity: 0 };

const WORDS = [
  ['put order req received', 'pending'],
  ['validation pending', 'pending'],
  ['open pending', 'pending'],
  ['open', 'open'],
  ['trigger pending', 'trigger_pending'],
  ['modify pending', 'modify_pending'],
  ['modify validation pending', 'modify_pending'],
  ['modified', 'open'],
  ['not modified', 'open'],
  ['cancel pending', 'cancel_pending'],
  ['not cancelled', 'open'],
  ['rejected', 'rejected'],
  ['cancelled', 'cancelled'],
  ['after market order req received', 'queued'],
  ['modify after market order req received', 'queued'],
  ['cancelled after market order', 'cancelled'],
  ['a word that nobody has seen', 'pending'],
  ['', 'pending'],
] as const;

test.each(WORDS)('an order that is "%s" without a filled share is %s', (word, state) => {
  expect(orderStateOf({ ...none, statusText: statusTextOf(` ${word.toUpperCase()} `) })).toBe(state);
});

test.each(WORDS)('an order that is "%s" with all shares filled is filled', (word) => {
  expect(orderStateOf({ ...none, statusText: word, filledQuantity: 10 })).toBe('filled');
});

test.each([
  ['open', 4, 0, 'partially_filled'],
  ['trigger pending', 4, 0, 'partially_filled'],
  ['modified', 4, 0, 'partially_filled'],
  ['modify pending', 4, 0, 'modify_pending'],
  ['cancel pending', 4, 0, 'cancel_pending'],
  ['cancelled', 4, 6, 'cancelled'],
  // A part is not taken back: only the rest was turned down.
  ['rejected', 4, 0, 'cancelled'],
  ['an unknown word', 4, 0, 'partially_filled'],
  ['an unknown word', 4, 6, 'cancelled'],
  // The word is ahead of the counts: what is not counted is not taken for filled, nor for lost.
  ['complete', 0, 0, 'open'],
  ['complete', 4, 0, 'partially_filled'],
  ['complete', 4, 6, 'cancelled'],
] as const)('"%s" with %i filled and %i cancelled of ten is %s', (statusText, filledQuantity, cancelled, state) => {
  expect(orderStateOf({ ...none, statusText, filledQuantity, cancelledQuantity: cancelled })).toBe(state);
});

test('a stop that was changed still waits for its trigger, and what is known as triggered stays so', () => {
  for (const statusText of ['modified', 'not modified', 'not cancelled']) {
    const state = orderStateOf({ ...none, isStop: true, statusText });
    expect(state).toBe('trigger_pending');
    expect(mayFollow('open', state)).toBe(false);
  }
});

test('no order ends with shares that are neither filled nor cancelled, unless the broker says that it ended', () => {
  const anyWord = fc.oneof(fc.constantFrom(...WORDS.map(([word]) => word), 'complete'), fc.string());
  fc.assert(
    fc.property(anyWord, fc.nat(10), fc.nat(10), fc.boolean(), (word, filledQuantity, cancelledQuantity, isStop) => {
      const statusText = statusTextOf(word);
      const state = orderStateOf({ statusText, isStop, quantity: 10, filledQuantity, cancelledQuantity });
      expect(state === 'filled').toBe(filledQuantity === 10);
      if (isTerminal(state) && !/reject|cancelled/.test(statusText))
        expect(filledQuantity + cancelledQuantity).toBeGreaterThanOrEqual(10);
    }),
  );
});

import { expect, test } from 'vitest';
import { createSubscriptions, MOST_SUBSCRIPTIONS, parseRequest, type StreamRequest } from './subscriptions.ts';

const request = (over: Partial<StreamRequest>): StreamRequest => ({
  correlationId: '',
  subscribe: true,
  mode: 1,
  keys: [],
  ...over,
});
const keys = (count: number): string[] => Array.from({ length: count }, (_, i) => `1|${i}`);

test('a token counts once for each mode, and repeats are free', () => {
  const held = createSubscriptions();
  for (const mode of [1, 2, 3, 3] as const) expect(held.apply(request({ mode, keys: ['1|3045'] }))).toBe(true);
  expect(held.modesOf('1|3045')).toEqual([1, 2, 3]);
  expect(held.size()).toBe(3);
  held.apply(request({ subscribe: false, mode: 2, keys: ['1|3045', '1|unknown'] }));
  expect([held.modesOf('1|3045'), held.size()]).toEqual([[1, 3], 2]);
});

test('a request beyond the limit is refused whole and leaves earlier subscriptions alone', () => {
  const held = createSubscriptions();
  expect(held.apply(request({ keys: keys(MOST_SUBSCRIPTIONS - 1) }))).toBe(true);
  expect(held.apply(request({ mode: 2, keys: ['1|1', '1|2'] }))).toBe(false);
  expect([held.size(), held.modesOf('1|1')]).toEqual([MOST_SUBSCRIPTIONS - 1, [1]]);
  expect(held.apply(request({ mode: 2, keys: ['1|1', '1|1'] }))).toBe(true);
  expect(held.size()).toBe(MOST_SUBSCRIPTIONS);
});

test.each([
  ['not JSON', 'hello'],
  ['no params', '{"correlationID":"abc","action":1}'],
  ['an unknown action', '{"correlationID":"abc","action":2,"params":{"mode":1,"tokenList":[]}}'],
  ['the withdrawn depth mode', '{"correlationID":"abc","action":1,"params":{"mode":4,"tokenList":[]}}'],
  ['tokens that are no strings', '{"action":1,"params":{"mode":1,"tokenList":[{"exchangeType":1,"tokens":[3045]}]}}'],
])('%s is an invalid request', (_, text) => {
  const parsed = parseRequest(text);
  expect(parsed.kind).toBe('invalid');
  if (text.includes('abc')) expect(parsed).toMatchObject({ correlationId: 'abc' });
});

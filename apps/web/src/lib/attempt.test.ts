import { expect, test } from 'vitest';
import { createAttempt } from './attempt.ts';
import { CallFailure } from './call-failure.ts';

const failure = (status: number) => new CallFailure({ code: 'X', status, message: '' });

function keysOf() {
  let made = 0;
  const attempt = createAttempt(() => `key-${++made}`);
  const sent: string[] = [];
  const answer = (outcome: CallFailure | 'done') => (key: string) => {
    sent.push(key);
    return outcome === 'done' ? Promise.resolve('done') : Promise.reject(outcome);
  };
  return { attempt, sent, answer };
}

test('a try that got no answer is repeated with the same key', async () => {
  const { attempt, sent, answer } = keysOf();
  await expect(attempt(answer(failure(0)))).rejects.toThrow();
  await expect(attempt(answer(failure(500)))).rejects.toThrow();
  await attempt(answer('done'));
  expect(sent).toEqual(['key-1', 'key-1', 'key-1']);
});

test('after an answer, yes or no, the next intention has a key of its own', async () => {
  const { attempt, sent, answer } = keysOf();
  await attempt(answer('done'));
  await expect(attempt(answer(failure(409)))).rejects.toThrow();
  await attempt(answer('done'));
  expect(sent).toEqual(['key-1', 'key-2', 'key-3']);
});

import { expect, test } from 'vitest';
import { isRetryable, MAX_ATTEMPTS, retryDelayMs, retryTransaction } from './retry.ts';

const failure = (code: string): Error => Object.assign(new Error(code), { code });

test('only serialization failures and deadlocks are worth another attempt', () => {
  expect(['40001', '40P01', '23505', '57P01'].map((code) => isRetryable(failure(code)))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(isRetryable('40001')).toBe(false);
});

test('a transaction that loses twice succeeds at its third attempt', async () => {
  let attempts = 0;
  const answer = await retryTransaction(async () => {
    attempts += 1;
    if (attempts < 3) throw failure('40001');
    return 'done';
  });
  expect([answer, attempts]).toEqual(['done', 3]);
});

test('a transaction that always loses gives up and says why', async () => {
  let attempts = 0;
  const always = retryTransaction(async () => {
    attempts += 1;
    throw failure('40P01');
  });
  await expect(always).rejects.toThrow('40P01');
  expect(attempts).toBe(MAX_ATTEMPTS);
});

test('a mistake is not repeated', async () => {
  let attempts = 0;
  const once = retryTransaction(async () => {
    attempts += 1;
    throw failure('23505');
  });
  await expect(once).rejects.toThrow('23505');
  expect(attempts).toBe(1);
});

test('waits grow and differ', () => {
  expect([1, 2, 3, 4].map((attempt) => retryDelayMs(attempt, 1))).toEqual([10, 20, 40, 80]);
  expect(retryDelayMs(3, 0)).toBe(20);
});

import { expect, test } from 'vitest';
import { keepTrying } from './keep-trying.ts';

function failure(code: string): Error {
  return Object.assign(new Error(`failed with ${code}`), { code });
}

test.each(['28P01', '42P01', '23505'])('%s does not pass by itself, and is thrown at once', async (code) => {
  let calls = 0;
  const work = async (): Promise<never> => {
    calls += 1;
    throw failure(code);
  };
  await expect(keepTrying(work, 10_000)).rejects.toThrow(code);
  expect(calls).toBe(1);
});

test('work that a starting database refuses is repeated until it succeeds', async () => {
  let calls = 0;
  const work = async (): Promise<string> => {
    calls += 1;
    if (calls < 3) throw failure('57P03');
    return 'done';
  };
  expect(await keepTrying(work, 10_000)).toBe('done');
});

test('patience ends', async () => {
  await expect(keepTrying(() => Promise.reject(failure('ECONNREFUSED')), 0)).rejects.toThrow('ECONNREFUSED');
});

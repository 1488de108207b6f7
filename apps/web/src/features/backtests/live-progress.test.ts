import { expect, test } from 'vitest';
import { withProgress } from './live-progress.ts';

const row = { BacktestId: 7, status: 'queued', progressPercent: 0, name: 'Quick cross' } as const;

test('an event moves its own back-test and leaves the others as they are', () => {
  const event = { BacktestId: 7, status: 'running', progressPercent: 40 } as const;
  expect(withProgress(row, event)).toEqual({ ...row, status: 'running', progressPercent: 40 });
  const other = { ...row, BacktestId: 8 };
  expect(withProgress(other, event)).toBe(other);
});

import { expect, test } from 'vitest';
import { lastLine, tallyOf } from './tally.ts';

const report = { numPassedTests: 12, numFailedTests: 0, numPendingTests: 2, numTodoTests: 1 };

test('the last line sums all runs', () => {
  expect(lastLine([tallyOf(report, 0), tallyOf({ numPassedTests: 3 }, 0)])).toBe('15 passed, 0 failed, 3 skipped');
  expect(lastLine([tallyOf({ numPassedTests: 3 }, 0)])).toBe('3 passed, 0 failed');
});

test('a run that broke without a failing test still counts as failed', () => {
  expect(lastLine([tallyOf(report, 1), tallyOf(undefined, 1), tallyOf(undefined, null)])).toBe(
    '12 passed, 3 failed, 3 skipped',
  );
});

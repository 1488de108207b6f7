import { expect, test } from 'vitest';
import { failuresOf, lastLine, tallyOf } from './tally.ts';

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

const TIMED_OUT = `locator.waitFor: Timeout 20000ms exceeded.
Call log:
  - waiting for getByText('Order 17') to be visible

    at Locator.waitFor (/x/node_modules/playwright-core/lib/client.js:1:2)
    at seeOrder (/x/e2e/src/b.slow.test.ts:12:5)
    at /x/e2e/src/b.slow.test.ts:3:1`;

test('what failed is named, with the first line of its reason, what was waited for and where', () => {
  const passed = { status: 'passed', fullName: 'a test that holds', failureMessages: [] };
  const failed = { status: 'failed', fullName: 'a group a test', failureMessages: ['expected 1 to be 2\n    at x.ts'] };
  const timedOut = { status: 'failed', fullName: 'a journey', failureMessages: [TIMED_OUT] };
  const testResults = [
    { name: 'a.test.ts', status: 'failed', message: '', assertionResults: [passed, failed] },
    { name: 'b.test.ts', status: 'passed', message: '', assertionResults: [passed] },
    { name: 'd.test.ts', status: 'failed', message: '', assertionResults: [timedOut] },
    { name: 'c.test.ts', status: 'failed', message: 'it does not load\nat all of it', assertionResults: [] },
  ];
  expect(failuresOf({ testResults })).toEqual([
    'a.test.ts > a group a test: expected 1 to be 2; at x.ts',
    "d.test.ts > a journey: locator.waitFor: Timeout 20000ms exceeded.; waiting for getByText('Order 17') to be visible; at seeOrder (/x/e2e/src/b.slow.test.ts:12:5)",
    'c.test.ts: it does not load',
  ]);
  expect(failuresOf(undefined)).toEqual([]);
});

import { expect, test } from 'vitest';
import { afterSecondLook, filesForSecondLook } from './second-look.ts';
import { type Failure, failuresOf, lastLine, passedIn, tallyOf } from './tally.ts';

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

const passed = { status: 'passed', fullName: 'a test that holds', failureMessages: [] };
const failed = { status: 'failed', fullName: 'a group a test', failureMessages: ['expected 1 to be 2\n    at x.ts'] };
const testResults = [
  { name: 'a.test.ts', status: 'failed', message: '', assertionResults: [passed, failed] },
  { name: 'b.test.ts', status: 'passed', message: '', assertionResults: [passed] },
  { name: 'c.test.ts', status: 'failed', message: 'it does not load\nat all', assertionResults: [] },
];
const first: Failure = { file: 'a.test.ts', test: 'a group a test', reason: 'expected 1 to be 2' };
const unloaded: Failure = { file: 'c.test.ts', test: undefined, reason: 'it does not load' };

test('what failed is named, with the first line of its reason', () => {
  expect(failuresOf({ testResults })).toEqual([first, unloaded]);
  expect(failuresOf(undefined)).toEqual([]);
});

test('a second look is for few files whose tests failed, and for nothing that broke otherwise', () => {
  const others = ['b', 'd', 'e'].map((name) => ({ ...first, file: `${name}.test.ts` }));
  expect(filesForSecondLook([first, first], false)).toEqual(['a.test.ts']);
  expect(filesForSecondLook([first], true)).toEqual([]);
  expect(filesForSecondLook([first, unloaded], false)).toEqual([]);
  expect(filesForSecondLook([first, ...others], false)).toEqual([]);
});

test('only the same test of the same file makes up for a failure', () => {
  const again = (test: unknown, name = 'a.test.ts') => ({ testResults: [{ name, assertionResults: [test] }] });
  expect(passedIn(again({ ...failed, status: 'passed' }), [first])).toEqual([first]);
  expect(passedIn(again(failed), [first])).toEqual([]);
  expect(passedIn(again(passed), [first])).toEqual([]);
  expect(passedIn(again({ ...failed, status: 'passed' }, 'b.test.ts'), [first])).toEqual([]);
  expect(passedIn(undefined, [first])).toEqual([]);
  expect(afterSecondLook({ passed: 10, failed: 2, skipped: 1 }, [first])).toEqual({
    passed: 11,
    failed: 1,
    skipped: 1,
  });
});

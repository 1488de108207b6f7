/** How many tests of one run passed, failed and were skipped. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/**
 * Counts a report of vitest's JSON reporter. A run that failed as a whole (no report, a file that does not load, an
 * error outside any test) counts as at least one failure: a sum must never be greener than the run.
 *
 * @param code the exit code of the run
 */
export function tallyOf(report: unknown, code: number | null): Tally {
  const passed = count(report, 'numPassedTests');
  const failed = count(report, 'numFailedTests');
  const skipped = count(report, 'numPendingTests') + count(report, 'numTodoTests');
  return { passed, failed: code === 0 ? failed : Math.max(1, failed), skipped };
}

/** `12 passed, 0 failed`, and `, 3 skipped` where some were. */
export function lastLine(tallies: readonly Tally[]): string {
  const sum = (pick: (tally: Tally) => number): number => tallies.reduce((total, tally) => total + pick(tally), 0);
  const skipped = sum((tally) => tally.skipped);
  const counts = `${sum((tally) => tally.passed)} passed, ${sum((tally) => tally.failed)} failed`;
  return skipped > 0 ? `${counts}, ${skipped} skipped` : counts;
}

/**
 * What failed in a report of vitest's JSON reporter: the file, the test, the first line of what it said, what a browser
 * waited for, and the line of ours that it stood at. A long journey that says "timeout" alone names nothing to mend.
 */
export function failuresOf(report: unknown): string[] {
  return listOf(report, 'testResults').flatMap((result) => {
    const file = textOf(result, 'name');
    const failed = listOf(result, 'assertionResults').filter((test) => textOf(test, 'status') === 'failed');
    if (failed.length === 0) {
      return textOf(result, 'status') === 'failed' ? [told(file, textOf(result, 'message'))] : [];
    }
    return failed.map((test) => {
      const [reason = ''] = listOf(test, 'failureMessages').map(String);
      return told(`${file} > ${textOf(test, 'fullName')}`, reason);
    });
  });
}

function told(where: string, reason: string): string {
  const [first = '', ...rest] = reason.split('\n').map((line) => line.trim());
  const awaited = rest.find((line) => /\bwaiting for \S/.test(line))?.replace(/^- /, '');
  const frame = rest.find((line) => /^at .*\.tsx?\b/.test(line) && !line.includes('/node_modules/'));
  return [`${where}: ${first}`, awaited, frame].filter((part) => part !== undefined).join('; ');
}

function count(report: unknown, name: string): number {
  const value = fieldOf(report, name);
  return typeof value === 'number' ? value : 0;
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

function textOf(value: unknown, name: string): string {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field : '';
}

function listOf(value: unknown, name: string): readonly unknown[] {
  const field = fieldOf(value, name);
  return Array.isArray(field) ? field : [];
}

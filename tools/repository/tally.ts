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

function count(report: unknown, name: string): number {
  if (typeof report !== 'object' || report === null) return 0;
  const value: unknown = Object.entries(report).find(([key]) => key === name)?.[1];
  return typeof value === 'number' ? value : 0;
}

/** `12 passed, 0 failed`, and `, 3 skipped` where some were. */
export function lastLine(tallies: readonly Tally[]): string {
  const sum = (pick: (tally: Tally) => number): number => tallies.reduce((total, tally) => total + pick(tally), 0);
  const skipped = sum((tally) => tally.skipped);
  const counts = `${sum((tally) => tally.passed)} passed, ${sum((tally) => tally.failed)} failed`;
  return skipped > 0 ? `${counts}, ${skipped} skipped` : counts;
}

import type { Failure, Tally } from './tally.ts';

/** More files than this have not met a busy machine: something is broken. */
export const MOST_FILES = 3;

/**
 * The files that are run once more, alone: few enough, and each failed in a test of its own. A file that does not load,
 * a run without a report and an error outside any test are final.
 *
 * @param hasStrayError an error was reported that belongs to no test
 */
export function filesForSecondLook(failures: readonly Failure[], hasStrayError: boolean): string[] {
  const files = [...new Set(failures.map(({ file }) => file))];
  const isFinal = hasStrayError || failures.some(({ test }) => test === undefined);
  return isFinal || files.length > MOST_FILES ? [] : files;
}

/** The sum of a run whose `unsteady` tests passed the second time. */
export function afterSecondLook({ passed, failed, skipped }: Tally, unsteady: readonly Failure[]): Tally {
  return { passed: passed + unsteady.length, failed: failed - unsteady.length, skipped };
}

import type { Checked } from './check.worker.ts';

type Errors = Checked['errors'];

/** What is wrong at a place of the definition or below it, in words; the first where there are several. */
export function errorAt(errors: Errors, ...paths: readonly string[]): string | undefined {
  return errors.find(({ path }) => paths.some((place) => isAt(path, place)))?.message;
}

/** All that is wrong at one condition, with its place in the text. */
export function errorsAt(errors: Errors, place: string): Errors {
  return errors.filter(({ path }) => isAt(path, place));
}

const isAt = (path: string, place: string): boolean => path === place || path.startsWith(`${place}.`);

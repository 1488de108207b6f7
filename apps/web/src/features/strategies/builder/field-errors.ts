import type { Checked } from './check.worker.ts';

type Errors = Checked['errors'];

/** What is wrong at a place of the definition or below it, in words; the first where there are several. */
export function errorAt(errors: Errors, ...paths: readonly string[]): string | undefined {
  return errors.find(({ path }) => paths.some((place) => isAt(path, place)))?.message;
}

/** How much of a text stands before its first sign: it is checked without the blanks around it. */
export const blanksBefore = (text: string): number => text.length - text.trimStart().length;

/**
 * All that is wrong at one condition, with its place in the text.
 *
 * @param blanks that stand before the text
 */
export function errorsAt(errors: Errors, place: string, blanks: number): Errors {
  return errors
    .filter(({ path }) => isAt(path, place))
    .map(({ at, ...error }) => (at ? { ...error, at: { ...at, offset: at.offset + blanks } } : error));
}

/** With what only the fields show to be wrong. What the engine says of the rules is then of others than are typed. */
export function withError(checked: Checked, error: Errors[number] | undefined): Checked {
  return error ? { errors: [...checked.errors, error], blocks: checked.blocks } : checked;
}

const isAt = (path: string, place: string): boolean => path === place || path.startsWith(`${place}.`);

import type { FieldError } from '@trickdesk/contract';
import type { z } from 'zod';

const MOST_ERRORS = 20;
const LONGEST_PATH = 120;

/** What a schema found, as a person reads it: dotted paths, unknown fields each by name. */
export function fieldErrorsOf(error: z.ZodError): FieldError[] {
  return error.issues.flatMap(errorsOfIssue).slice(0, MOST_ERRORS);
}

/** A field that may not be there at all (`never`) has words of its own. */
function isMissing(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type' && issue.expected !== 'never' && issue.input === undefined;
}

function errorsOfIssue(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: dotted([...issue.path, key]), message: 'This field is not known.' }));
  }
  const path = dotted(issue.path);
  if (issue.code === 'invalid_union') return unionErrors(issue, path);
  if (isMissing(issue)) return [{ path, message: 'This field is required.' }];
  return [{ path, message: issue.message }];
}

/** Of the ways in which a value could have been right, the one that came nearest says the most. */
function unionErrors(issue: z.core.$ZodIssueInvalidUnion, path: string): FieldError[] {
  const nearest = issue.errors.toSorted((a, b) => a.length - b.length)[0];
  if (!nearest || nearest.length === 0) return [{ path, message: issue.message }];
  return nearest.flatMap((inner) =>
    errorsOfIssue({ ...inner, path: [...issue.path, ...inner.path] } as z.core.$ZodIssue),
  );
}

/** `constituents.2.weightPercent`; the empty path is the whole input. */
export function dotted(path: readonly PropertyKey[]): string {
  return path.map(String).join('.').slice(0, LONGEST_PATH);
}

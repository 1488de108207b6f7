import type { FieldError } from '@trickdesk/contract';
import type { z } from 'zod';

const MOST_ERRORS = 20;
const LONGEST_PATH = 120;
const REQUIRED = 'This field is required.';

export type FieldsRead =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** Reads fields by a schema; what is wrong comes as a person reads it: dotted paths, unknown fields each by name. */
export function readFields(schema: z.ZodType, value: unknown): FieldsRead {
  // Without its input an issue does not tell what is missing from what is of another kind.
  const parsed = schema.safeParse(value, { error: wordsOf, reportInput: true });
  if (parsed.success) return { ok: true, data: parsed.data };
  return { ok: false, errors: parsed.error.issues.flatMap(errorsOfIssue).slice(0, MOST_ERRORS) };
}

/** A field that may not be there at all (`never`) has words of its own. */
function isMissing(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'invalid_type') return issue.expected !== 'never' && issue.input === undefined;
  return (issue.code === 'invalid_value' || issue.code === 'invalid_union') && issue.input === undefined;
}

function errorsOfIssue(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: dotted([...issue.path, key]), message: 'This field is not known.' }));
  }
  const path = dotted(issue.path);
  if (isMissing(issue)) return [{ path, message: REQUIRED }];
  if (issue.code === 'invalid_union') return unionErrors(issue, path);
  return [{ path, message: issue.message }];
}

/** Of the ways in which a value could have been right, the one that came nearest says the most. */
function unionErrors(issue: z.core.$ZodIssueInvalidUnion, path: string): FieldError[] {
  const nearest = issue.errors.toSorted((a, b) => a.length - b.length)[0];
  if (!nearest || nearest.length === 0) return [{ path, message: issue.message }];
  const choices = issue.errors.flatMap(choicesOf);
  if (choices.length >= issue.errors.length) return [{ path, message: choiceOf(choices) }];
  return nearest.flatMap((inner) =>
    errorsOfIssue({ ...inner, path: [...issue.path, ...inner.path] } as z.core.$ZodIssue),
  );
}

/** The values that one way of a union takes, where it takes nothing else. */
function choicesOf(way: readonly z.core.$ZodIssue[]): readonly unknown[] {
  const [only] = way;
  return way.length === 1 && only?.code === 'invalid_value' && only.path.length === 0 ? only.values : [];
}

/** Asked for what a schema has no words of its own for: what would be right there. */
function wordsOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return isWhole(issue) ? 'Give a whole number.' : KINDS[issue.expected];
    case 'invalid_value':
      return choiceOf(issue.values);
    case 'invalid_union':
      return discriminatorWords(issue);
    default:
      return undefined;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  number: 'Give a number.',
  string: 'Give text.',
  boolean: 'Give yes or no (true or false).',
  array: 'Give a list.',
  tuple: 'Give a list.',
  object: 'Give a group of fields.',
  record: 'Give a group of fields.',
};

/** Text where a whole number is asked for is reported as no number. */
function isWhole({ expected, inst }: Extract<z.core.$ZodRawIssue, { code: 'invalid_type' }>): boolean {
  if (expected === 'int') return true;
  const def: unknown = inst?._zod.def;
  return typeof def === 'object' && def !== null && 'format' in def && def.format === 'safeint';
}

function discriminatorWords(issue: Extract<z.core.$ZodRawIssue, { code: 'invalid_union' }>): string | undefined {
  const { discriminator, options, input } = issue;
  if (typeof discriminator !== 'string') return undefined;
  if (typeof input === 'object' && input !== null && !Object.hasOwn(input, discriminator)) return REQUIRED;
  return Array.isArray(options) ? choiceOf(options) : undefined;
}

function choiceOf(values: readonly unknown[]): string {
  const code = values.map(String).join(', ');
  return values.length === 1 ? `The only choice here is ${code}.` : `Choose one of ${code}.`;
}

/** `constituents.2.weightPercent`; the empty path is the whole input. */
export function dotted(path: readonly PropertyKey[]): string {
  return path.map(String).join('.').slice(0, LONGEST_PATH);
}

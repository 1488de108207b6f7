import type { Call, FieldError } from '@trickdesk/contract';
import { readFields } from './field-errors.ts';
import { Refusal } from './refusal.ts';

/** The three places in which a request carries fields. */
export interface RequestParts {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/**
 * Merges path, query and body into the call's one input and validates it. A field in a place that is not its own is
 * refused: where two places named it, nobody could say which one counts.
 *
 * @throws Refusal `INVALID_INPUT` naming each bad field
 */
export function readInput(call: Call, parts: RequestParts): unknown {
  const { path: inPath = [], query: inQuery = [] } = call.places;
  const body = parts.body ?? {};
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw invalid([{ path: '', message: 'Send a JSON object.' }]);
  }
  const misplaced = [
    ...namesOutside(parts.query, inQuery, 'This field is not known in the address.'),
    ...[...inPath, ...inQuery]
      .filter((name) => Object.hasOwn(body, name))
      .map((name) => ({ path: name, message: 'This field travels in the address, not in the body.' })),
  ];
  if (misplaced.length > 0) throw invalid(misplaced);
  const read = readFields(call.input, { ...body, ...parts.query, ...parts.path });
  if (!read.ok) throw invalid(read.errors);
  return read.data;
}

function namesOutside(fields: object, known: readonly string[], message: string): FieldError[] {
  return Object.keys(fields)
    .filter((name) => !known.includes(name))
    .map((name) => ({ path: name.slice(0, 120), message }));
}

function invalid(errors: readonly FieldError[]): Refusal {
  return new Refusal('INVALID_INPUT', { errors: errors.slice(0, 20) });
}

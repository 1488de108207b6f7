import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

/**
 * `expect(value).toEqual(wanted)` for what a property asks a million times: an assertion costs a hundred times what a
 * comparison does, so it is made only to tell of what is wrong.
 */
export function mustEqual(value: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(value, wanted)) expect(value).toEqual(wanted);
}

import type { Draft } from './draft.ts';

interface Filled {
  readonly draft: Draft;
  /** The version that it began from; 0 for a trick that was never saved. */
  readonly version: number;
}

/** What stands in the fields of the builder, and what stood there before it was all replaced. */
export interface Content extends Filled {
  /** It was found on this device, from an earlier visit. */
  readonly found: boolean;
  /** Grows where fields are to be made anew with other values. */
  readonly revision: number;
  readonly before: Filled | undefined;
}

/**
 * Other contents for all fields. A wrong click must not lose what was typed: it is kept beside them.
 *
 * @param isChanged whether something is typed that no version has
 */
export function withOther(content: Content, other: Filled, { isChanged }: { readonly isChanged: boolean }): Content {
  const { draft, version, revision, before } = content;
  return { ...other, found: false, revision: revision + 1, before: isChanged ? { draft, version } : before };
}

/** Back to what stood there before; what stands there now can be had back the same way. */
export function swapped(content: Content): Content {
  const { draft, version, revision, before } = content;
  return before ? { ...before, found: false, revision: revision + 1, before: { draft, version } } : content;
}

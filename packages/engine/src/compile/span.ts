/**
 * Where the rows of a column lie while a block is at hand: in the column itself, or on a shelf, from `from` on. Who reads
 * few of them, or goes over them once, reads them there.
 */
export interface Span {
  readonly column: Float64Array;
  values: Float64Array;
  from: number;
  /** Somebody reads the column itself, so that what is taken from a shelf is copied to it. */
  isCopied: boolean;
}

export function spanOf(column: Float64Array): Span {
  return { column, values: column, from: 0, isCopied: false };
}

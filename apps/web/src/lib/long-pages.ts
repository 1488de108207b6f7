/** Rows that are asked for at once: the most that a call gives. */
export const LONG_PAGE = 100;

/** The pages, from 1, that hold these rows, which count from 0. */
export function pagesWith(first: number, last: number): readonly number[] {
  const [from, to] = [Math.floor(first / LONG_PAGE), Math.floor(Math.max(first, last) / LONG_PAGE)];
  return Array.from({ length: to - from + 1 }, (_, i) => from + i + 1);
}

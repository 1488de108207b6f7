import { type BarColumns, barsOf, columnsOf, rowsFrom } from '../columns.ts';
import { PiecedBars } from '../pieced-bars.ts';

/**
 * The same bars in pieces, each made anew for whoever reads it.
 *
 * @param cuts rows at which a piece ends and the next begins, in any order
 */
export function inPieces(columns: BarColumns, cuts: readonly number[]): PiecedBars {
  const { length } = columns.time;
  const inside = cuts.filter((cut) => cut > 0 && cut < length);
  const starts = [...new Set([0, ...inside])].toSorted((a, b) => a - b);
  return new PiecedBars(
    starts.map((start, i) => {
      const rows = rowsFrom(columns, start, starts[i + 1] ?? length);
      const firstAt = rows.time[0] ?? Number.NaN;
      return { firstAt, count: rows.time.length, read: () => columnsOf([...barsOf(rows)]) };
    }),
  );
}

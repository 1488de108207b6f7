import { quantile } from './quantile.ts';

/** Results from `fromPaise` (included) to `toPaise` (excluded), whole paise. */
export interface ResultBin {
  readonly fromPaise: number;
  readonly toPaise: number;
  readonly trades: number;
}

const MOST_BINS = 40;

/**
 * How results are distributed, for a chart: bins of one width that touch, from the smallest result to the largest, empty
 * ones between them included. Zero is an edge, so no bin holds a gain and a loss; a result of exactly zero is in the bin
 * above it.
 *
 * The width is that of Freedman and Diaconis (1981), 2 × interquartile range ÷ ∛n, widened where it would make more than
 * 40 bins, and then to the next 1, 2 or 5 × 10ᵏ paise, so that edges read well.
 *
 * @param resultsPaise net results, whole paise; none gives no bin
 */
export function distribution(resultsPaise: readonly number[]): ResultBin[] {
  const sorted = [...resultsPaise].sort((a, b) => a - b);
  const low = sorted[0];
  const high = sorted.at(-1);
  if (low === undefined || high === undefined) return [];
  const spread = (quantile(sorted, 0.75) ?? 0) - (quantile(sorted, 0.25) ?? 0);
  const width = readable(Math.max(1, (2 * spread) / Math.cbrt(sorted.length), (high - low) / MOST_BINS));
  const first = Math.floor(low / width);
  const counts = new Array<number>(Math.floor(high / width) - first + 1).fill(0);
  for (const result of sorted) {
    const bin = Math.floor(result / width) - first;
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts.map((trades, i) => ({ fromPaise: (first + i) * width, toPaise: (first + i + 1) * width, trades }));
}

/** The least 1, 2 or 5 × 10ᵏ that is not below a width of at least 1. */
function readable(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  return power * ([1, 2, 5].find((step) => step * power >= width) ?? 10);
}

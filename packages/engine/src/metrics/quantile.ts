/**
 * The value below which a share of a sorted list lies, straight between its two neighbours (Hyndman and Fan 1996,
 * definition 7).
 *
 * @param sorted ascending
 * @param share 0 to 1
 * @returns `undefined` for an empty list
 */
export function quantile(sorted: readonly number[], share: number): number | undefined {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) return undefined;
  return below + (above - below) * (place - Math.floor(place));
}

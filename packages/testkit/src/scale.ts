/** How much heavier than usual this run is: 1 in `npm test`, 5 in CI, 100 in `npm run test:long`. */
export function testScale(): number {
  const text = process.env['TEST_SCALE'] ?? '1';
  const scale = Number(text);
  if (!(scale > 0 && scale <= 1_000)) throw new RangeError(`TEST_SCALE must lie between 0 and 1000, not ${text}`);
  return scale;
}

/**
 * The count of a heavy test in this run, printed: a green run says how much it tried.
 *
 * @param fewest of less than that the test says nothing, however small the scale
 */
export function scaledCount(what: string, count: number, fewest = 1): number {
  const scaled = Math.max(fewest, Math.round(count * testScale()));
  console.log(`${what}: ${scaled}`);
  return scaled;
}

/** Rupees as typed to whole paise; `undefined` for what is no amount of paise. */
export function paiseOf(rupees: number | undefined): number | undefined {
  if (rupees === undefined || !Number.isFinite(rupees)) return undefined;
  const paise = Math.round(rupees * 100);
  return Math.abs(paise - rupees * 100) < 1e-6 ? paise : undefined;
}

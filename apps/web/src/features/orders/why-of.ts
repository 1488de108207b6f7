/**
 * What stands behind the colon of a decision's sentence, "Sold 30 SBIN at 800.00: the stop loss was reached": beside it
 * in its row stand side, quantity and price, and a narrow column that begins with them again says nothing. The whole
 * where there is no colon.
 */
export function whyOf(reason: string): string {
  const colon = reason.indexOf(': ');
  const why = colon < 0 ? '' : reason.slice(colon + 2).trim();
  return why === '' ? reason : why.charAt(0).toLocaleUpperCase() + why.slice(1);
}

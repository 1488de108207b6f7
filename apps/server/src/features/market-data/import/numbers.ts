const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
/** 1,23,456.75 as in India, or 123,456.75. */
const GROUPED = /^[+-]?(?:\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)(?:\.\d*)?$/;
/** Both 1234 and 1.234, in a file that may write decimals with a comma. */
const ONE_COMMA = /^[^,.]*,[^,.]*$/;
const NOTHING = /^(?:-+|–|—|null|nan|na|n\/a|nil|none|#n\/a)?$/i;
const CURRENCY = /^(?:₹|rs\.?|inr)\s*/i;

/** A cell that says that there is no figure. */
export function isMissing(cell: string): boolean {
  return NOTHING.test(cell);
}

/**
 * A figure as people and spreadsheets write it; `undefined` where it is none, or could be another one.
 *
 * @param commaMayBePoint in files that are not separated by commas, 1,234 may be meant as 1.234
 */
export function readNumber(cell: string, commaMayBePoint = false): number | undefined {
  if (PLAIN.test(cell)) return Number(cell);
  const figure = cell.replace(CURRENCY, '');
  if (PLAIN.test(figure)) return Number(figure);
  if (!GROUPED.test(figure) || (commaMayBePoint && ONE_COMMA.test(figure))) return undefined;
  return Number(figure.replaceAll(',', ''));
}

/** What would be right in place of a cell that is no figure, beginning with a colon; empty where nothing is known. */
export function adviceOnNumber(cell: string): string {
  if (/^[\d.,]+e[+-]?\d+$/i.test(cell)) return ': a spreadsheet rounded it, give all digits';
  if (/^[\d.]+,\d+$/.test(cell)) return ': write decimals with a point, and no other separators';
  if (/^[\d.,]+ ?(k|m|b|l|cr)$/i.test(cell)) return ': it is rounded, give all digits or leave the cell empty';
  return '';
}

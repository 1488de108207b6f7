import type { CorporateAction, IndiaDate } from '@trickdesk/domain';
import { inNewUnits } from '@trickdesk/engine';

/**
 * A price of a day's units in those of another day, before or after it. Whole paise.
 *
 * @param actions oldest first
 */
export function inUnitsOfDay(
  paise: number,
  { from, to }: { readonly from: IndiaDate; readonly to: IndiaDate },
  actions: readonly CorporateAction[],
): number {
  const between = actions.filter(({ exDate }) => exDate > from !== exDate > to);
  return from < to ? between.reduce(inNewUnits, paise) : between.reduceRight(inOldUnits, paise);
}

function inOldUnits(paise: number, { oldUnits, newUnits }: CorporateAction): number {
  return inNewUnits(paise, { oldUnits: newUnits, newUnits: oldUnits });
}

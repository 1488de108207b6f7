import { type CorporateAction, formatPaise } from '@trickdesk/domain';
import type { AdjustedPosition } from '../run/corporate-action.ts';

const CAUSES = { split: 'a split', bonus: 'a bonus', split_and_bonus: 'a split and a bonus' } as const;

/** What an ex-date did to a share: “On 2017-09-08 a split made 5 shares of each.” */
export function actionWords({ exDate, kind, oldUnits, newUnits }: CorporateAction): string {
  if (kind === 'demerger') {
    const percent = Math.round((oldUnits / newUnits) * 1_000) / 10;
    return `On ${exDate} a demerger left ${percent} % of the price.`;
  }
  const made = `${newUnits} ${newUnits === 1 ? 'share' : 'shares'}`;
  return `On ${exDate} ${CAUSES[kind]} made ${made} of ${oldUnits === 1 ? 'each' : `every ${oldUnits}`}.`;
}

/** The same for a position: “… 40 became 200.” */
export function adjustedWords({ action, quantityBefore, quantityAfter, receivedPaise }: AdjustedPosition): string {
  const received = receivedPaise === 0 ? '' : ` ${formatPaise(receivedPaise)} was received for what came beside them.`;
  const units = quantityAfter === quantityBefore ? '' : ` ${quantityBefore} became ${quantityAfter}.`;
  return `${actionWords(action)}${units}${received}`;
}

import type { BasketItem } from '@trickdesk/contract';
import { indiaMoment } from '@trickdesk/domain';
import type { TFunction } from 'i18next';
import { day, wholeRupees } from '../../lib/format.ts';

/** A day with its year: what lies behind a figure is years old. */
export const dayWithYear = (date: string): string => day(indiaMoment(date), 0);

/** The smallest amount in whole rupees, rounded up: it moves with every price, and less would not do. */
export const leastRupees = (paise: number): string => wholeRupees(Math.ceil(paise / 100) * 100);

/** What a basket's figures rest on, in one line: “Before charges. Simulated market, seed 1, 1 Jan 2023 to 20 Nov 2026”. */
export function basisLine({ figures, returnsHidden }: Pick<BasketItem, 'figures' | 'returnsHidden'>, t: TFunction) {
  if (returnsHidden) return t('baskets.returnsHiddenShort');
  if (!figures) return t('baskets.noFiguresShort');
  return t(figures.simulated ? 'baskets.basisSimulated' : 'baskets.basis', {
    data: figures.data,
    from: dayWithYear(figures.from_date),
    to: dayWithYear(figures.to_date),
  });
}

import type { OwnOrderRow } from '@trickdesk/contract';
import type { TFunction } from 'i18next';
import { count, price } from '../../lib/format.ts';

/** What was asked of an order by hand and is not confirmed: the terms in force stand beside it. Nothing where nothing was. */
export function askedWords(
  { asked, askedTerms }: Pick<OwnOrderRow, 'asked' | 'askedTerms'>,
  t: TFunction,
): string | undefined {
  if (asked === undefined) return undefined;
  if (!askedTerms) return t(`orders.own.asked.${asked}`);
  const terms = { quantity: count(askedTerms.quantity), price: price(askedTerms.price) };
  if (askedTerms.triggerPrice === undefined) return t('orders.own.askedTerms', terms);
  return t('orders.own.askedStop', { ...terms, trigger: price(askedTerms.triggerPrice) });
}

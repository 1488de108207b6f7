import type { Exchange } from '@trickdesk/domain';
import { z } from 'zod';
import type { BrokerProduct, BrokerSide } from '../../port-orders.ts';
import { zAverage, zNumber, zPrice, zText } from '../reading.ts';

/** Fields that rows of the books and of the portfolio have in common. */

const EXCHANGES: readonly Exchange[] = ['NSE', 'BSE', 'NFO', 'BFO', 'MCX', 'CDS'];

export const zExchange = z.enum(EXCHANGES);

export const zId = zText.refine((text) => text !== '');

/** The broker writes "absent" as an empty text. */
export const zOptionalText = zText.transform((text) => text || undefined);

export const zSide = z
  .string()
  .transform((text) => text.toUpperCase())
  .pipe(z.enum(['BUY', 'SELL']))
  .transform((side): BrokerSide => (side === 'BUY' ? 'buy' : 'sell'));

export const zProduct = zText.transform((text): BrokerProduct | 'other' => {
  switch (text.toUpperCase()) {
    case 'DELIVERY':
      return 'delivery';
    case 'INTRADAY':
      return 'intraday';
    default:
      return 'other';
  }
});

/** Shares, or `undefined` where the broker gave none; a number that cannot be one makes the row unreadable. */
export const zOptionalCount = zNumber.refine(
  (count) => count === undefined || (Number.isSafeInteger(count) && count >= 0),
);
export const zRequiredCount = zOptionalCount.refine((count) => count !== undefined).transform((count) => count ?? 0);
export const zCount = zOptionalCount.transform((count) => count ?? 0);

/** Whole paise; 0 where the broker gave none. */
export const zPriceOrNone = zPrice
  .transform((price) => price ?? 0)
  .refine((price) => Number.isSafeInteger(price) && price >= 0);

export const zAverageOrNone = zAverage
  .transform((average) => average ?? 0)
  .refine((average) => Math.abs(average) <= Number.MAX_SAFE_INTEGER);

/** Exchanges whose orders someone may place by hand there, and that the product has no word for. */
const zForeign = z.object({ exchange: z.enum(['NCDEX', 'NCO']) });

/**
 * A list of rows, empty as `null`. One unreadable row makes the list unreadable: a book that lacks an order would be
 * taken for an order that does not exist. Only rows of foreign exchanges are left out.
 */
export function rowsOf<T>(row: z.ZodType<T>): z.ZodType<readonly T[]> {
  return z
    .array(z.unknown())
    .nullable()
    .transform((rows) => (rows ?? []).filter((one) => !zForeign.safeParse(one).success))
    .pipe(z.array(row));
}

import type { ReleaseReading } from '../broker-links/index.ts';
import type { HandOrder } from './own-order-parts.ts';

type Sale = Pick<HandOrder, 'side' | 'product' | 'quantity'> & { readonly instrument: { readonly symbol: string } };

/**
 * A sale out of the demat account that the broker would refuse for want of its owner's word to the depository.
 *
 * @param boughtToday units that are no holding yet and need no release
 */
export function releaseProblem(
  { side, product, quantity, instrument: { symbol } }: Sale,
  reading: ReleaseReading | undefined,
  boughtToday: number,
): { readonly field: string; readonly sentence: string } | undefined {
  if (side !== 'sell' || product !== 'delivery' || reading?.need !== 'needed') return undefined;
  const share = reading.shares.find((one) => one.symbol === symbol);
  if (!share) return undefined;
  const free = share.sellableQuantity + Math.max(0, boughtToday);
  // More than there is is another problem, which a release does not mend.
  if (quantity <= free || free >= share.quantity + Math.max(0, boughtToday)) return undefined;
  return {
    field: 'quantity',
    sentence: `Your broker may sell ${free} of ${symbol} today; the rest waits until you authorise its sale at CDSL, on the page of holdings.`,
  };
}

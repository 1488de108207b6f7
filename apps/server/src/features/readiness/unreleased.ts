import type { StrategyDefinition } from '@trickdesk/engine';
import type { ReleaseReading } from '../broker-links/index.ts';
import { type Cause, causeOf } from './causes.ts';
import type { TrickFacts, UnreleasedFacts } from './facts.ts';

interface Held {
  readonly symbol: string;
  readonly held: number;
}

/** Only what a live trick holds for delivery comes out of a demat account. */
export function mayNeedRelease(
  { mode }: Pick<TrickFacts, 'mode'>,
  { product }: Pick<StrategyDefinition, 'product'>,
  holdings: readonly Held[],
): boolean {
  return mode === 'live' && product === 'DELIVERY' && holdings.some(({ held }) => held > 0);
}

/** What of a trick's shares its broker would refuse to sell, as far as the broker's answer tells. */
export function unreleasedOf(holdings: readonly Held[], reading: ReleaseReading | undefined): UnreleasedFacts[] {
  if (reading?.need !== 'needed') return [];
  const { shares, brokerSaid } = reading;
  return holdings.flatMap(({ symbol, held }) => {
    const share = shares.find((one) => one.symbol === symbol);
    // What was bought today is no holding yet, and needs no release.
    const owned = share ? Math.min(held, share.quantity) : 0;
    if (!share || owned <= share.sellableQuantity) return [];
    return [{ symbol, heldQuantity: owned, sellableQuantity: share.sellableQuantity, brokerSaid }];
  });
}

/** A position that cannot be left is said before anything is entered. */
export function releaseCauses({ id, link, unreleased }: TrickFacts): Cause[] {
  if (unreleased.length === 0) return [];
  const names = unreleased.map(({ symbol, heldQuantity: held, sellableQuantity: free }) => `${symbol} ${free}/${held}`);
  const said = unreleased[0]?.brokerSaid;
  const words = `The broker will not sell what it holds before you authorise the sale at CDSL; it may sell so far: ${names.join(', ')}.`;
  const sentence = said === undefined ? words : `${words} The broker says: ${said}`;
  const { action, ...cause } = causeOf('sale_not_authorised', sentence, id);
  const to = link ? `${action?.to}?brokerId=${link.id}` : action?.to;
  return [action && to !== undefined ? { ...cause, action: { ...action, to } } : cause];
}

import type { EpochMs } from '@trickdesk/domain';
import type { Quote, Side } from './types.ts';

/** By the exchange's clock. A feed shows a share that trades several times a second; what is older may be gone. */
const FRESH_MS = 3_000;

/** Units that an order at market finds in a quote, and what they are worth. */
export interface Shown {
  /** At most what the levels show. */
  readonly quantity: number;
  /** Whole paise for a unit: the average by quantity, rounded against the trader. 0 where nothing is shown. */
  readonly pricePaise: number;
}

/** Units that one base has taken from a quote already: it shows them once. */
export interface Taken {
  readonly quote: Quote;
  bought: number;
  sold: number;
}

/**
 * Whether an order may be executed against a quote: fresh, both sides there, and a spread between them. Bid and ask that
 * meet or cross are an auction's book or a market without friction, and say nothing of what crossing costs.
 */
export function isUsable(quote: Quote, at: EpochMs): boolean {
  const age = at - quote.at;
  const [bid, ask] = [quote.bids[0], quote.asks[0]];
  return age >= 0 && age <= FRESH_MS && bid !== undefined && ask !== undefined && bid < ask;
}

/**
 * Walks the other side of a quote from its best level on.
 *
 * @param skip units of that side that are gone already
 * @param wanted units, at least one
 */
export function walkDepth(quote: Quote, side: Side, { skip, wanted }: { skip: number; wanted: number }): Shown {
  const levels = side === 'buy' ? quote.asks : quote.bids;
  let gone = skip;
  let quantity = 0;
  let valuePaise = 0;
  for (let i = 0; i + 1 < levels.length && quantity < wanted; i += 2) {
    const shown = levels[i + 1] ?? 0;
    const left = Math.max(0, shown - gone);
    gone = Math.max(0, gone - shown);
    const part = Math.min(left, wanted - quantity);
    quantity += part;
    valuePaise += part * (levels[i] ?? 0);
  }
  if (quantity === 0) return { quantity, pricePaise: 0 };
  const rest = valuePaise % quantity;
  const whole = (valuePaise - rest) / quantity;
  return { quantity, pricePaise: side === 'buy' && rest > 0 ? whole + 1 : whole };
}

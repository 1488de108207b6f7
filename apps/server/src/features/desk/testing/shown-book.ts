import { depthOf } from '@trickdesk/brokers/simulator';
import type { SimMarket } from './sim-market.ts';

/** Whole paise; 0 where nobody stands on a side. */
export interface BestPrices {
  readonly bidPaise: number;
  readonly askPaise: number;
}

/** What the exchange shows now, as the broker's full updates tell it: price and quantity of each level in turn. */
export function bookOf(exchange: SimMarket['exchange'], token: string) {
  const quote = exchange.quoteOf(token);
  const { buy, sell } = quote ? depthOf(quote, false) : { buy: [], sell: [] };
  const levels = (side: typeof buy): number[] => side.flatMap(({ price, quantity }) => [price, quantity]);
  return { bids: levels(buy), asks: levels(sell) };
}

export function bestOf(exchange: SimMarket['exchange'], token: string): BestPrices {
  const { bids, asks } = bookOf(exchange, token);
  return { bidPaise: bids[0] ?? 0, askPaise: asks[0] ?? 0 };
}

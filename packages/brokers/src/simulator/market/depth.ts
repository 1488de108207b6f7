import { hashOf } from '@trickdesk/domain';
import type { LiveQuote } from './live-book.ts';

export interface DepthLevel {
  readonly price: number;
  readonly quantity: number;
  readonly orders: number;
}

export interface Depth {
  readonly buy: readonly DepthLevel[];
  readonly sell: readonly DepthLevel[];
  readonly totalBuy: number;
  readonly totalSell: number;
}

const LEVELS = 5;
/** So deep that no order of a test account can use it up. */
const FRICTIONLESS_QUANTITY = 10_000_000;
const NO_DEPTH: Depth = { buy: [], sell: [], totalBuy: 0, totalSell: 0 };

/**
 * The five best levels around the last price, drawn from the instrument and its tick's number: asking twice gives the
 * same answer. Frictionless: bid and ask are the last price. An index has no orders.
 */
export function depthOf(quote: LiveQuote, frictionless: boolean): Depth {
  const { instrument, last } = quote;
  if (instrument.kind === 'index' || last <= 0) return NO_DEPTH;
  const tick = instrument.tickPaise;
  const draw = hashOf(`${instrument.token}|${quote.sequence}|${last}`);
  // One tick is 0.01 % to 0.1 % of a price; spreads of one to three ticks, wider where the tick is fine.
  const finest = Math.max(1, Math.round(last / tick / 12_000));
  const spread = frictionless ? 0 : finest * (1 + (draw % 3));
  const bid = frictionless ? last : last - tick * (draw & 8 ? 0 : spread);
  const ask = bid + spread * tick;
  const typical = Math.max(5, Math.round(20_000_000 / last));
  const side = (best: number, direction: 1 | -1): DepthLevel[] =>
    Array.from({ length: LEVELS }, (_, i) => {
      const price = Math.max(tick, best + direction * i * tick);
      if (frictionless) return { price, quantity: FRICTIONLESS_QUANTITY, orders: 100 };
      const own = hashOf(`${draw}|${direction}|${i}`);
      const quantity = Math.max(1, Math.round(typical * (0.3 + i * 0.25 + (own % 1000) / 700)));
      return { price, quantity, orders: 1 + (own % 23) };
    });
  const [buy, sell] = [side(bid, -1), side(ask, 1)];
  return { buy, sell, totalBuy: total(buy) * 9, totalSell: total(sell) * 9 };
}

function total(levels: readonly DepthLevel[]): number {
  return levels.reduce((sum, level) => sum + level.quantity, 0);
}

/** Dynamic price band of a share: a tenth around the previous close, on the tick, inside the band. */
export function circuitsOf(quote: LiveQuote): { readonly upper: number; readonly lower: number } {
  const tick = quote.instrument.tickPaise;
  return {
    upper: Math.floor((quote.previousClose * 1.1) / tick) * tick,
    lower: Math.ceil((quote.previousClose * 0.9) / tick) * tick,
  };
}

import { fillPricePaise } from '@trickdesk/engine';
import type { MarketDataService } from '../market-data/index.ts';
import type { OrderRow } from './owned-store.ts';
import type { BasketDesk, MarketMoment, OrderReport } from './parts.ts';

/** By the exchange's clock: a share that has no price for so long is not traded now. */
const PATIENCE_MS = 2 * 60_000;
const PATIENCE_WALL_MS = 5_000;
/** Of what was traded today so far, no order takes more. */
const LARGEST_PART = 0.1;

/**
 * The desk of test mode: fills at the first price that comes after an order, with slippage, never beyond its limit and
 * never more than a part of what the market has traded. It knows prices alone and can reach no broker.
 */
export function createPaperDesk(marketData: MarketDataService, slippageBps: number): BasketDesk {
  return {
    mode: 'paper',
    reportsOf: async (_tx, orders, moment) => {
      const prices = await marketData.lastPrices(orders.map(({ symbol }) => ({ symbol })));
      const reports: OrderReport[] = [];
      for (const order of orders) {
        const price = prices.find(({ symbol }) => symbol === order.symbol);
        const instrument = await marketData.instrument('NSE', order.symbol);
        const seen = price && instrument && { ...price, tickPaise: instrument.tickPaise, slippageBps };
        reports.push(...reportOf(order, seen, moment));
      }
      return reports;
    },
    send: async () => ({ kind: 'sent' }),
    cancel: async () => undefined,
  };
}

interface SeenPrice {
  readonly pricePaise: number;
  readonly volume: number;
  readonly at: number;
  readonly tickPaise: number;
  readonly slippageBps: number;
}

/** What the next price makes of an order; nothing as long as none has come. */
export function reportOf(
  order: OrderRow,
  seen: SeenPrice | undefined,
  { now, isOpen, speed }: MarketMoment,
): OrderReport[] {
  const placedAt = order.exchange_at.getTime();
  const isOver = !isOpen || now - placedAt > Math.max(PATIENCE_MS, PATIENCE_WALL_MS * speed);
  if (seen && seen.at > placedAt) {
    const { slippageBps, tickPaise, pricePaise, volume } = seen;
    const paise = fillPricePaise(order.side, pricePaise, { slippageBps, tickPaise });
    const isWithin = order.side === 'buy' ? paise <= order.limit_paise : paise >= order.limit_paise;
    const quantity = Math.min(order.quantity, Math.floor(volume * LARGEST_PART));
    if (isWithin && quantity > 0) {
      const state = quantity === order.quantity ? 'filled' : 'partly_filled';
      return [{ orderId: order.id, state, filledQuantity: quantity, filledValuePaise: BigInt(quantity * paise) }];
    }
  }
  if (!isOver) return [];
  const reason = 'No price came that this order could be filled at.';
  return [{ orderId: order.id, state: 'unfilled', filledQuantity: 0, filledValuePaise: 0n, reason }];
}

import type { MyTrickDetails } from '@trickdesk/contract';
import { estimatedPnlPaise, type HeldRow } from '../../lib/live-pnl.ts';

export type SellOrder = MyTrickDetails['plan']['sell'][number];

/**
 * The holding that an order of the plan ends: its result moves with the price exactly as that of the open position, so
 * that the panel and the page behind it never say two things.
 */
export function holdingOf(order: SellOrder): HeldRow {
  return {
    symbol: order.symbol,
    side: order.side === 'sell' ? 'buy' : 'sell',
    quantity: order.quantity,
    lastPrice: order.estimatedPrice,
    pnlPaise: order.pnlPaise,
  };
}

/**
 * What an order would come to at the last price. Its charges stay as the server worked them out; they are unknown where
 * it knew no price to work them out at.
 *
 * @param last rupees
 */
export function estimateOf(
  order: SellOrder,
  last: number | undefined,
): {
  readonly price: number | undefined;
  readonly chargesPaise: number | undefined;
  readonly pnlPaise: number | undefined;
} {
  return {
    price: last ?? order.estimatedPrice,
    chargesPaise: order.estimatedPrice === undefined ? undefined : order.chargesPaise,
    pnlPaise: estimatedPnlPaise(holdingOf(order), last),
  };
}

/** All orders of the plan together, at the prices they were planned at; `undefined` while one of them is unknown. */
export function plannedSums(plan: readonly SellOrder[]): {
  readonly chargesPaise: number | undefined;
  readonly pnlPaise: number | undefined;
} {
  const sum = (of: (order: SellOrder) => number | undefined): number | undefined =>
    plan.reduce<number | undefined>((all, order) => {
      const one = of(order);
      return all === undefined || one === undefined ? undefined : all + one;
    }, 0);
  return {
    chargesPaise: sum((order) => estimateOf(order, order.estimatedPrice).chargesPaise),
    pnlPaise: sum((order) => order.pnlPaise),
  };
}

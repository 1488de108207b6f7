import type { Depth, DepthLevel } from '../market/depth.ts';
import type { BookRecord } from './records.ts';
import type { SimSide } from './types.ts';

/** One instrument's five levels of the current tick, less what orders have taken of them since. */
export interface ShownBook {
  /** Takes from the side opposite to an order, best price first, within its limit. */
  readonly take: (side: SimSide, limitPaise: number, quantity: number) => readonly ShownFill[];
  /** Shares shown on the order's own side at its price: they stand before it. */
  readonly queueAt: (side: SimSide, pricePaise: number) => number;
}

export interface ShownFill {
  readonly pricePaise: number;
  readonly quantity: number;
}

/** @param record what was taken already; changed in place */
export function shownBook(depth: Depth, record: BookRecord): ShownBook {
  return {
    take: (side, limitPaise, quantity) => {
      const [levels, taken] = side === 'BUY' ? [depth.sell, record.takenSell] : [depth.buy, record.takenBuy];
      const fills: ShownFill[] = [];
      let wanted = quantity;
      levels.forEach((level, i) => {
        if (wanted === 0 || !isWithin(side, level.price, limitPaise)) return;
        const fill = Math.min(wanted, left(level, taken[i]));
        if (fill === 0) return;
        taken[i] = (taken[i] ?? 0) + fill;
        wanted -= fill;
        fills.push({ pricePaise: level.price, quantity: fill });
      });
      return fills;
    },
    queueAt: (side, pricePaise) => {
      const [levels, taken] = side === 'BUY' ? [depth.buy, record.takenBuy] : [depth.sell, record.takenSell];
      const at = levels.findIndex((level) => level.price === pricePaise);
      const level = levels[at];
      if (level) return left(level, taken[at]);
      // Better than the best nobody stands before it; deeper than what is shown as many as on the last level.
      const last = levels.at(-1);
      return last && isWithin(side, pricePaise, last.price) ? last.quantity : 0;
    },
  };
}

/** Whether a price is at the limit or better for whoever is on that side. */
export function isWithin(side: SimSide, pricePaise: number, limitPaise: number): boolean {
  return side === 'BUY' ? pricePaise <= limitPaise : pricePaise >= limitPaise;
}

function left(level: DepthLevel, taken: number | undefined): number {
  return Math.max(0, level.quantity - (taken ?? 0));
}

import type { IndiaDate } from '@trickdesk/domain';
import { type ChargeBreakdown, chargesForOrder } from '@trickdesk/engine';

/** One order of a basket: delivery, at the broker's tariff. */
export interface CostedOrder {
  readonly side: 'buy' | 'sell';
  /** Units. */
  readonly quantity: number;
  /** Whole paise for a unit. */
  readonly pricePaise: number;
  readonly instrumentKind: 'equity' | 'etf';
  readonly date: IndiaDate;
  /** The depository debits a share once a day. */
  readonly isFirstSale?: boolean;
}

export function chargesOf({ isFirstSale = true, ...order }: CostedOrder): ChargeBreakdown {
  return chargesForOrder({
    ...order,
    ...{ tariff: 'angelone', exchange: 'NSE', product: 'DELIVERY', firstSellOfScripToday: isFirstSale },
  });
}

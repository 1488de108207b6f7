import { type EpochMs, type IndiaDate, indiaDateOf } from '@trickdesk/domain';
import { chargesForOrder } from '@trickdesk/engine';

/** Facts of a holding from which its result is worked out. */
export interface Holding {
  readonly direction: 'long' | 'short';
  readonly product: 'INTRADAY' | 'DELIVERY';
  readonly instrumentKind: 'equity' | 'etf';
  readonly quantity: number;
  readonly entryAt: EpochMs;
  readonly entryPaise: number;
  readonly entryChargesPaise: bigint;
}

export interface Mark {
  readonly pricePaise: number;
  readonly previousClosePaise: number;
  readonly at: EpochMs;
}

/** What closing a holding now would cost, paise, by the tariff of the mark's day. */
export function exitChargesPaise(holding: Holding, mark: Mark): bigint {
  const charges = chargesForOrder({
    tariff: 'angelone',
    exchange: 'NSE',
    product: holding.product,
    side: holding.direction === 'long' ? 'sell' : 'buy',
    quantity: holding.quantity,
    pricePaise: mark.pricePaise,
    instrumentKind: holding.instrumentKind,
    date: indiaDateOf(mark.at),
    firstSellOfScripToday: true,
  });
  return BigInt(charges.totalPaise);
}

/** Unrealised result, paise: after the charges paid and those that closing now would cost. */
export function unrealisedPaise(holding: Holding, mark: Mark): bigint {
  const sign = holding.direction === 'long' ? 1 : -1;
  const gross = BigInt(sign * (mark.pricePaise - holding.entryPaise) * holding.quantity);
  return gross - holding.entryChargesPaise - exitChargesPaise(holding, mark);
}

/**
 * What an open holding adds to a day's result: all of it where it was opened on that day; where it was carried in, the
 * move since the previous close (its charges belong to the days of entry and exit). Nothing before the day's first price.
 *
 * @param today the exchange's day
 */
export function dayUnrealisedPaise(holding: Holding, mark: Mark, today: IndiaDate): bigint {
  if (indiaDateOf(mark.at) !== today) return 0n;
  if (indiaDateOf(holding.entryAt) === today) return unrealisedPaise(holding, mark);
  const sign = holding.direction === 'long' ? 1 : -1;
  return BigInt(sign * (mark.pricePaise - mark.previousClosePaise) * holding.quantity);
}

/** Money bound in a holding at its entry price, paise. */
export function investedPaise(holding: Pick<Holding, 'quantity' | 'entryPaise'>): bigint {
  return BigInt(holding.quantity) * BigInt(holding.entryPaise);
}

import type { Queryable } from '@trickdesk/db';
import { type EpochMs, type IndiaDate, indiaDateOf } from '@trickdesk/domain';
import type { MarketDataService } from '../market-data/index.ts';
import { type AccountRow, readAccount } from './account-row.ts';
import type { AccountFacts } from './figures.ts';
import type { MarketFacts } from './guards.ts';
import { limitsOn, type RiskLimits } from './limits.ts';
import { handTrades, type LineOrder, linesOf } from './lines.ts';
import { listLineOrders, type Moment, readMarket } from './store.ts';

/** All that is known of an account on one exchange day. */
export interface AccountReading {
  readonly row: AccountRow;
  readonly facts: AccountFacts;
  /** The orders behind the lines of `facts`. */
  readonly orders: readonly LineOrder[];
  /** Those that hold on that day. */
  readonly limits: RiskLimits;
}

export async function readAccountFacts(db: Queryable, moment: Moment): Promise<AccountReading> {
  const [row, orders] = await Promise.all([readAccount(db, moment), listLineOrders(db, moment)]);
  return readingOf(row, orders, moment.day);
}

export function readingOf(row: AccountRow, orders: readonly LineOrder[], day: IndiaDate): AccountReading {
  return {
    row,
    orders,
    limits: limitsOn(row.kept, day),
    facts: {
      day,
      realisedPaise: row.realisedPaise,
      trades: row.trickTrades + handTrades(orders),
      lines: linesOf(orders),
      funds: row.funds,
      ordersLastMinute: row.ordersLastMinute,
    },
  };
}

export async function readMarketFacts(
  db: Queryable,
  marketData: Pick<MarketDataService, 'dataset' | 'calendar'>,
  asked: { readonly instrumentId: number; readonly at: EpochMs; readonly wallNow: EpochMs },
): Promise<MarketFacts> {
  const { instrumentId, at, wallNow } = asked;
  const session = marketData.calendar.sessionAt(at);
  const { dataset } = marketData;
  const row = await readMarket(db, { dataset, instrumentId, sessionOpenAt: session?.openAt ?? at });
  const { exchange_at: exchangeAt, seen_at: seenAt, speed, feed } = row;
  const { price_paise: pricePaise, previous_close_paise: previousClosePaise, at: pricedAt } = row;
  const hasClock = exchangeAt !== null && seenAt !== null && speed !== null && feed !== null;
  const hasPrice = pricePaise !== null && previousClosePaise !== null && pricedAt !== null;
  return {
    wallNow,
    isOpen: session !== undefined,
    clock: hasClock ? { exchangeAt: exchangeAt.getTime(), seenAt: seenAt.getTime(), speed, feed } : undefined,
    last: hasPrice ? { pricePaise, previousClosePaise, at: pricedAt.getTime() } : undefined,
    minuteClosePaise: row.minute_close_paise ?? undefined,
  };
}

/** The exchange's day; ours before the first price. */
export function dayOf(exchangeNow: EpochMs | undefined, wallNow: EpochMs): IndiaDate {
  return indiaDateOf(exchangeNow ?? wallNow);
}

import type { Tx } from '@trickdesk/db';
import { createFakeClock } from '@trickdesk/testkit';
import type { TestApi } from '../../../testing/test-api.ts';
import { putClock, putLastPrices, upsertInstruments } from '../../market-data/store.ts';
import { lookAtBaskets } from '../look-at-baskets.ts';
import { createPaperDesk } from '../paper-desk.ts';
import type { BasketDesk } from '../parts.ts';

const PRICES: Readonly<Record<string, number>> = {
  SBIN: 812_00,
  INFY: 1_640_00,
  TCS: 3_420_00,
  ITC: 412_00,
  GOLDBEES: 81_00,
  NIFTY: 25_000_00,
};

const KINDS: Readonly<Record<string, 'etf' | 'index'>> = { GOLDBEES: 'etf', NIFTY: 'index' };

/** A market in which five names trade, by the test's own clock, and the look of a runner at baskets. */
export interface MarketOfFive {
  /** Seconds pass, and a price of every name that trades comes in. */
  readonly tick: (seconds: number, prices?: Readonly<Record<string, number>>) => Promise<void>;
  /** Another day at 9:30. */
  readonly goTo: (day: string) => Promise<void>;
  readonly close: () => Promise<void>;
  /** Names of which no price comes any more. */
  readonly halted: Set<string>;
  /** Ticks and looks until nothing is under way for now. */
  readonly settle: (desk?: BasketDesk) => Promise<void>;
  readonly look: (desk?: BasketDesk) => Promise<void>;
}

export async function openMarketOfFive(api: TestApi): Promise<MarketOfFive> {
  const { db } = api.database;
  const { marketData, bus } = api.services;
  const { dataset } = marketData;
  const prices = new Map(Object.entries(PRICES));
  const halted = new Set<string>();
  await db.transaction((tx) => insertNames(tx, new Date(api.clock.now())));
  const ids = await db.kysely.selectFrom('instrument').select(['id', 'symbol']).execute();
  const exchange = createFakeClock(api.clock.now());

  const put = async (): Promise<void> => {
    const now = exchange.now();
    await putClock(db.kysely, dataset, { exchangeAt: now, seenAt: api.clock.now(), speed: 1, feed: 'live' });
    const rows = ids.flatMap(({ id, symbol }) => {
      const pricePaise = prices.get(symbol);
      if (pricePaise === undefined || halted.has(symbol)) return [];
      const day = {
        openPaise: pricePaise,
        highPaise: pricePaise,
        lowPaise: pricePaise,
        previousClosePaise: pricePaise,
      };
      return [{ instrumentId: id, pricePaise, ...day, volume: 1_000_000, at: now }];
    });
    await putLastPrices(db.kysely, dataset, rows);
  };
  const look = async (desk: BasketDesk = createPaperDesk(marketData, 5)): Promise<void> => {
    const parts = { database: db, bus, clock: api.clock, marketData, log: api.foundation.log, desk };
    await lookAtBaskets(parts);
  };
  const tick: MarketOfFive['tick'] = async (seconds, changed = {}) => {
    for (const [symbol, paise] of Object.entries(changed)) prices.set(symbol, paise);
    await exchange.advance(seconds * 1_000);
    await api.clock.advance(seconds * 1_000);
    await put();
  };
  const jump = async (at: number): Promise<void> => {
    const ahead = at - exchange.now();
    await exchange.advance(ahead);
    await put();
  };
  await put();
  return {
    ...{ tick, halted, look },
    goTo: (day) => jump(Date.parse(`${day}T09:30:00+05:30`)),
    close: () => jump(Date.parse(`${new Date(exchange.now()).toISOString().slice(0, 10)}T17:00:00+05:30`)),
    settle: async (desk) => {
      for (let i = 0; i < 12; i += 1) {
        await look(desk);
        await tick(11);
      }
    },
  };
}

function insertNames(tx: Tx, at: Date): Promise<void> {
  const rows = Object.keys(PRICES).map((symbol, i) => ({
    ...{
      exchange: 'NSE' as const,
      token: String(3000 + i),
      symbol,
      tradingSymbol: `${symbol}-EQ`,
      name: `${symbol} LTD`,
    },
    kind: KINDS[symbol] ?? ('equity' as const),
    ...{ tickPaise: 5, lotSize: 1, expiry: undefined, strikePaise: undefined, active: true },
  }));
  return upsertInstruments(tx, rows, at);
}

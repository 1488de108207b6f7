import { addDays, type IndiaDate, indiaMoment } from '@trickdesk/domain';
import type { TestApi } from '../../../testing/test-api.ts';
import { upsertInstruments } from '../../market-data/store.ts';
import { createReviews, seedBaskets } from '../review-baskets.ts';
import { openMarketOfFive } from './market-of-five.ts';

const FIRST_DAY = '2021-06-01';
/** With these two and those of the market of five there is a price of every name of the software basket. */
const SOFTWARE: Readonly<Record<string, number>> = { HCLTECH: 1_500_00, WIPRO: 250_00 };

/** A market whose names have closes of years, but for those that lack them, and the reviews that are made of them. */
export async function openReviewedMarket(api: TestApi) {
  const { db } = api.database;
  const at = new Date(api.clock.now());
  const rows = Object.keys(SOFTWARE).map((symbol, i) => ({
    ...{ exchange: 'NSE' as const, token: String(4000 + i), symbol, tradingSymbol: `${symbol}-EQ` },
    ...{ name: `${symbol} LTD`, kind: 'equity' as const, tickPaise: 5, lotSize: 1 },
    ...{ expiry: undefined, strikePaise: undefined, active: true },
  }));
  await db.transaction((tx) => upsertInstruments(tx, rows, at));
  const market = await openMarketOfFive(api);
  await market.tick(1, SOFTWARE);
  await seedBaskets(db, at);
  const lacking = new Set<string>();
  const { marketData } = api.services;
  const known = {
    ...marketData,
    coverage: async ({ symbol }: { readonly symbol: string }) =>
      lacking.has(symbol) ? undefined : { from: indiaMoment(FIRST_DAY), to: indiaMoment(FIRST_DAY) },
    instrument: async () => ({ id: 1 }),
    corporateActions: async () => [],
    bars: async ({ symbol, to }: { readonly symbol: string; readonly to: number }) => closesOf(symbol, to),
  } as unknown as typeof marketData;
  const reviews = createReviews({ database: db, clock: api.clock, marketData: known });
  return { market, lacking, review: reviews, dataset: marketData.dataset };
}

/** A walk of its own for each name, the same every time. */
function closesOf(symbol: string, until: number) {
  const seed = [...symbol].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  const bars: { readonly openAt: number; readonly close: number }[] = [];
  for (let day: IndiaDate = FIRST_DAY, i = 0; indiaMoment(day) < until; day = addDays(day, 1), i += 1) {
    const close = Math.round(1_000_00 + i * (seed % 17) + Math.sin(i * seed) * (100 + (seed % 41) * 20));
    bars.push({ openAt: indiaMoment(day), close });
  }
  return bars;
}

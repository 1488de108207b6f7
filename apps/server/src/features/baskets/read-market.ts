import { indiaDateOf } from '@trickdesk/domain';
import type { MarketDataService } from '../market-data/index.ts';
import type { MarketMoment } from './parts.ts';
import type { ActionsOf } from './standing.ts';
import type { NameNow, Names } from './wanted-orders.ts';

/** A price that is older by the exchange's clock says nothing about now: the share is halted, or the feed is. */
const FRESH_MS = 5 * 60_000;
/** The same of a market that runs faster, by the wall's clock: prices are stored and read within seconds. */
const FRESH_WALL_MS = 15_000;

type Market = Pick<
  MarketDataService,
  'marketState' | 'calendar' | 'instrument' | 'lastPrices' | 'corporateActions' | 'dataset'
>;

/** @returns `undefined` before the exchange's first word */
export async function readMoment({ marketState, calendar }: Market): Promise<MarketMoment | undefined> {
  const { now, speed } = await marketState();
  if (now === undefined) return undefined;
  return { now, day: indiaDateOf(now), isOpen: calendar.sessionAt(now) !== undefined, speed };
}

/** What is known of each name; one that never had a price is absent. */
export async function readNames(
  market: Market,
  symbols: readonly string[],
  moment: MarketMoment | undefined,
): Promise<Names> {
  const prices = await market.lastPrices(symbols.map((symbol) => ({ symbol })));
  const names = new Map<string, NameNow>();
  for (const { symbol, pricePaise, at } of prices) {
    const instrument = await market.instrument('NSE', symbol);
    if (!instrument || pricePaise <= 0) continue;
    const isFresh = moment !== undefined && moment.now - at <= Math.max(FRESH_MS, FRESH_WALL_MS * moment.speed);
    names.set(symbol, {
      pricePaise,
      tickPaise: instrument.tickPaise,
      instrumentKind: instrument.kind === 'etf' ? 'etf' : 'equity',
      isOpen: isFresh && instrument.active && tradesAt(market, symbol, moment),
    });
  }
  return names;
}

/** Shares with a closing auction end before the session does. */
function tradesAt({ calendar }: Market, symbol: string, { now }: MarketMoment): boolean {
  const session = calendar.sessionAt(now);
  if (!session) return false;
  const { openAt, closeAt } = calendar.hoursOf?.(symbol, session) ?? session;
  return now >= openAt && now < closeAt;
}

/** Splits and bonuses of names, by symbol. */
export async function readActions(market: Market, symbols: readonly string[]): Promise<ActionsOf> {
  const actions = new Map<string, Awaited<ReturnType<Market['corporateActions']>>>();
  for (const symbol of symbols) {
    const instrument = await market.instrument('NSE', symbol);
    if (instrument) actions.set(symbol, await market.corporateActions(instrument.id, market.dataset));
  }
  return actions;
}

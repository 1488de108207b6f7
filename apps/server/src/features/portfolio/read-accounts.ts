import type { BrokerHolding, BrokerReply } from '@trickdesk/brokers';
import type { Database } from '@trickdesk/db';
import { type IndiaDate, indiaDateOf } from '@trickdesk/domain';
import type { LotAction } from '@trickdesk/engine';
import type { Clock } from '../../platform/clock.ts';
import type { MarketDataService } from '../market-data/index.ts';
import type { DealRow, LinkRow } from './store.ts';
import type { AccountDeals, ExecutedDeal } from './tax-rules.ts';

export interface PortfolioParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly marketData: MarketDataService;
  readonly environment: 'simulator' | 'live';
  /** @returns `undefined` where nobody is signed in at the broker */
  readonly holdingsOf: (linkId: number) => Promise<BrokerReply<readonly BrokerHolding[]> | undefined>;
}

/** The exchange's day; before the first price of a market, the clock's. */
export async function todayOf({ marketData, clock }: Pick<PortfolioParts, 'marketData' | 'clock'>): Promise<IndiaDate> {
  const { now } = await marketData.marketState();
  return indiaDateOf(now ?? clock.now());
}

export async function actionsUntil(
  marketData: MarketDataService,
  rows: readonly { readonly symbol: string }[],
  today: IndiaDate,
): Promise<LotAction[]> {
  const actions: LotAction[] = [];
  for (const symbol of new Set(rows.map((row) => row.symbol))) {
    const instrument = await marketData.instrument('NSE', symbol);
    const known = instrument ? await marketData.corporateActions(instrument.id, marketData.dataset) : [];
    actions.push(...known.filter(({ exDate }) => exDate <= today).map((action) => ({ ...action, symbol })));
  }
  return actions;
}

/** The accounts that something was traded at. */
export function linksOf(rows: readonly DealRow[]): LinkRow[] {
  const links = rows.map(
    ({ brokerId, clientCode, isLinked }) => [brokerId, { brokerId, clientCode, isLinked }] as const,
  );
  return [...new Map(links).values()];
}

export async function accountsOf(
  parts: PortfolioParts,
  links: readonly LinkRow[],
  rows: readonly DealRow[],
): Promise<(AccountDeals & { readonly isLinked: boolean })[]> {
  const accounts: (AccountDeals & { readonly isLinked: boolean })[] = [];
  for (const link of links) {
    const deals: ExecutedDeal[] = [];
    for (const row of rows) if (row.brokerId === link.brokerId) deals.push(...(await dealOf(parts.marketData, row)));
    accounts.push({ ...link, deals, heldNow: link.isLinked ? await heldAt(parts, link.brokerId) : undefined });
  }
  return accounts;
}

async function dealOf(marketData: MarketDataService, row: DealRow): Promise<ExecutedDeal[]> {
  const { id, exchange, symbol, side, product, quantity, valuePaise, day } = row;
  if (product === 'other') return [];
  const instrument = await marketData.instrument(exchange, symbol);
  const isEtf = instrument?.kind === 'etf';
  return [{ id, symbol, side, product, quantity, valuePaise: Number(valuePaise), isEtf, day }];
}

async function heldAt(
  { holdingsOf }: PortfolioParts,
  linkId: number,
): Promise<ReadonlyMap<string, number> | undefined> {
  const reply = await holdingsOf(linkId);
  if (reply?.kind !== 'ok') return undefined;
  // The broker names a share with its series: `SBIN-EQ`.
  return new Map(reply.value.map(({ tradingSymbol, quantity }) => [tradingSymbol.replace(/-EQ$/, ''), quantity]));
}

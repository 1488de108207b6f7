import type { BrokerHolding, BrokerReply } from '@trickdesk/brokers';
import type { Badge } from '@trickdesk/contract';
import type { Database } from '@trickdesk/db';
import { type IndiaDate, indiaDateOf } from '@trickdesk/domain';
import { financialYearOf, type LotAction } from '@trickdesk/engine';
import type { Clock } from '../../platform/clock.ts';
import type { MarketDataService } from '../market-data/index.ts';
import { badgeOf } from '../orders/index.ts';
import { type DealRow, listDeals } from './store.ts';
import { type AccountDeals, accountTax, type ExecutedDeal, type TaxedSale, taxOf, type YearTax } from './tax-rules.ts';

export interface PortfolioParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly marketData: MarketDataService;
  readonly environment: 'simulator' | 'live';
  /** @returns `undefined` where nobody is signed in at the broker */
  readonly holdingsOf: (linkId: number) => Promise<BrokerReply<readonly BrokerHolding[]> | undefined>;
}

export type PortfolioService = ReturnType<typeof createPortfolioService>;

export interface TaxReport {
  readonly years: readonly string[];
  readonly year: string;
  readonly tax: YearTax;
  /** Of the year, newest first. */
  readonly disposals: readonly TaxedSale[];
  readonly unread: readonly { readonly brokerId: number; readonly clientCode: string }[];
}

/** What a person's broker accounts hold and have sold, over everything that traded there. */
export function createPortfolioService(parts: PortfolioParts) {
  return {
    /** Every figure is of orders at a broker. */
    badge: badgeOf('live', parts.marketData.simulated) satisfies Badge,
    tax: (accountId: number, wish: { readonly year: string | undefined; readonly search: string | undefined }) =>
      taxReport(parts, accountId, wish),
  };
}

async function taxReport(
  parts: PortfolioParts,
  accountId: number,
  { year: asked, search }: { readonly year: string | undefined; readonly search: string | undefined },
): Promise<TaxReport> {
  const { database, marketData, environment } = parts;
  const today = await todayOf(parts);
  const rows = await listDeals(database.kysely, { accountId, environment });
  const actions = await actionsUntil(marketData, rows, today);
  const accounts = await accountsOf(parts, rows);
  const all = accounts.flatMap((account) => {
    const symbols = new Set(account.deals.map(({ symbol }) => symbol));
    return accountTax(
      account,
      actions.filter(({ symbol }) => symbols.has(symbol)),
    ).disposals;
  });
  const running = financialYearOf(today);
  const years = [...new Set([running, ...all.map(({ soldOn }) => financialYearOf(soldOn))])].toSorted().toReversed();
  const year = asked ?? running;
  const words = search?.toUpperCase() ?? '';
  return {
    years,
    year,
    tax: taxOf(all, year),
    disposals: all
      .filter(({ soldOn, symbol }) => financialYearOf(soldOn) === year && symbol.includes(words))
      .toSorted((a, b) => (a.soldOn === b.soldOn ? 0 : a.soldOn < b.soldOn ? 1 : -1)),
    unread: accounts
      .filter(({ heldNow }) => heldNow === undefined)
      .map(({ brokerId, clientCode }) => ({ brokerId, clientCode })),
  };
}

/** The exchange's day; before the first price of a market, the clock's. */
async function todayOf({ marketData, clock }: Pick<PortfolioParts, 'marketData' | 'clock'>): Promise<IndiaDate> {
  const { now } = await marketData.marketState();
  return indiaDateOf(now ?? clock.now());
}

async function actionsUntil(
  marketData: MarketDataService,
  rows: readonly DealRow[],
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

async function accountsOf(parts: PortfolioParts, rows: readonly DealRow[]): Promise<AccountDeals[]> {
  const accounts: AccountDeals[] = [];
  for (const brokerId of new Set(rows.map((row) => row.brokerId))) {
    const ofAccount = rows.filter((row) => row.brokerId === brokerId);
    const [first] = ofAccount;
    if (!first) continue;
    const deals: ExecutedDeal[] = [];
    for (const row of ofAccount) deals.push(...(await dealOf(parts.marketData, row)));
    const heldNow = first.isLinked ? await heldAt(parts, brokerId) : undefined;
    accounts.push({ brokerId, clientCode: first.clientCode, deals, heldNow });
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

import type { Badge } from '@trickdesk/contract';
import { financialYearOf } from '@trickdesk/engine';
import { badgeOf } from '../orders/index.ts';
import { accountsOf, actionsUntil, linksOf, type PortfolioParts, todayOf } from './read-accounts.ts';
import { type OverviewWish, readOverview } from './read-overview.ts';
import { listDeals } from './store.ts';
import { accountTax, type TaxedSale, taxOf, type YearTax } from './tax-rules.ts';

export type { PortfolioParts } from './read-accounts.ts';
export type { Overview } from './read-overview.ts';

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
    /** Of one mode: figures of another are never added to it. */
    overview: (accountId: number, wish: OverviewWish) => readOverview(parts, accountId, wish),
    badgeOf: (mode: 'paper' | 'live') => badgeOf(mode, parts.marketData.simulated),
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
  const accounts = await accountsOf(parts, linksOf(rows), rows);
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

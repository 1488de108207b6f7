import type { PortfolioHolder, PortfolioInstrument } from '@trickdesk/contract';
import type { Query } from '../../lib/query-of.ts';
import { isLiveOf, modeIn } from '../../lib/record-mode.ts';
import type { InputOfCall, OutputOfCall } from '../../lib/wire.ts';
import { pageOf } from '../../ui/table/list-state.ts';

export type PortfolioOverview = OutputOfCall<'portfoliooverview'>;

export const SALES_PAGE_SIZE = 12;

/** The call that an address asks for: one mode, and a page of what was sold. */
export function overviewInput(query: Query): InputOfCall<'portfoliooverview'> {
  const search = query['search'] ?? '';
  return {
    pageNumber: pageOf(query['page']),
    pageSize: SALES_PAGE_SIZE,
    is_live: isLiveOf(modeIn(query)),
    ...(search === '' ? {} : { Search: search }),
  };
}

/** Figures that open to what they are made of. What was realised opens to the list on the page. */
export const OVERVIEW_FIGURES = ['value', 'unrealised', 'returns'] as const;
export type OverviewFigure = (typeof OVERVIEW_FIGURES)[number];

/** What an address has opened: a figure, or the lots of one share. */
export function openedIn(
  query: Query,
  overview: PortfolioOverview,
): OverviewFigure | { readonly instrument: PortfolioInstrument } | undefined {
  const figure = OVERVIEW_FIGURES.find((name) => name === query['of']);
  if (figure) return figure;
  const instrument = overview.instrument_list.find(({ symbol }) => symbol === query['lots']);
  return instrument && { instrument };
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0);

/** What each list adds up to: it stands below the list, and equals the figure that was opened. */
export function overviewSums({ instrument_list: instruments, returns }: PortfolioOverview) {
  return {
    value: sumOf(instruments.map(({ valuePaise }) => valuePaise)),
    unrealised: sumOf(instruments.map(({ unrealisedPaise }) => unrealisedPaise)),
    flows: sumOf((returns?.flow_list ?? []).map(({ putInPaise, takenOutPaise }) => putInPaise - takenOutPaise)),
  };
}

/** Where a holder has its own page. */
export function holderPage({ kind, id }: PortfolioHolder): string | undefined {
  if (id === undefined || kind === 'hand') return undefined;
  return kind === 'basket' ? `/my-baskets/${id}` : `/my-tricks/${id}`;
}

const DAY_MS = 86_400_000;

/** Symbols whose last price is a day older than the answer. */
export function oldPrices({ instrument_list: instruments, asOf }: PortfolioOverview): readonly string[] {
  if (asOf === undefined) return [];
  const now = Date.parse(asOf);
  return instruments.filter(({ lastPriceAt }) => now - Date.parse(lastPriceAt) > DAY_MS).map(({ symbol }) => symbol);
}

/** Which sentence says how the gain stands beside the benchmark's. */
export function besideWord(aheadPaise: number): 'more' | 'less' | 'same' {
  if (aheadPaise === 0) return 'same';
  return aheadPaise > 0 ? 'more' : 'less';
}

/** Whether there is nothing to show: nothing is held, and nothing was ever sold. */
export const isBare = ({ instrument_list: instruments, realised_list: sold, missing }: PortfolioOverview): boolean =>
  instruments.length === 0 && sold.length === 0 && missing.unpriced.length === 0;

import { type Bar, type EpochMs, MINUTE_MS } from '@trickdesk/domain';
import { barPath, type Quote } from '@trickdesk/engine';

export interface Series {
  readonly instrumentId: number;
  readonly bars: readonly Bar[];
}

/** One thing that a feed tells, in the order in which a frictionless replay tells it. */
export type News =
  | { readonly kind: 'tick'; readonly instrumentId: number; readonly at: EpochMs; readonly pricePaise: number }
  | { readonly kind: 'bar'; readonly instrumentId: number; readonly at: EpochMs; readonly bar: Bar };

/** What a feed tells that shows order books too. */
export type QuotedNews =
  | News
  | { readonly kind: 'quote'; readonly instrumentId: number; readonly at: EpochMs; readonly quote: Quote };

/** All prices of a minute in order of time, then its bars, for all instruments. */
export function newsOf(series: readonly Series[]): News[] {
  const minutes = new Map<EpochMs, { instrumentId: number; bar: Bar }[]>();
  for (const { instrumentId, bars } of series) {
    for (const bar of bars) minutes.set(bar.openAt, [...(minutes.get(bar.openAt) ?? []), { instrumentId, bar }]);
  }
  const news: News[] = [];
  for (const [openAt, bars] of [...minutes].sort(([a], [b]) => a - b)) {
    const paths = bars.map(({ instrumentId, bar }) => ({ instrumentId, path: barPath(bar, '1m') }));
    for (const point of [0, 1, 2, 3])
      news.push(...paths.flatMap(({ instrumentId, path }) => tickOf(instrumentId, path[point])));
    for (const { instrumentId, bar } of bars) news.push({ kind: 'bar', instrumentId, at: openAt + MINUTE_MS, bar });
  }
  return news;
}

function tickOf(instrumentId: number, step: ReturnType<typeof barPath>[number] | undefined): News[] {
  return step ? [{ kind: 'tick', instrumentId, ...step }] : [];
}

/** Ten paise to either side of a price, then a tick further for each level, with so many units on each. */
export function quoteAround(at: EpochMs, pricePaise: number, units: readonly number[]): Quote {
  return {
    at,
    bids: units.flatMap((shown, i) => [pricePaise - 10 - 5 * i, shown]),
    asks: units.flatMap((shown, i) => [pricePaise + 10 + 5 * i, shown]),
  };
}

/** The same news from a feed that shows an order book with every price, as the feed tells it: right before the price. */
export function withQuotes(news: readonly News[], units: readonly number[]): QuotedNews[] {
  return news.flatMap((item): QuotedNews[] => {
    if (item.kind !== 'tick') return [item];
    const { instrumentId, at, pricePaise } = item;
    return [{ kind: 'quote', instrumentId, at, quote: quoteAround(at, pricePaise, units) }, item];
  });
}

import { type Bar, type EpochMs, indiaDateOf, MINUTE_MS } from '@trickdesk/domain';
import { barPath, type Quote } from '@trickdesk/engine';
import { CALENDAR } from './random-market.ts';

export interface Series {
  readonly instrumentId: number;
  readonly bars: readonly Bar[];
}

/** One thing that a feed tells, in the order in which a frictionless replay tells it. */
export type News =
  | { readonly kind: 'tick'; readonly instrumentId: number; readonly at: EpochMs; readonly pricePaise: number }
  | { readonly kind: 'bar'; readonly instrumentId: number; readonly at: EpochMs; readonly bar: Bar }
  /** Its minute before this moment had no trade. */
  | { readonly kind: 'quiet'; readonly instrumentId: number; readonly at: EpochMs };

/** What a feed tells that shows order books too. */
export type QuotedNews =
  | News
  | { readonly kind: 'quote'; readonly instrumentId: number; readonly at: EpochMs; readonly quote: Quote };

/** All prices of a minute in order of time, then its bars or the word that there is none, for all instruments. */
export function newsOf(series: readonly Series[]): News[] {
  const minutes = new Map(
    minutesOfSessions(series).map((openAt) => [openAt, [] as { instrumentId: number; bar: Bar }[]]),
  );
  for (const { instrumentId, bars } of series) {
    for (const bar of bars) minutes.get(bar.openAt)?.push({ instrumentId, bar });
  }
  const news: News[] = [];
  for (const [openAt, bars] of minutes) {
    const paths = bars.map(({ instrumentId, bar }) => ({ instrumentId, path: barPath(bar, '1m') }));
    for (const point of [0, 1, 2, 3])
      news.push(...paths.flatMap(({ instrumentId, path }) => tickOf(instrumentId, path[point])));
    for (const { instrumentId } of series) {
      const bar = bars.find((one) => one.instrumentId === instrumentId)?.bar;
      const at = openAt + MINUTE_MS;
      news.push(bar ? { kind: 'bar', instrumentId, at, bar } : { kind: 'quiet', instrumentId, at });
    }
  }
  return news;
}

/** Openings of all minutes of the sessions that have bars, from the first bar on. */
function minutesOfSessions(series: readonly Series[]): EpochMs[] {
  const openings = series.flatMap(({ bars }) => bars.map(({ openAt }) => openAt));
  const first = Math.min(...openings);
  const dates = [...new Set(openings.map((openAt) => indiaDateOf(openAt)))].sort();
  return dates.flatMap((date) => {
    const session = CALENDAR.sessionOn(date);
    if (!session) throw new Error(`no session on ${date}`);
    const minutes = (session.closeAt - session.openAt) / MINUTE_MS;
    const all = Array.from({ length: minutes }, (_, i) => session.openAt + i * MINUTE_MS);
    return all.filter((openAt) => openAt >= first);
  });
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

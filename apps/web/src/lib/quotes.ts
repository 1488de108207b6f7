import { useCallback, useSyncExternalStore } from 'react';
import { marketFreshness } from './freshness.ts';
import type { EventOf } from './stream-events.ts';
import { useWatchedSymbols } from './use-stream.ts';

const lastPrices = new Map<string, number>();
const listeners = new Map<string, Set<() => void>>();

/** Keeps the last prices of a `quote` event; only what shows a changed symbol renders again. */
export function keepQuotes({ quotes }: EventOf<'quote'>): void {
  for (const { symbol, last } of quotes) {
    if (lastPrices.get(symbol) === last) continue;
    lastPrices.set(symbol, last);
    for (const listener of listeners.get(symbol) ?? []) listener();
  }
  marketFreshness.tell({ quoteAt: Math.max(...quotes.map(({ at }) => Date.parse(at))) });
}

function subscribe(symbol: string, listener: () => void): () => void {
  const all = listeners.get(symbol) ?? new Set();
  listeners.set(symbol, all.add(listener));
  return () => {
    all.delete(listener);
    // Nobody watches it any more: a price that stops being told must not stand beside newer ones later.
    if (all.size === 0) lastPrices.delete(symbol);
  };
}

/**
 * The last price of a symbol in rupees while it is on screen: `known` until the stream has told a newer one.
 * The symbol is watched by itself.
 */
export function useLastPrice(symbol: string, known: number | undefined): number | undefined {
  useWatchedSymbols([symbol]);
  // The same function for the same symbol: a new one would leave and come back on every render, and forget the price.
  const watch = useCallback((listener: () => void) => subscribe(symbol, listener), [symbol]);
  const last = useSyncExternalStore(watch, () => lastPrices.get(symbol));
  return last ?? known;
}

/** The last price that the stream has told of a symbol on screen; for sums over many of them. */
export const toldPrice = (symbol: string): number | undefined => lastPrices.get(symbol);

/** Hears a change of any of these symbols. */
export function onPrices(symbols: readonly string[], listener: () => void): () => void {
  const stops = [...new Set(symbols)].map((symbol) => subscribe(symbol, listener));
  return () => {
    for (const stop of stops) stop();
  };
}

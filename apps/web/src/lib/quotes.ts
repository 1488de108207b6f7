import { useSyncExternalStore } from 'react';
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
  const last = useSyncExternalStore(
    (listener) => subscribe(symbol, listener),
    () => lastPrices.get(symbol),
  );
  return last ?? known;
}

import { useCallback, useSyncExternalStore } from 'react';
import { type HeldRow, movedPaise } from './live-pnl.ts';
import { onPrices, toldPrice } from './quotes.ts';
import { useWatchedSymbols } from './use-stream.ts';

/** A total that moves with the rows on screen, so that it stays the sum of what is shown. */
export function useLiveSum(totalPaise: number, rows: readonly HeldRow[]): number {
  const symbols = [...new Set(rows.map((row) => row.symbol))].sort().join(',');
  useWatchedSymbols(symbols === '' ? [] : symbols.split(','));
  const listen = useCallback((listener: () => void) => onPrices(symbols.split(','), listener), [symbols]);
  return totalPaise + useSyncExternalStore(listen, () => movedPaise(rows, toldPrice));
}

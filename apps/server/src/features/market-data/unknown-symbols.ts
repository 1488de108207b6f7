import type { Queryable } from '@trickdesk/db';
import { listActiveInstruments, listKnownSymbols } from './store.ts';

export interface UnknownSymbols {
  readonly unknown: readonly string[];
  /** Symbols that may have been meant; empty where nothing is unknown. */
  readonly offered: readonly string[];
}

/**
 * Which symbols of NSE neither the broker's list nor an imported file ever named. What is offered no more, or was only
 * imported, is known. Before the broker's list was read first, nothing can be told, and nothing counts as unknown.
 */
export async function findUnknownSymbols(db: Queryable, symbols: readonly string[]): Promise<UnknownSymbols> {
  const known = new Set(await listKnownSymbols(db, 'NSE', symbols));
  const unknown = symbols.filter((symbol) => !known.has(symbol));
  if (unknown.length === 0) return { unknown, offered: [] };
  const offered = (await listActiveInstruments(db)).map(({ symbol }) => symbol);
  return { unknown: offered.length === 0 ? [] : unknown, offered };
}

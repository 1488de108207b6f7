import { gunzipSync, gzipSync } from 'node:zlib';
import type { Direction } from '@trickdesk/engine';

/** A trade as it is stored: prices and money in whole paise, moments in epoch milliseconds. */
export type TradeRow = readonly [
  symbol: string,
  direction: Direction,
  quantity: number,
  entryAt: number,
  entryPaise: number,
  exitAt: number,
  exitPaise: number,
  exitRule: string,
  chargesPaise: number,
  netPaise: number,
  reason: string,
  /** Worst and best result per unit while it was open, paise; absent in trades that were stored before it was kept. */
  adversePaise?: number,
  favourablePaise?: number,
  /** How much of the reason is that of the entry, in UTF-16 units; absent in older ones, too. */
  entryReasonLength?: number,
];

/** Place in a row. */
const ENTRY_REASON_LENGTH = 13;

/** Why it was entered, and why it was left: of an older trade both in one. */
export function reasonsOf(row: TradeRow): { readonly entry: string; readonly exit: string } {
  const [, , , , , , , , , , reason] = row;
  const length = row[ENTRY_REASON_LENGTH];
  if (length === undefined) return { entry: reason, exit: reason };
  return { entry: reason.slice(0, length), exit: reason.slice(length).trimStart() };
}

/** A page of a list is within two parts, and a part is read in about a millisecond. */
export const TRADES_IN_PART = 500;

export function packTrades(rows: readonly TradeRow[]): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let first = 0; first < rows.length; first += TRADES_IN_PART) {
    parts.push(gzipSync(JSON.stringify(rows.slice(first, first + TRADES_IN_PART))));
  }
  return parts;
}

export function unpackTrades(bytes: Uint8Array): TradeRow[] {
  // The validated edge: this table holds what `packTrades` wrote.
  return JSON.parse(gunzipSync(bytes).toString('utf8')) as TradeRow[];
}

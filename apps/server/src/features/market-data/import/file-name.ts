import { basename } from 'node:path';
import type { Exchange, InstrumentKind, Interval } from '@trickdesk/domain';

export interface NamedSeries {
  readonly exchange: Exchange;
  readonly symbol: string;
  readonly interval: Interval | undefined;
}

/** `1min` to `60min`, as files are named, to intervals. */
const INTERVALS: Readonly<Record<string, Interval>> = {
  '1': '1m',
  '3': '3m',
  '5': '5m',
  '10': '10m',
  '15': '15m',
  '30': '30m',
  '60': '1h',
};
/** Index files are named after the index; the product uses the broker's shorter symbols. */
const INDEX_SYMBOLS: Readonly<Record<string, string>> = { NIFTY50: 'NIFTY', NIFTYBANK: 'BANKNIFTY' };
const INDEX_NAMES: Readonly<Record<string, string>> = {
  NIFTY: 'Nifty 50',
  BANKNIFTY: 'Nifty Bank',
  INDIAVIX: 'India VIX',
};

/**
 * What a file's name tells: `SBIN.csv.gz`, `20210413_SBIN.csv.gz`, `NIFTY50_1min_2024.csv`,
 * `RELIANCE_BSE_5min_2019_2020.csv.gz`, `20210413_SBIN_bars1m.csv.gz`.
 */
export function seriesOfFileName(path: string): NamedSeries {
  const parts = basename(path)
    .replace(/(\.(csv|tsv|txt|json|xls|gz))+$/i, '')
    .replace(/^\d{8}_/, '')
    .split('_');
  const symbol = parts[0] ?? '';
  const minutes = parts.map((part) => /^(\d+)min$/.exec(part)?.[1] ?? /^bars(\d+)m$/.exec(part)?.[1]);
  const found = minutes.find((part) => part !== undefined);
  return {
    exchange: parts.includes('BSE') ? 'BSE' : 'NSE',
    symbol: canonicalSymbol(symbol),
    interval: found === undefined ? undefined : INTERVALS[found],
  };
}

/** `SBIN` also where a column writes `SBIN-EQ`. */
export function canonicalSymbol(symbol: string): string {
  return INDEX_SYMBOLS[symbol] ?? symbol.replace(/-EQ$/, '');
}

export function kindOfSymbol(symbol: string): InstrumentKind {
  if (symbol in INDEX_NAMES) return 'index';
  return /BEES$|ETF/.test(symbol) ? 'etf' : 'equity';
}

/** As the broker's list writes it, so that a list that is read later finds the instrument again. */
export function tradingSymbolOf(exchange: Exchange, symbol: string): string {
  return INDEX_NAMES[symbol] ?? (exchange === 'NSE' ? `${symbol}-EQ` : symbol);
}

import type { InstrumentKind } from '@trickdesk/domain';
import type { SimInstrument } from './market-source.ts';

export type Sector =
  | 'bank'
  | 'it'
  | 'energy'
  | 'fmcg'
  | 'auto'
  | 'pharma'
  | 'metal'
  | 'infra'
  | 'finance'
  | 'telecom'
  | 'gold'
  | 'liquid'
  | 'broad';

export const SECTORS: readonly Sector[] = [
  'bank',
  'it',
  'energy',
  'fmcg',
  'auto',
  'pharma',
  'metal',
  'infra',
  'finance',
  'telecom',
  'gold',
  'liquid',
  'broad',
];

/** What the synthetic market needs to know of one instrument. */
export interface SyntheticFacts {
  readonly instrument: SimInstrument;
  readonly sector: Sector;
  /** Price level at the anchor day, in rupees. */
  readonly levelRupees: number;
  /** Sensitivity to the market factor. */
  readonly beta: number;
  /** Own daily volatility, percent. */
  readonly ownVolPercent: number;
  /** Shares on an ordinary day. */
  readonly dailyVolume: number;
  /** Percent a day that it gains by its nature (liquid funds). */
  readonly driftPercent: number;
  /** An ETF whose price is the index divided by a number. */
  readonly tracks?: { readonly index: IndexName; readonly divisor: number };
}

export type IndexName = 'NIFTY' | 'BANKNIFTY';

/** symbol, token, sector, level ₹, beta, own volatility %, million shares a day */
type ShareRow = readonly [string, string, Sector, number, number, number, number];

const SHARES: readonly ShareRow[] = [
  ['HDFCBANK', '1333', 'bank', 1990, 1.0, 0.7, 9],
  ['ICICIBANK', '4963', 'bank', 1440, 1.1, 0.8, 9],
  ['SBIN', '3045', 'bank', 812, 1.2, 0.9, 10],
  ['AXISBANK', '5900', 'bank', 1178, 1.2, 0.9, 7],
  ['KOTAKBANK', '1922', 'bank', 2130, 0.9, 0.8, 3],
  ['INDUSINDBK', '5258', 'bank', 856, 1.3, 1.5, 5],
  ['TCS', '11536', 'it', 3420, 0.7, 0.7, 2],
  ['INFY', '1594', 'it', 1640, 0.8, 0.8, 6],
  ['HCLTECH', '7229', 'it', 1726, 0.8, 0.9, 2.2],
  ['WIPRO', '3787', 'it', 270, 0.8, 0.9, 8],
  ['RELIANCE', '2885', 'energy', 1527, 1.1, 0.8, 11],
  ['ONGC', '2475', 'energy', 245, 0.9, 1.0, 12],
  ['POWERGRID', '14977', 'energy', 294, 0.7, 0.9, 11],
  ['NTPC', '11630', 'energy', 335, 0.8, 0.9, 10],
  ['ITC', '1660', 'fmcg', 412, 0.6, 0.7, 12],
  ['HINDUNILVR', '1394', 'fmcg', 2340, 0.5, 0.7, 1.6],
  ['BRITANNIA', '547', 'fmcg', 5770, 0.5, 0.8, 0.35],
  ['ASIANPAINT', '236', 'fmcg', 2420, 0.7, 0.9, 1.2],
  ['TITAN', '3506', 'fmcg', 3680, 0.9, 0.9, 1.1],
  ['MARUTI', '10999', 'auto', 12646, 0.9, 0.9, 0.4],
  ['M&M', '2031', 'auto', 3160, 1.1, 1.0, 2.2],
  ['BAJAJ-AUTO', '16669', 'auto', 8430, 0.9, 1.0, 0.3],
  ['SUNPHARMA', '3351', 'pharma', 1676, 0.5, 0.9, 2.2],
  ['CIPLA', '694', 'pharma', 1510, 0.5, 0.9, 1.5],
  ['TATASTEEL', '3499', 'metal', 163, 1.3, 1.0, 28],
  ['JSWSTEEL', '11723', 'metal', 1041, 1.2, 1.0, 1.6],
  ['LT', '11483', 'infra', 3594, 1.1, 0.8, 1.8],
  ['ULTRACEMCO', '11532', 'infra', 12506, 0.9, 0.9, 0.25],
  ['ADANIPORTS', '15083', 'infra', 1424, 1.4, 1.3, 2.0],
  ['BAJFINANCE', '317', 'finance', 925, 1.3, 1.0, 7],
  ['BHARTIARTL', '10604', 'telecom', 2017, 0.8, 0.8, 4.5],
];

/** symbol, token, sector, level ₹, beta, own volatility %, million shares, drift % a day */
const ETFS: readonly (readonly [...ShareRow, number])[] = [
  ['NIFTYBEES', '10576', 'broad', 0, 0, 0, 5, 0],
  ['BANKBEES', '11439', 'broad', 0, 0, 0, 0.6, 0],
  ['JUNIORBEES', '10939', 'broad', 735, 1.1, 0.3, 0.4, 0],
  ['ITBEES', '19084', 'it', 42, 0.8, 0.1, 6, 0],
  ['GOLDBEES', '14428', 'gold', 80.9, -0.05, 0.05, 14, 0.035],
  ['SETFGOLD', '17272', 'gold', 83.2, -0.05, 0.07, 1.5, 0],
  ['LIQUIDBEES', '11006', 'liquid', 1000, 0, 0.0004, 3, 0],
  ['LIQUIDCASE', '21750', 'liquid', 109.2, 0, 0.0008, 2, 0.0245],
];

const TRACKED: Readonly<Record<string, { readonly index: IndexName; readonly divisor: number }>> = {
  NIFTYBEES: { index: 'NIFTY', divisor: 89 },
  BANKBEES: { index: 'BANKNIFTY', divisor: 97 },
};

export interface IndexFacts {
  readonly instrument: SimInstrument;
  readonly name: IndexName;
  /** Index points at the anchor day. */
  readonly level: number;
  /** Symbol and its share of the index at the anchor day, percent; normalised to 100 by the reader. */
  readonly weights: readonly (readonly [symbol: string, percent: number])[];
}

export const INDICES: readonly IndexFacts[] = [
  {
    name: 'NIFTY',
    level: 25_461,
    instrument: index('NIFTY', '99926000', 'Nifty 50', 1.3),
    weights: [
      ['HDFCBANK', 13.2],
      ['ICICIBANK', 9.1],
      ['RELIANCE', 8.7],
      ['INFY', 5.2],
      ['BHARTIARTL', 4.6],
      ['LT', 3.8],
      ['ITC', 3.4],
      ['TCS', 3.1],
      ['AXISBANK', 2.9],
      ['SBIN', 2.8],
      ['KOTAKBANK', 2.8],
      ['M&M', 2.3],
      ['BAJFINANCE', 2.1],
      ['HINDUNILVR', 1.9],
      ['SUNPHARMA', 1.7],
      ['NTPC', 1.5],
      ['MARUTI', 1.5],
      ['HCLTECH', 1.5],
      ['ULTRACEMCO', 1.3],
      ['TITAN', 1.3],
      ['POWERGRID', 1.2],
      ['TATASTEEL', 1.2],
      ['ASIANPAINT', 1.0],
      ['ADANIPORTS', 1.0],
      ['JSWSTEEL', 0.9],
      ['BAJAJ-AUTO', 0.8],
      ['ONGC', 0.8],
      ['CIPLA', 0.7],
      ['WIPRO', 0.6],
      ['BRITANNIA', 0.5],
      ['INDUSINDBK', 0.5],
    ],
  },
  {
    name: 'BANKNIFTY',
    level: 57_032,
    instrument: index('BANKNIFTY', '99926009', 'Nifty Bank', 1.7),
    weights: [
      ['HDFCBANK', 29],
      ['ICICIBANK', 26],
      ['SBIN', 14],
      ['KOTAKBANK', 12],
      ['AXISBANK', 14],
      ['INDUSINDBK', 5],
    ],
  },
];

/** The market's shares and ETFs. Symbols, tokens and tick sizes are the exchange's; all else is a plausible level. */
export const SYNTHETIC_FACTS: readonly SyntheticFacts[] = [
  ...SHARES.map((row) => facts(row, 'equity', 0)),
  ...ETFS.map(([symbol, token, sector, level, beta, own, volume, drift]) =>
    facts([symbol, token, sector, level, beta, own, volume], 'etf', drift),
  ),
];

/**
 * Tick of an NSE cash share by its price (rules since 15 April 2025); ETFs trade in whole paise.
 * @returns paise
 */
export function tickPaiseFor(kind: InstrumentKind, priceRupees: number): number {
  if (kind === 'index') return 5;
  if (kind === 'etf' || priceRupees < 250) return 1;
  if (priceRupees <= 1_000) return 5;
  if (priceRupees <= 5_000) return 10;
  if (priceRupees <= 10_000) return 50;
  return priceRupees <= 20_000 ? 100 : 500;
}

function facts(row: ShareRow, kind: 'equity' | 'etf', driftPercent: number): SyntheticFacts {
  const [symbol, token, sector, levelRupees, beta, ownVolPercent, millions] = row;
  const tracks = TRACKED[symbol];
  return {
    instrument: {
      exchange: 'NSE',
      token,
      symbol,
      tradingSymbol: `${symbol}-EQ`,
      kind,
      tickPaise: tickPaiseFor(kind, levelRupees),
      lotSize: 1,
      tickSeconds: millions > 1 ? 3 : 4,
    },
    sector,
    levelRupees,
    beta,
    ownVolPercent,
    dailyVolume: millions * 1_000_000,
    driftPercent,
    ...(tracks ? { tracks } : {}),
  };
}

function index(symbol: IndexName, token: string, tradingSymbol: string, tickSeconds: number): SimInstrument {
  return { exchange: 'NSE', token, symbol, tradingSymbol, kind: 'index', tickPaise: 5, lotSize: 1, tickSeconds };
}

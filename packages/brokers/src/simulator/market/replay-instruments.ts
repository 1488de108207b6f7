import { type Exchange, hashOf } from '@trickdesk/domain';
import type { SimInstrument } from './market-source.ts';
import { INDICES, SYNTHETIC_FACTS } from './universe.ts';

/** Tokens of shares that are replayed but not part of the synthetic market. */
const MORE_TOKENS: Readonly<Record<string, string>> = {
  GAIL: '4717',
  HDFCLIFE: '467',
  IOC: '1624',
  SBILIFE: '21808',
  TATAMOTORS: '3456',
  VEDL: '3063',
};
const BSE_TOKENS: Readonly<Record<string, string>> = { RELIANCE: '500325' };

/**
 * The instrument that a replayed file is about: the exchange's where it is known, otherwise one with a token of its
 * own. Its tick is the coarsest of 5 and 1 paise that every recorded price lies on.
 */
export function replayInstrument(symbol: string, exchange: Exchange, prices: Iterable<number>): SimInstrument {
  const tickPaise = tickOf(prices);
  if (exchange === 'BSE') {
    const token = BSE_TOKENS[symbol] ?? inventedToken(symbol);
    return { exchange, token, symbol, tradingSymbol: symbol, kind: 'equity', tickPaise, lotSize: 1, tickSeconds: 3 };
  }
  const index = INDICES.find((facts) => facts.name === symbol);
  if (index) return index.instrument;
  const known = SYNTHETIC_FACTS.find((facts) => facts.instrument.symbol === symbol);
  if (known) return { ...known.instrument, tickPaise };
  return {
    exchange,
    token: MORE_TOKENS[symbol] ?? inventedToken(symbol),
    symbol,
    tradingSymbol: `${symbol}-EQ`,
    kind: 'equity',
    tickPaise,
    lotSize: 1,
    tickSeconds: 3,
  };
}

function tickOf(prices: Iterable<number>): number {
  for (const price of prices) if (price % 5 !== 0) return 1;
  return 5;
}

/** Seven digits that no listed share has. */
function inventedToken(symbol: string): string {
  return String(8_000_000 + (hashOf(symbol) % 1_000_000));
}

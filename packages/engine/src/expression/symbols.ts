/** `NIFTY26NOV26000CE`, `SBIN26NOVFUT`: digits inside, then the kind of contract. */
const DERIVATIVE = /\d[A-Z0-9]*(CE|PE|FUT)$/;
const INDEX = /^(NIFTY|BANKNIFTY|FINNIFTY|MIDCPNIFTY|NIFTYNXT50|SENSEX|BANKEX|INDIA[ _-]?VIX|NIFTY[ _-].+)$/;
const SHARE = /^[A-Z0-9][A-Z0-9&_-]{0,29}$/;

/** Why a symbol cannot be one that a strategy trades, as far as its name tells. */
export function tradedProblem(symbol: string): string | undefined {
  if (DERIVATIVE.test(symbol)) {
    return `${symbol} looks like a future or an option, which strategies do not trade: expected a share or ETF of NSE`;
  }
  if (INDEX.test(symbol))
    return `${symbol} is an index, which nobody can buy: expected a share or ETF, such as NIFTYBEES`;
  return SHARE.test(symbol) ? undefined : `"${symbol}" is not an NSE symbol: expected capitals and digits, like SBIN`;
}

/** Why conditions cannot read a symbol's bars, as far as its name tells. */
export function sourceProblem(symbol: string): string | undefined {
  if (DERIVATIVE.test(symbol))
    return `${symbol} looks like a future or an option: expected an index, a share or an ETF of NSE`;
  return INDEX.test(symbol) || SHARE.test(symbol)
    ? undefined
    : `"${symbol}" is not an NSE symbol: expected an index like NIFTY, or a share like SBIN`;
}

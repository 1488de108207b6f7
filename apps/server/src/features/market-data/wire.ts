import type { Quote } from '@trickdesk/contract';
import { type Bar, isTradable, paiseToRupees, toIndiaIso } from '@trickdesk/domain';
import { changePercent } from './rules.ts';
import type { LastPrice, StoredInstrument } from './types.ts';

/** `[openAt (epoch seconds), open, high, low, close (rupees), volume]` */
export function candleOnWire(bar: Bar): [number, number, number, number, number, number] {
  return [
    Math.round(bar.openAt / 1_000),
    paiseToRupees(bar.open),
    paiseToRupees(bar.high),
    paiseToRupees(bar.low),
    paiseToRupees(bar.close),
    bar.volume,
  ];
}

export function instrumentOnWire(instrument: StoredInstrument) {
  const { exchange, symbol, tradingSymbol, name, kind, tickPaise, lotSize } = instrument;
  const tradable = isTradable(instrument);
  return { exchange, symbol, tradingSymbol, name, kind, tickSize: paiseToRupees(tickPaise), lotSize, tradable };
}

export function quoteOnWire(price: LastPrice, simulated: boolean): Quote {
  return {
    exchange: price.exchange,
    symbol: price.symbol,
    last: paiseToRupees(price.pricePaise),
    open: paiseToRupees(price.openPaise),
    high: paiseToRupees(price.highPaise),
    low: paiseToRupees(price.lowPaise),
    previousClose: paiseToRupees(price.previousClosePaise),
    changePercent: changePercent(price.pricePaise, price.previousClosePaise),
    volume: price.volume,
    at: toIndiaIso(price.at),
    simulated,
  };
}

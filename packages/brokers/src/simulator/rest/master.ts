import type { SimInstrument } from '../market/market-source.ts';

export const MASTER_PATH = '/OpenAPI_File/files/OpenAPIScripMaster.json';

/** The instrument master: every value a string, ticks and strikes in paise. */
export function masterRows(instruments: readonly SimInstrument[]): object[] {
  return instruments.map((instrument) => {
    const isIndex = instrument.kind === 'index';
    return {
      token: instrument.token,
      symbol: instrument.tradingSymbol,
      name: instrument.symbol,
      expiry: '',
      strike: isIndex ? '0.000000' : '-1.000000',
      lotsize: String(instrument.lotSize),
      instrumenttype: isIndex ? 'AMXIDX' : '',
      exch_seg: instrument.exchange,
      tick_size: isIndex ? '0.000000' : instrument.tickPaise.toFixed(6),
    };
  });
}

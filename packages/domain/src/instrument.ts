/** Where an instrument is listed. Version 1 trades NSE cash; the others are read, not traded. */
export type Exchange = 'NSE' | 'BSE' | 'NFO' | 'BFO' | 'MCX' | 'CDS';
export type InstrumentKind = 'equity' | 'etf' | 'index' | 'future' | 'option';

export interface Instrument {
  readonly exchange: Exchange;
  /** The broker's number; reused over time for derivatives, so it never stands alone in a record. */
  readonly token: string;
  /** `SBIN`, the name that people use. */
  readonly symbol: string;
  /** `SBIN-EQ`, the broker's trading symbol. */
  readonly tradingSymbol: string;
  readonly kind: InstrumentKind;
  readonly tickPaise: number;
  readonly lotSize: number;
}

/** Shares and ETFs of NSE can be bought and sold; an index is a source of signals only. */
export function isTradable(instrument: Pick<Instrument, 'exchange' | 'kind'>): boolean {
  return instrument.exchange === 'NSE' && (instrument.kind === 'equity' || instrument.kind === 'etf');
}

export type TickRounding = 'nearest' | 'down' | 'up';

/** A price on the instrument's grid. `nearest` sends halves up. */
export function roundToTick(pricePaise: number, tickPaise: number, rounding: TickRounding): number {
  const steps = pricePaise / tickPaise;
  // A price that is on the grid but for float noise must not be pushed a whole tick away by floor or ceil.
  const nearest = Math.round(steps);
  if (Math.abs(steps - nearest) < 1e-9) return nearest * tickPaise;
  if (rounding === 'nearest') return nearest * tickPaise;
  return (rounding === 'down' ? Math.floor(steps) : Math.ceil(steps)) * tickPaise;
}

import type { Exchange, IndiaDate, InstrumentKind } from '@trickdesk/domain';
import { z } from 'zod';
import type { ListedInstrument } from '../port.ts';
import { decimalText, monthNumber, zText } from './reading.ts';

const zRow = z.object({
  token: zText,
  symbol: zText,
  name: zText,
  expiry: zText,
  strike: zText,
  lotsize: zText,
  instrumenttype: zText,
  exch_seg: zText,
  tick_size: zText,
});

/** Currency is scaled differently and commodity exchanges beyond MCX are closed to retail: both are left out. */
const EXCHANGES = new Set<string>(['NSE', 'BSE', 'NFO', 'BFO', 'MCX'] satisfies Exchange[]);
const isExchange = (name: string): name is Exchange => EXCHANGES.has(name);

/** One row of the master → our words; `undefined` for what the product does not know. */
export function readMasterRow(value: unknown): ListedInstrument | undefined {
  const parsed = zRow.safeParse(value);
  if (!parsed.success) return undefined;
  const row = parsed.data;
  const kind = kindOf(row);
  if (!isExchange(row.exch_seg) || !kind || !/^\d{1,14}$/.test(row.token) || row.symbol === '') return undefined;
  const tickPaise = tickOf(row.tick_size, kind);
  const lotSize = Number(decimalText(row.lotsize));
  if (tickPaise === undefined || !Number.isSafeInteger(lotSize) || lotSize <= 0) return undefined;
  const strike = Number(decimalText(row.strike));
  return {
    exchange: row.exch_seg,
    token: row.token,
    symbol: row.name || row.symbol,
    tradingSymbol: row.symbol,
    kind,
    tickPaise,
    lotSize,
    expiry: expiryOf(row.expiry),
    // Rupees × 100 in the file, which is paise already.
    strikePaise: kind === 'option' && Number.isSafeInteger(strike) && strike > 0 ? strike : undefined,
  };
}

/** Index rows have no tick; theirs is the smallest step that a price can have. */
function tickOf(text: string, kind: InstrumentKind): number | undefined {
  const tick = Number(decimalText(text));
  if (kind === 'index' && !(tick > 0)) return 1;
  return Number.isSafeInteger(tick) && tick > 0 ? tick : undefined;
}

function kindOf(row: z.infer<typeof zRow>): InstrumentKind | undefined {
  if (row.instrumenttype === '') return isEtfName(row.name) ? 'etf' : 'equity';
  if (row.instrumenttype === 'AMXIDX') return 'index';
  if (row.instrumenttype.startsWith('FUT')) return 'future';
  return row.instrumenttype.startsWith('OPT') ? 'option' : undefined;
}

/**
 * The file does not tell ETFs from shares, so the name decides, by the habits of Indian fund houses. Shares and ETFs trade
 * alike; a wrong guess changes the tax on a trade, and what a holding is called.
 */
function isEtfName(name: string): boolean {
  return /(?:BEES|CASE)$|ETF|^LIQUID/.test(name);
}

function expiryOf(text: string): IndiaDate | undefined {
  const match = /^(\d{2})([A-Z]{3})(\d{4})$/.exec(text);
  const month = match?.[2] ? monthNumber(match[2]) : undefined;
  return match && month ? `${match[3]}-${month}-${match[1]}` : undefined;
}

/**
 * Cuts a JSON array of flat objects into the texts of its objects while it arrives, so that the file of some 35 MB is
 * never in memory as a whole. `end` tells whether the array was closed: a cut connection must not look like a list.
 */
export class ObjectSplitter {
  #rest = '';
  #scanned = 0;
  #start = -1;
  #depth = 0;
  #inText = false;
  #closed = false;

  /** The objects completed by this piece. */
  push(piece: string): string[] {
    const objects: string[] = [];
    this.#rest += piece;
    for (let i = this.#scanned; i < this.#rest.length; i += 1) {
      const object = this.#step(i);
      if (object !== undefined) objects.push(object);
    }
    const keepFrom = this.#start < 0 ? this.#rest.length : this.#start;
    this.#rest = this.#rest.slice(keepFrom);
    this.#scanned = this.#rest.length;
    if (this.#start >= 0) this.#start = 0;
    return objects;
  }

  end(): 'complete' | 'cut_off' {
    return this.#closed ? 'complete' : 'cut_off';
  }

  #step(i: number): string | undefined {
    const character = this.#rest.charCodeAt(i);
    if (this.#inText) {
      // A quote after an odd number of backslashes belongs to the text.
      if (character === QUOTE && !this.#isEscaped(i)) this.#inText = false;
      return undefined;
    }
    if (character === QUOTE) this.#inText = true;
    else if (character === OPEN && this.#depth++ === 0) this.#start = i;
    else if (character === CLOSE && this.#depth > 0 && --this.#depth === 0) {
      const object = this.#rest.slice(this.#start, i + 1);
      this.#start = -1;
      return object;
    } else if (character === CLOSE_LIST && this.#depth === 0) this.#closed = true;
    return undefined;
  }

  #isEscaped(at: number): boolean {
    let backslashes = 0;
    while (this.#rest.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
    return backslashes % 2 === 1;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN = 0x7b;
const CLOSE = 0x7d;

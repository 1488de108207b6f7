import type { EpochMs } from '@trickdesk/domain';
import type { FeedDepth, FeedMode } from '../port.ts';

/** Lengths of the three kinds of packets, in bytes, by the mode in byte 0. */
export const PACKET_BYTES = { ltp: 51, quote: 123, full: 379 } as const satisfies Record<FeedMode, number>;

export const DEPTH_LEVELS = 5;
const DEPTH_OFFSET = 147;
const DEPTH_ENTRY_BYTES = 20;
const BUY_FLAG = 1;
/** One more, and token and exchange together would no longer fit exactly into one number. */
const MAX_TOKEN_DIGITS = 14;
const TWO_32 = 4_294_967_296;
/** The last moment that a `Date` can name. */
const MAX_EPOCH_MS = 8.64e15;

export interface MutableDepth extends FeedDepth {
  count: number;
}

/** What one packet said, in the feed's own numbers. Made once and filled again for every packet. */
export interface MutablePacket {
  mode: FeedMode;
  /** 1 nse_cm, 2 nse_fo, 3 bse_cm, 4 bse_fo, 5 mcx_fo. */
  exchangeType: number;
  tokenNumber: number;
  sequence: number;
  exchangeAt: EpochMs;
  lastPaise: number;
  lastQuantity: number;
  averagePaise: number;
  volume: number;
  totalBuyQuantity: number;
  totalSellQuantity: number;
  openPaise: number;
  highPaise: number;
  lowPaise: number;
  previousClosePaise: number;
  /** Sent in seconds, kept in milliseconds. */
  lastTradedAt: EpochMs;
  openInterest: number;
  upperCircuitPaise: number;
  lowerCircuitPaise: number;
  yearHighPaise: number;
  yearLowPaise: number;
  readonly bids: MutableDepth;
  readonly asks: MutableDepth;
}

/** `ok`, or why the packet was not decoded; the target then holds a mixture and must not be used. */
export type DecodeResult = 'ok' | 'short' | 'unknown_mode' | 'bad_token' | 'implausible';

export function createPacket(): MutablePacket {
  return {
    mode: 'ltp',
    exchangeType: 0,
    tokenNumber: 0,
    sequence: 0,
    exchangeAt: 0,
    lastPaise: 0,
    lastQuantity: 0,
    averagePaise: 0,
    volume: 0,
    totalBuyQuantity: 0,
    totalSellQuantity: 0,
    openPaise: 0,
    highPaise: 0,
    lowPaise: 0,
    previousClosePaise: 0,
    lastTradedAt: 0,
    openInterest: 0,
    upperCircuitPaise: 0,
    lowerCircuitPaise: 0,
    yearHighPaise: 0,
    yearLowPaise: 0,
    bids: createDepth(),
    asks: createDepth(),
  };
}

function createDepth(): MutableDepth {
  return {
    count: 0,
    pricePaise: new Float64Array(DEPTH_LEVELS),
    quantity: new Float64Array(DEPTH_LEVELS),
    orders: new Float64Array(DEPTH_LEVELS),
  };
}

/**
 * Reads a whole packet into `into` without allocating. Never throws: anything may arrive on a socket.
 *
 * @param bytes exactly one frame; longer than its mode needs is accepted
 */
export function decodePacket(bytes: Uint8Array, into: MutablePacket): DecodeResult {
  const result = decodeHead(bytes, into);
  if (result !== 'ok') return result;
  if (into.mode === 'ltp') {
    clearDay(into);
    clearFull(into);
    return 'ok';
  }
  readDay(bytes, into);
  if (into.mode === 'quote') {
    clearFull(into);
    return 'ok';
  }
  readFull(bytes, into);
  readDepth(bytes, into);
  return 'ok';
}

/**
 * Reads only what the engine's bars need: instrument, sequence, moment, last price, and, in the modes that carry them,
 * last quantity and the day's volume. The other fields keep what they had.
 */
export function decodeTrade(bytes: Uint8Array, into: MutablePacket): DecodeResult {
  const result = decodeHead(bytes, into);
  if (result !== 'ok') return result;
  const hasVolume = into.mode !== 'ltp';
  into.lastQuantity = hasVolume ? readInt64(bytes, 51) : 0;
  into.volume = hasVolume ? readInt64(bytes, 67) : 0;
  return 'ok';
}

function decodeHead(bytes: Uint8Array, into: MutablePacket): DecodeResult {
  const mode = modeOf(bytes[0] ?? 0);
  if (mode === undefined) return 'unknown_mode';
  if (bytes.length < PACKET_BYTES[mode]) return 'short';
  const token = readToken(bytes);
  if (token < 0) return 'bad_token';
  into.mode = mode;
  into.exchangeType = bytes[1] ?? 0;
  into.tokenNumber = token;
  into.sequence = readInt64(bytes, 27);
  into.exchangeAt = readInt64(bytes, 35);
  into.lastPaise = readInt64(bytes, 43);
  const plausible =
    into.exchangeAt > 0 &&
    into.exchangeAt <= MAX_EPOCH_MS &&
    into.lastPaise >= 0 &&
    into.lastPaise <= Number.MAX_SAFE_INTEGER;
  return plausible ? 'ok' : 'implausible';
}

function modeOf(byte: number): FeedMode | undefined {
  switch (byte) {
    case 1:
      return 'ltp';
    case 2:
      return 'quote';
    case 3:
      return 'full';
    default:
      return undefined;
  }
}

/** ASCII digits from byte 2 up to the first NUL; −1 where they are no number. */
function readToken(bytes: Uint8Array): number {
  let token = 0;
  let at = 2;
  for (; at < 27; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 0) break;
    if (byte < 0x30 || byte > 0x39) return -1;
    token = token * 10 + (byte - 0x30);
  }
  const digits = at - 2;
  return digits === 0 || digits > MAX_TOKEN_DIGITS ? -1 : token;
}

function readDay(bytes: Uint8Array, into: MutablePacket): void {
  into.lastQuantity = readInt64(bytes, 51);
  into.averagePaise = readInt64(bytes, 59);
  into.volume = readInt64(bytes, 67);
  into.totalBuyQuantity = readFloat64(bytes, 75);
  into.totalSellQuantity = readFloat64(bytes, 83);
  into.openPaise = readInt64(bytes, 91);
  into.highPaise = readInt64(bytes, 99);
  into.lowPaise = readInt64(bytes, 107);
  into.previousClosePaise = readInt64(bytes, 115);
}

function readFull(bytes: Uint8Array, into: MutablePacket): void {
  into.lastTradedAt = readInt64(bytes, 123) * 1000;
  into.openInterest = readInt64(bytes, 131);
  into.upperCircuitPaise = readInt64(bytes, 347);
  into.lowerCircuitPaise = readInt64(bytes, 355);
  into.yearHighPaise = readInt64(bytes, 363);
  into.yearLowPaise = readInt64(bytes, 371);
}

/** The flag of an entry decides its side: senders disagree about the order of the two halves. */
function readDepth(bytes: Uint8Array, into: MutablePacket): void {
  let bids = 0;
  let asks = 0;
  for (let entry = 0; entry < 2 * DEPTH_LEVELS; entry += 1) {
    const at = DEPTH_OFFSET + entry * DEPTH_ENTRY_BYTES;
    const quantity = readInt64(bytes, at + 2);
    // An empty level is sent as zeros, whatever its flag.
    if (quantity === 0) continue;
    const isBuy = readUint16(bytes, at) === BUY_FLAG;
    const level = isBuy ? bids++ : asks++;
    if (level >= DEPTH_LEVELS) continue;
    const side = isBuy ? into.bids : into.asks;
    side.quantity[level] = quantity;
    side.pricePaise[level] = readInt64(bytes, at + 10);
    side.orders[level] = readUint16(bytes, at + 18);
  }
  into.bids.count = Math.min(bids, DEPTH_LEVELS);
  into.asks.count = Math.min(asks, DEPTH_LEVELS);
}

function clearDay(into: MutablePacket): void {
  into.lastQuantity = 0;
  into.averagePaise = 0;
  into.volume = 0;
  into.totalBuyQuantity = 0;
  into.totalSellQuantity = 0;
  into.openPaise = 0;
  into.highPaise = 0;
  into.lowPaise = 0;
  into.previousClosePaise = 0;
}

function clearFull(into: MutablePacket): void {
  into.lastTradedAt = 0;
  into.openInterest = 0;
  into.upperCircuitPaise = 0;
  into.lowerCircuitPaise = 0;
  into.yearHighPaise = 0;
  into.yearLowPaise = 0;
  into.bids.count = 0;
  into.asks.count = 0;
}

function readUint16(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
}

function readInt32(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
}

/** Two 32-bit halves instead of a BigInt, which would allocate; exact up to 2^53, beyond any field's range. */
function readInt64(bytes: Uint8Array, at: number): number {
  return readInt32(bytes, at + 4) * TWO_32 + (readInt32(bytes, at) >>> 0);
}

const float = new Float64Array(1);
const floatHalves = new Int32Array(float.buffer);

/** The halves lie in the machine's order; every machine that runs Node is little-endian, like the feed. */
function readFloat64(bytes: Uint8Array, at: number): number {
  floatHalves[0] = readInt32(bytes, at);
  floatHalves[1] = readInt32(bytes, at + 4);
  return float[0] ?? 0;
}

import type { Depth, DepthLevel } from '../market/depth.ts';
import type { LiveQuote } from '../market/live-book.ts';

export const MODE_LTP = 1;
export const MODE_QUOTE = 2;
export const MODE_SNAP = 3;
export type PacketMode = typeof MODE_LTP | typeof MODE_QUOTE | typeof MODE_SNAP;

export const PACKET_BYTES: Readonly<Record<PacketMode, number>> = { 1: 51, 2: 123, 3: 379 };

/** The broker's numbers of exchange segments on the wire. */
export const EXCHANGE_TYPES: Readonly<Record<string, number>> = { NSE: 1, NFO: 2, BSE: 3, BFO: 4, MCX: 5, CDS: 13 };

/** What a SnapQuote packet says beyond quote and depth. Prices in paise. */
export interface SnapLimits {
  readonly upperCircuit: number;
  readonly lowerCircuit: number;
  readonly yearHigh: number;
  readonly yearLow: number;
}

/** Asked for by the modes that need them only. */
export interface PacketParts {
  readonly depth: () => Depth;
  readonly limits: () => SnapLimits;
}

export interface PacketEncoder {
  /**
   * One packet, little-endian, of exactly 51, 123 or 379 bytes. The work is done in one buffer; the result is a copy,
   * because a socket holds what it could not write yet.
   */
  readonly encode: (mode: PacketMode, quote: LiveQuote, parts: PacketParts) => Buffer;
}

const TOKEN_AT = 2;
const TOKEN_BYTES = 25;
const DEPTH_AT = 147;
const LEVEL_BYTES = 20;
const LEVELS = 5;
const TWO_32 = 0x1_0000_0000;

export function createPacketEncoder(): PacketEncoder {
  const buffer = Buffer.alloc(PACKET_BYTES[MODE_SNAP]);

  /** Whole, non-negative numbers below 2^53 in a 64-bit slot, without the cost of a BigInt. */
  const whole = (value: number, at: number): void => {
    buffer.writeUInt32LE(value % TWO_32, at);
    buffer.writeUInt32LE(Math.floor(value / TWO_32), at + 4);
  };
  const head = (mode: PacketMode, quote: LiveQuote): void => {
    buffer[0] = mode;
    buffer[1] = EXCHANGE_TYPES[quote.instrument.exchange] ?? 1;
    buffer.fill(0, TOKEN_AT, TOKEN_AT + TOKEN_BYTES);
    buffer.write(quote.instrument.token, TOKEN_AT, TOKEN_BYTES, 'latin1');
    whole(quote.sequence, 27);
    whole(quote.stampedAt, 35);
    whole(quote.last, 43);
  };
  const quotePart = (quote: LiveQuote, depth: Depth): void => {
    whole(quote.lastQuantity, 51);
    whole(quote.cumVolume > 0 ? Math.round(quote.turnover / quote.cumVolume) : 0, 59);
    whole(quote.cumVolume, 67);
    buffer.writeDoubleLE(depth.totalBuy, 75);
    buffer.writeDoubleLE(depth.totalSell, 83);
    whole(quote.open, 91);
    whole(quote.high, 99);
    whole(quote.low, 107);
    whole(quote.previousClose, 115);
  };
  const level = (flag: number, { price, quantity, orders }: DepthLevel, at: number): void => {
    buffer.writeInt16LE(flag, at);
    whole(quantity, at + 2);
    whole(price, at + 10);
    buffer.writeInt16LE(orders, at + 18);
  };
  const snapPart = (quote: LiveQuote, depth: Depth, limits: SnapLimits): void => {
    whole(Math.floor(quote.tradedAt / 1000), 123);
    whole(0, 131);
    buffer.writeDoubleLE(0, 139);
    for (let i = 0; i < LEVELS; i += 1) {
      level(1, depth.buy[i] ?? NO_LEVEL, DEPTH_AT + i * LEVEL_BYTES);
      level(0, depth.sell[i] ?? NO_LEVEL, DEPTH_AT + (LEVELS + i) * LEVEL_BYTES);
    }
    whole(limits.upperCircuit, 347);
    whole(limits.lowerCircuit, 355);
    whole(limits.yearHigh, 363);
    whole(limits.yearLow, 371);
  };

  return {
    encode: (mode, quote, parts) => {
      head(mode, quote);
      if (mode !== MODE_LTP) {
        const depth = parts.depth();
        quotePart(quote, depth);
        if (mode === MODE_SNAP) snapPart(quote, depth, parts.limits());
      }
      return Buffer.from(buffer.subarray(0, PACKET_BYTES[mode]));
    },
  };
}

const NO_LEVEL: DepthLevel = { price: 0, quantity: 0, orders: 0 };

import { expect, test } from 'vitest';
import type { LiveQuote } from '../market/live-book.ts';
import { createPacketEncoder, type PacketParts } from './packets.ts';

const QUOTE: LiveQuote = {
  instrument: {
    exchange: 'NSE',
    token: '3045',
    symbol: 'SBIN',
    tradingSymbol: 'SBIN-EQ',
    kind: 'equity',
    tickPaise: 5,
    lotSize: 1,
    tickSeconds: 3,
  },
  previousClose: 81_185,
  open: 81_200,
  high: 81_500,
  low: 81_000,
  last: 81_235,
  lastQuantity: 25,
  tickQuantity: 0,
  cumVolume: 5_000_000_000,
  turnover: 5_000_000_000 * 81_300,
  tradedAt: 1_751_859_901_234,
  stampedAt: 1_751_859_901_500,
  sequence: 77,
};
const LEVEL = { price: 81_230, quantity: 10, orders: 2 };
const PARTS: PacketParts = {
  depth: () => ({
    buy: [LEVEL, { ...LEVEL, price: 81_225 }, LEVEL, LEVEL, { ...LEVEL, price: 81_210, orders: 7 }],
    sell: [{ price: 81_240, quantity: 300, orders: 1 }, LEVEL, LEVEL, LEVEL, { ...LEVEL, price: 81_260 }],
    totalBuy: 1_234,
    totalSell: 0.5,
  }),
  limits: () => ({ upperCircuit: 89_300, lowerCircuit: 73_070, yearHigh: 90_000, yearLow: 60_000 }),
};

/** The first 51 bytes, written by hand from the layout: little-endian, prices in paise. */
const HEAD = [
  '01', // exchange type nse_cm
  '33303435', // "3045"
  '00'.repeat(21),
  '4d00000000000000', // sequence 77
  '3cb4fce297010000', // 1751859901500 ms
  '533d010000000000', // 81235
].join('');
const QUOTE_PART = [
  '1900000000000000', // last quantity 25
  '943d010000000000', // average 81300
  '00f2052a01000000', // volume 5,000,000,000
  '0000000000489340', // total buy 1234.0
  '000000000000e03f', // total sell 0.5
  '303d010000000000', // open 81200
  '5c3e010000000000', // high 81500
  '683c010000000000', // low 81000
  '213d010000000000', // previous close 81185
].join('');
const LEVEL_HEX = '0a000000000000004e3d0100000000000200'; // 10 @ 81230, 2 orders
const SNAP_PART = [
  'bd426b6800000000', // last trade 1751859901 s
  '0000000000000000', // open interest
  '0000000000000000',
  `0100${LEVEL_HEX}`,
  '01000a00000000000000493d0100000000000200', // 81225
  `0100${LEVEL_HEX}`,
  `0100${LEVEL_HEX}`,
  '01000a000000000000003a3d0100000000000700', // 81210, 7 orders
  '00002c01000000000000583d0100000000000100', // 300 @ 81240, 1 order
  `0000${LEVEL_HEX}`,
  `0000${LEVEL_HEX}`,
  `0000${LEVEL_HEX}`,
  '00000a000000000000006c3d0100000000000200', // 81260
  'd45c010000000000', // upper circuit 89300
  '6e1d010000000000', // lower circuit 73070
  '905f010000000000', // year high 90000
  '60ea000000000000', // year low 60000
].join('');

test('an LTP packet is these 51 bytes', () => {
  const packet = createPacketEncoder().encode(1, QUOTE, PARTS);
  expect(packet.toString('hex')).toBe(`01${HEAD}`);
  expect(packet.length).toBe(51);
});

test('a Quote packet is these 123 bytes', () => {
  const packet = createPacketEncoder().encode(2, QUOTE, PARTS);
  expect(packet.toString('hex')).toBe(`02${HEAD}${QUOTE_PART}`);
  expect(packet.length).toBe(123);
});

test('a SnapQuote packet is these 379 bytes, bids before asks', () => {
  const packet = createPacketEncoder().encode(3, QUOTE, PARTS);
  expect(packet.toString('hex')).toBe(`03${HEAD}${QUOTE_PART}${SNAP_PART}`);
  expect(packet.length).toBe(379);
});

test('a packet keeps its bytes when the next one is encoded, and a short token leaves nothing of a longer one', () => {
  const encoder = createPacketEncoder();
  const first = encoder.encode(3, { ...QUOTE, instrument: { ...QUOTE.instrument, token: '99926000' } }, PARTS);
  const before = first.toString('hex');
  const second = encoder.encode(1, { ...QUOTE, last: 5 }, PARTS);
  expect(first.toString('hex')).toBe(before);
  expect(second.subarray(2, 27).toString('latin1')).toBe(`3045${'\0'.repeat(21)}`);
  expect(second.readBigInt64LE(43)).toBe(5n);
});

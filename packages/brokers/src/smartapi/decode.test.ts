import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { benchDecode } from './decode.bench.ts';
import { createPacket, decodePacket, decodeTrade, type MutableDepth } from './decode.ts';
import { encodePacket, type WireLevel, type WirePacket } from './testing/encode-packet.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(/\s|\|.*$/gm, ''), 'hex');

/** Written by hand from the layout: SBIN, token 3045, sequence 7, 28 Jul 2026 09:15:00.250 IST, ₹812.50. */
const LTP_BYTES = hex(`
  01 01                                                 | LTP, nse_cm
  33303435 00000000 00000000 00000000 00000000 00000000 00 | "3045"
  07 00 00 00 00 00 00 00                               | sequence
  5a 67 d3 a6 9f 01 00 00                               | 1785210300250 ms
  62 3d 01 00 00 00 00 00                               | 81250 paise
`);

/** The same, then the day's figures. */
const QUOTE_BYTES = Buffer.concat([
  Buffer.from([2]),
  LTP_BYTES.subarray(1),
  hex(`
  0a 00 00 00 00 00 00 00 | 10 shares
  5e 3d 01 00 00 00 00 00 | average 81246
  40 42 0f 00 00 00 00 00 | volume 1000000
  00 00 00 00 00 88 c3 40 | 10000.0 to buy
  00 00 00 00 00 40 8f 40 | 1000.0 to sell
  00 3d 01 00 00 00 00 00 | open 81152
  00 3e 01 00 00 00 00 00 | high 81408
  00 3c 01 00 00 00 00 00 | low 80896
  9c 3c 01 00 00 00 00 00 | previous close 81052
`),
]);

describe('packets written by hand', () => {
  test('an LTP packet gives instrument, moment and price', () => {
    const packet = createPacket();
    expect(LTP_BYTES).toHaveLength(51);
    expect(decodePacket(LTP_BYTES, packet)).toBe('ok');
    expect(packet).toMatchObject({
      mode: 'ltp',
      exchangeType: 1,
      tokenNumber: 3045,
      sequence: 7,
      exchangeAt: 1_785_210_300_250,
      lastPaise: 81_250,
      volume: 0,
    });
  });

  test('a Quote packet adds the figures of the day', () => {
    const packet = createPacket();
    expect(QUOTE_BYTES).toHaveLength(123);
    expect(decodePacket(QUOTE_BYTES, packet)).toBe('ok');
    expect(packet).toMatchObject({
      mode: 'quote',
      lastQuantity: 10,
      averagePaise: 81_246,
      volume: 1_000_000,
      totalBuyQuantity: 10_000,
      totalSellQuantity: 1000,
      openPaise: 81_152,
      highPaise: 81_408,
      lowPaise: 80_896,
      previousClosePaise: 81_052,
    });
  });

  test('a SnapQuote packet adds depth by flag, bands and open interest', () => {
    const empty = '00'.repeat(20);
    const ask = '0000 2a00000000000000 663d010000000000 0300';
    const bid = '0100 6400000000000000 603d010000000000 0500';
    const bytes = Buffer.concat([
      Buffer.from([3]),
      QUOTE_BYTES.subarray(1),
      hex(`
      a8 20 68 6a 00 00 00 00 | 1785209000 s
      05 00 00 00 00 00 00 00 | open interest 5
      00 00 00 00 00 00 f8 7f | dummy
      ${ask}
      ${empty}
      ${bid}
      ${empty.repeat(7)}
      00 5d 01 00 00 00 00 00 | upper 89344
      00 1d 01 00 00 00 00 00 | lower 72960
      00 6d 01 00 00 00 00 00 | year's high 93440
      00 0d 01 00 00 00 00 00 | year's low 68864
    `),
    ]);
    const packet = createPacket();
    expect(bytes).toHaveLength(379);
    expect(decodePacket(bytes, packet)).toBe('ok');
    expect(packet).toMatchObject({
      mode: 'full',
      lastTradedAt: 1_785_209_000_000,
      openInterest: 5,
      upperCircuitPaise: 89_344,
      lowerCircuitPaise: 72_960,
      yearHighPaise: 93_440,
      yearLowPaise: 68_864,
    });
    // The ask stands first on the wire: only its flag says that it is one.
    expect(levelsOf(packet.asks)).toEqual([{ price: 81_254, quantity: 42, orders: 3 }]);
    expect(levelsOf(packet.bids)).toEqual([{ price: 81_248, quantity: 100, orders: 5 }]);
  });
});

const count = fc.integer({ min: 0, max: 2 ** 40 });
const paise = fc.integer({ min: 0, max: 2 ** 45 });
const wireLevel: fc.Arbitrary<WireLevel> = fc.record({
  buy: fc.boolean(),
  quantity: fc.integer({ min: 1, max: 2 ** 40 }),
  price: paise,
  orders: fc.integer({ min: 0, max: 32_767 }),
});
const wirePacket: fc.Arbitrary<WirePacket> = fc.record({
  mode: fc.constantFrom(1, 2, 3),
  exchangeType: fc.integer({ min: 0, max: 13 }),
  token: fc.integer({ min: 0, max: 999_999_999 }).map(String),
  sequence: fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
  exchangeAt: fc.integer({ min: 1, max: 4_000_000_000_000 }),
  last: paise,
  day: fc.array(fc.integer({ min: -(2 ** 50), max: 2 ** 50 }), { minLength: 7, maxLength: 7 }),
  totals: fc.tuple(fc.double({ noNaN: true }), fc.double({ noNaN: true })),
  lastTradedSeconds: fc.integer({ min: 0, max: 4_000_000_000 }),
  openInterest: count,
  levels: fc
    .tuple(fc.array(wireLevel, { maxLength: 5 }), fc.array(wireLevel, { maxLength: 5 }))
    .map(([a, b]) => [...a.map((one) => ({ ...one, buy: true })), ...b.map((one) => ({ ...one, buy: false }))])
    .chain((levels) => fc.shuffledSubarray(levels, { minLength: levels.length })),
  bands: fc.array(paise, { minLength: 4, maxLength: 4 }),
});

test('every packet decodes to what an independent encoder put in, whatever the target held before', () => {
  const used = createPacket();
  fc.assert(
    fc.property(wirePacket, (wire) => {
      const bytes = encodePacket(wire);
      // At an odd place of a larger buffer, as sockets deliver it.
      const frame = Buffer.concat([Buffer.alloc(3), bytes]).subarray(3);
      expect(decodePacket(frame, used)).toBe('ok');
      expect(flat(used)).toEqual(expected(wire));
    }),
  );
});

test('reading only the trade gives the same trade as reading everything', () => {
  const whole = createPacket();
  const trade = createPacket();
  fc.assert(
    fc.property(wirePacket, (wire) => {
      const bytes = encodePacket(wire);
      decodePacket(bytes, whole);
      expect(decodeTrade(bytes, trade)).toBe('ok');
      for (const field of [
        'mode',
        'tokenNumber',
        'sequence',
        'exchangeAt',
        'lastPaise',
        'lastQuantity',
        'volume',
      ] as const) {
        expect(trade[field]).toBe(whole[field]);
      }
    }),
  );
});

test('bytes of any content and length are judged and never thrown at the caller', () => {
  const packet = createPacket();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      expect(['ok', 'short', 'unknown_mode', 'bad_token', 'implausible']).toContain(decodePacket(bytes, packet));
    }),
  );
});

test('a packet cut short by one byte is not decoded', () => {
  for (const bytes of [LTP_BYTES, QUOTE_BYTES]) {
    expect(decodePacket(bytes.subarray(0, -1), createPacket())).toBe('short');
  }
});

test('a text frame, a token that is no number and a moment of zero are told apart from packets', () => {
  expect(decodePacket(Buffer.from('pong'), createPacket())).toBe('unknown_mode');
  const badToken = Buffer.from(LTP_BYTES);
  badToken[3] = 0x41;
  expect(decodePacket(badToken, createPacket())).toBe('bad_token');
  const noToken = Buffer.from(LTP_BYTES);
  noToken[2] = 0;
  expect(decodePacket(noToken, createPacket())).toBe('bad_token');
  const noMoment = Buffer.from(LTP_BYTES).fill(0, 35, 43);
  expect(decodePacket(noMoment, createPacket())).toBe('implausible');
  const negativePrice = Buffer.from(LTP_BYTES).fill(0xff, 43, 51);
  expect(decodePacket(negativePrice, createPacket())).toBe('implausible');
});

test('the benchmark decodes what it measures', () => {
  const result = benchDecode(2_000);
  expect(result.packetsPerSecond).toBeGreaterThan(0);
  expect(result.fullPacketsPerSecond).toBeGreaterThan(0);
  expect(result.bigIntPacketsPerSecond).toBeGreaterThan(0);
});

function levelsOf(side: MutableDepth) {
  return Array.from({ length: side.count }, (_, i) => ({
    price: side.pricePaise[i],
    quantity: side.quantity[i],
    orders: side.orders[i],
  }));
}

function flat(packet: ReturnType<typeof createPacket>) {
  return { ...packet, bids: levelsOf(packet.bids), asks: levelsOf(packet.asks) };
}

function expected(wire: WirePacket) {
  const day = wire.mode >= 2 ? wire.day : [0, 0, 0, 0, 0, 0, 0];
  const full = wire.mode === 3;
  const levels = (buy: boolean) =>
    full
      ? wire.levels.filter((one) => one.buy === buy).map(({ price, quantity, orders }) => ({ price, quantity, orders }))
      : [];
  const bands = full ? wire.bands : [0, 0, 0, 0];
  return {
    mode: (['ltp', 'quote', 'full'] as const)[wire.mode - 1],
    exchangeType: wire.exchangeType,
    tokenNumber: Number(wire.token),
    sequence: wire.sequence,
    exchangeAt: wire.exchangeAt,
    lastPaise: wire.last,
    lastQuantity: day[0],
    averagePaise: day[1],
    volume: day[2],
    totalBuyQuantity: wire.mode >= 2 ? wire.totals[0] : 0,
    totalSellQuantity: wire.mode >= 2 ? wire.totals[1] : 0,
    openPaise: day[3],
    highPaise: day[4],
    lowPaise: day[5],
    previousClosePaise: day[6],
    lastTradedAt: full ? wire.lastTradedSeconds * 1000 : 0,
    openInterest: full ? wire.openInterest : 0,
    upperCircuitPaise: bands[0],
    lowerCircuitPaise: bands[1],
    yearHighPaise: bands[2],
    yearLowPaise: bands[3],
    bids: levels(true),
    asks: levels(false),
  };
}

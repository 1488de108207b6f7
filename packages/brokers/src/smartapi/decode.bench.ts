import { createPacket, decodePacket, decodeTrade, PACKET_BYTES } from './decode.ts';

export interface DecodeBench {
  /** SnapQuote packets a second when only the engine's fields are read. */
  readonly packetsPerSecond: number;
  /** SnapQuote packets a second as full objects with depth. */
  readonly fullPacketsPerSecond: number;
  /** The same full fields through `DataView` and BigInt in this run, for the ratio. */
  readonly bigIntPacketsPerSecond: number;
}

const FRAMES = 64;

/** Measures decoding in this process; figures count as ratios to each other, machines differ. */
export function benchDecode(packets = 1_000_000): DecodeBench {
  const frames = Array.from({ length: FRAMES }, (_, i) => snapFrame(i));
  const target = createPacket();
  const trade = (frame: Uint8Array): number => {
    decodeTrade(frame, target);
    return target.lastPaise;
  };
  const full = (frame: Uint8Array): number => {
    decodePacket(frame, target);
    return target.lastPaise;
  };
  return {
    packetsPerSecond: rateOf(frames, packets, trade),
    fullPacketsPerSecond: rateOf(frames, packets, full),
    bigIntPacketsPerSecond: rateOf(frames, Math.ceil(packets / 10), decodeWithBigInt),
  };
}

/** Best of three after a warm-up: the noise of a shared machine only ever slows down. */
function rateOf(frames: readonly Uint8Array[], packets: number, decode: (frame: Uint8Array) => number): number {
  let best = 0;
  for (let round = 0; round < 4; round += 1) {
    let sum = 0;
    const start = performance.now();
    for (let i = 0; i < packets; i += 1) {
      const frame = frames[i % FRAMES];
      if (frame) sum += decode(frame);
    }
    const rate = packets / ((performance.now() - start) / 1000);
    if (sum <= 0) throw new Error('the packets of the benchmark were not decoded');
    if (round > 0) best = Math.max(best, rate);
  }
  return Math.round(best);
}

/** Every 64-bit field of the packet, read the plain way. */
function decodeWithBigInt(frame: Uint8Array): number {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const token = Buffer.from(frame.buffer, frame.byteOffset + 2, 25)
    .toString('latin1')
    .split('\0', 1)[0];
  const fields = [27, 35, 43, 51, 59, 67, 91, 99, 107, 115, 123, 131, 347, 355, 363, 371];
  const values = fields.map((at) => Number(view.getBigInt64(at, true)));
  const depth = Array.from({ length: 10 }, (_, i) => ({
    flag: view.getInt16(147 + i * 20, true),
    quantity: Number(view.getBigInt64(149 + i * 20, true)),
    price: Number(view.getBigInt64(157 + i * 20, true)),
    orders: view.getInt16(165 + i * 20, true),
  }));
  return (values[2] ?? 0) + (token ? 0 : 1) + (depth[0]?.quantity === -1 ? 1 : 0);
}

function snapFrame(seed: number): Uint8Array {
  const frame = new Uint8Array(PACKET_BYTES.full);
  const view = new DataView(frame.buffer);
  view.setUint8(0, 3);
  view.setUint8(1, 1);
  frame.set(new TextEncoder().encode(String(3000 + seed)), 2);
  const fields = [27, 51, 59, 67, 91, 99, 107, 115, 131, 347, 355, 363, 371];
  for (const at of fields) view.setBigInt64(at, BigInt(80_000 + seed + at), true);
  view.setBigInt64(35, 1_785_209_400_000n + BigInt(seed), true);
  view.setBigInt64(43, BigInt(81_250 + seed), true);
  view.setBigInt64(123, 1_785_209_400n, true);
  for (let i = 0; i < 10; i += 1) {
    view.setInt16(147 + i * 20, i < 5 ? 1 : 0, true);
    view.setBigInt64(149 + i * 20, BigInt(100 + i), true);
    view.setBigInt64(157 + i * 20, BigInt(81_250 + i), true);
    view.setInt16(165 + i * 20, 3, true);
  }
  return frame;
}

/** A depth entry as the test wants it on the wire. */
export interface WireLevel {
  readonly buy: boolean;
  readonly quantity: number;
  readonly price: number;
  readonly orders: number;
}

export interface WirePacket {
  readonly mode: 1 | 2 | 3;
  readonly exchangeType: number;
  readonly token: string;
  readonly sequence: number;
  readonly exchangeAt: number;
  readonly last: number;
  /** Offsets 51, 59, 67, then 91 to 115 in steps of 8. */
  readonly day: readonly number[];
  readonly totals: readonly [number, number];
  readonly lastTradedSeconds: number;
  readonly openInterest: number;
  readonly levels: readonly WireLevel[];
  /** Upper circuit, lower circuit, year's high, year's low. */
  readonly bands: readonly number[];
}

/**
 * Writes a packet as the documentation lays it out, field after field with a cursor and BigInt: on purpose nothing like
 * the decoder, so that both cannot be wrong in the same way.
 */
export function encodePacket(packet: WirePacket): Buffer {
  const parts: Buffer[] = [Buffer.from([packet.mode, packet.exchangeType])];
  const token = Buffer.alloc(25);
  token.write(packet.token, 'ascii');
  parts.push(token, int64(packet.sequence), int64(packet.exchangeAt), int64(packet.last));
  if (packet.mode >= 2) {
    const [quantity = 0, average = 0, volume = 0, ...prices] = packet.day;
    parts.push(int64(quantity), int64(average), int64(volume), ...packet.totals.map(float64), ...prices.map(int64));
  }
  if (packet.mode === 3) {
    parts.push(int64(packet.lastTradedSeconds), int64(packet.openInterest), float64(Number.NaN));
    for (let i = 0; i < 10; i += 1) parts.push(level(packet.levels[i]));
    parts.push(...packet.bands.map(int64));
  }
  return Buffer.concat(parts);
}

function level(one: WireLevel | undefined): Buffer {
  return Buffer.concat([
    int16(one?.buy ? 1 : 0),
    int64(one?.quantity ?? 0),
    int64(one?.price ?? 0),
    int16(one?.orders ?? 0),
  ]);
}

function int64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(value));
  return bytes;
}

function float64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16LE(value);
  return bytes;
}

/** PostgreSQL refuses a NOTIFY of 8,000 bytes; the rest is for the sequence number and separators. */
export const MAX_BATCH_BYTES = 7_500;
/** What waits for a lost connection before the oldest is dropped. */
export const MAX_WAITING_BYTES = 1_000_000;

/** ASCII's record separator: text that was made by `JSON.stringify` never contains it. */
const SEPARATOR = '\u001e';
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these two cannot travel
const FORBIDDEN = /[\u0000\u001e]/;
const CHANNEL = /^[a-z][a-z0-9_.]{0,62}$/;

export interface Batch {
  readonly channel: string;
  readonly payload: string;
}

interface Waiting {
  readonly channel: string;
  readonly message: string;
  readonly bytes: number;
}

/** @throws RangeError when PostgreSQL would cut or refuse the name */
export function assertChannel(channel: string): void {
  if (!CHANNEL.test(channel)) throw new RangeError(`not a channel name: ${channel}`);
}

/** Collects messages until they are taken as few large notifications; keeps their order within a channel. */
export class Outgoing {
  #waiting: Waiting[] = [];
  #bytes = 0;
  #sequence = 0;
  dropped = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /** @throws RangeError for a message over 7,500 bytes, one with U+0000 or U+001E, or a bad channel name */
  add(channel: string, message: string): void {
    assertChannel(channel);
    const bytes = Buffer.byteLength(message) + 1;
    if (bytes > MAX_BATCH_BYTES) throw new RangeError(`a message of ${bytes} bytes on ${channel} is over 7,500`);
    if (FORBIDDEN.test(message)) throw new RangeError(`a message on ${channel} holds a control character`);
    this.#waiting.push({ channel, message, bytes });
    this.#bytes += bytes;
    this.#dropOldest();
  }

  /** Empties the collection into batches, each within the limit of one notification. */
  take(): Batch[] {
    const open = new Map<string, { parts: string[]; bytes: number }>();
    const batches: Batch[] = [];
    const close = (channel: string, parts: readonly string[]): void => {
      this.#sequence += 1;
      // The number keeps PostgreSQL from folding two equal notifications of one statement into one.
      batches.push({ channel, payload: [String(this.#sequence), ...parts].join(SEPARATOR) });
    };
    for (const { channel, message, bytes } of this.#waiting) {
      const batch = open.get(channel);
      if (batch && batch.bytes + bytes <= MAX_BATCH_BYTES) {
        batch.parts.push(message);
        batch.bytes += bytes;
        continue;
      }
      if (batch) close(channel, batch.parts);
      open.set(channel, { parts: [message], bytes });
    }
    for (const [channel, { parts }] of open) close(channel, parts);
    this.#waiting = [];
    this.#bytes = 0;
    return batches;
  }

  #dropOldest(): void {
    let drop = 0;
    while (this.#bytes > MAX_WAITING_BYTES) {
      this.#bytes -= this.#waiting[drop]?.bytes ?? 0;
      drop += 1;
    }
    if (drop > 0) this.#waiting.splice(0, drop);
    this.dropped += drop;
  }
}

/** The messages of one notification, in order. */
export function readBatch(payload: string): string[] {
  return payload.split(SEPARATOR).slice(1);
}

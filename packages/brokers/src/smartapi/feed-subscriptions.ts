import type { Exchange } from '@trickdesk/domain';
import type { FeedMode, InstrumentRef, SubscribeOutcome } from '../port.ts';

/** The broker's limit for one connection, counted per token and mode. */
export const MAX_SUBSCRIPTIONS = 1000;

/** Currency is not offered: its prices are scaled differently. */
const EXCHANGE_TYPES: Readonly<Partial<Record<Exchange, number>>> = { NSE: 1, NFO: 2, BSE: 3, BFO: 4, MCX: 5 };
const MODE_NUMBERS: Readonly<Record<FeedMode, number>> = { ltp: 1, quote: 2, full: 3 };

/** An instrument with at least one subscription, or with one that has just ended. */
export interface FeedInstrument {
  readonly ref: InstrumentRef;
  readonly exchangeType: number;
  readonly modes: Set<FeedMode>;
  /** Per mode, of the last packet; 0 before the first. */
  readonly lastSequence: Record<FeedMode, number>;
  /** The connection in which the mode's last packet came. */
  readonly lastConnection: Record<FeedMode, number>;
}

/** A request of the feed's text protocol. */
export interface FeedRequest {
  readonly action: 0 | 1;
  readonly mode: FeedMode;
  readonly instruments: readonly FeedInstrument[];
}

/** What should be subscribed, whatever the state of the connection. */
export class FeedSubscriptions {
  readonly #byKey = new Map<number, FeedInstrument>();
  #count = 0;

  /** The instrument of a packet; the key is a small integer, so that the look-up does not allocate. */
  find(exchangeType: number, tokenNumber: number): FeedInstrument | undefined {
    return this.#byKey.get(keyOf(exchangeType, tokenNumber));
  }

  /** @returns what to ask of the broker: the part that was not subscribed before; or why nothing was added */
  add(instruments: readonly InstrumentRef[], mode: FeedMode): FeedRequest | Exclude<SubscribeOutcome, { kind: 'ok' }> {
    const wanted = new Map<number, { ref: InstrumentRef; exchangeType: number }>();
    for (const ref of instruments) {
      const exchangeType = EXCHANGE_TYPES[ref.exchange];
      if (exchangeType === undefined || !/^\d{1,14}$/.test(ref.token)) return unsupported(ref);
      const key = keyOf(exchangeType, Number(ref.token));
      if (!this.#byKey.get(key)?.modes.has(mode)) wanted.set(key, { ref, exchangeType });
    }
    if (this.#count + wanted.size > MAX_SUBSCRIPTIONS) return limitReached();
    const added: FeedInstrument[] = [];
    for (const [key, { ref, exchangeType }] of wanted) {
      const instrument = this.#byKey.get(key) ?? createInstrument(ref, exchangeType);
      instrument.modes.add(mode);
      this.#byKey.set(key, instrument);
      added.push(instrument);
    }
    this.#count += added.length;
    return { action: 1, mode, instruments: added };
  }

  remove(instruments: readonly InstrumentRef[], mode: FeedMode): FeedRequest {
    const removed: FeedInstrument[] = [];
    for (const ref of instruments) {
      const exchangeType = EXCHANGE_TYPES[ref.exchange];
      if (exchangeType === undefined) continue;
      const key = keyOf(exchangeType, Number(ref.token));
      const instrument = this.#byKey.get(key);
      if (!instrument?.modes.delete(mode)) continue;
      if (instrument.modes.size === 0) this.#byKey.delete(key);
      removed.push(instrument);
    }
    this.#count -= removed.length;
    return { action: 0, mode, instruments: removed };
  }

  /** Everything, for a fresh connection. */
  all(): FeedRequest[] {
    const modes: readonly FeedMode[] = ['ltp', 'quote', 'full'];
    const instruments = [...this.#byKey.values()];
    return modes
      .map((mode): FeedRequest => ({ action: 1, mode, instruments: instruments.filter((one) => one.modes.has(mode)) }))
      .filter((request) => request.instruments.length > 0);
  }
}

/** Tokens have up to nine digits in practice; then this stays within what the engine keeps unboxed. */
function keyOf(exchangeType: number, tokenNumber: number): number {
  return tokenNumber * 16 + exchangeType;
}

function createInstrument(ref: InstrumentRef, exchangeType: number): FeedInstrument {
  return {
    ref: { exchange: ref.exchange, token: ref.token },
    exchangeType,
    modes: new Set(),
    lastSequence: { ltp: 0, quote: 0, full: 0 },
    lastConnection: { ltp: 0, quote: 0, full: 0 },
  };
}

function unsupported(ref: InstrumentRef): Exclude<SubscribeOutcome, { kind: 'ok' }> {
  return {
    kind: 'refused',
    code: 'UNSUPPORTED_INSTRUMENT',
    message: `the feed does not carry ${ref.exchange} ${ref.token}`,
  };
}

function limitReached(): Exclude<SubscribeOutcome, { kind: 'ok' }> {
  return {
    kind: 'refused',
    code: 'SUBSCRIPTION_LIMIT',
    message: `one connection carries at most ${MAX_SUBSCRIPTIONS} instruments, counted once per mode`,
  };
}

/** @param correlationId ten letters or digits; comes back in errors only */
export function requestText(request: FeedRequest, correlationId: string): string {
  const byExchange = new Map<number, string[]>();
  for (const { exchangeType, ref } of request.instruments) {
    const tokens = byExchange.get(exchangeType) ?? [];
    tokens.push(ref.token);
    byExchange.set(exchangeType, tokens);
  }
  const tokenList = [...byExchange].map(([exchangeType, tokens]) => ({ exchangeType, tokens }));
  return JSON.stringify({
    correlationID: correlationId,
    action: request.action,
    params: { mode: MODE_NUMBERS[request.mode], tokenList },
  });
}

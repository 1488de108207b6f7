import type { EpochMs } from '@trickdesk/domain';
import { z } from 'zod';
import type {
  BrokerAccess,
  FeedListener,
  FeedMode,
  FeedTick,
  InstrumentRef,
  MarketFeed,
  SubscribeOutcome,
} from '../port.ts';
import { createPacket, decodePacket, type MutablePacket } from './decode.ts';
import type { ConnectionEnd, FeedConnection, OpenConnection } from './feed-connection.ts';
import { type FeedInstrument, type FeedRequest, FeedSubscriptions, requestText } from './feed-subscriptions.ts';
import { jsonOrUndefined, zText } from './reading.ts';
import { type BrokerLog, isHeaderSafe, withoutSecrets } from './redact.ts';
import { jittered, type Timing } from './timing.ts';

export interface FeedSettings {
  readonly url: string;
  /** How often to say `ping`; the broker ends a connection that was silent for 30 s. */
  readonly pingEveryMs: number;
  /** Without any message for so long the connection counts as dead; without any tick, the stream as interrupted. */
  readonly staleAfterMs: number;
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
  /** After a reconnect the broker first repeats each instrument's last state; only then the end of a hole is known. */
  readonly settleMs: number;
}

export const DEFAULT_FEED_SETTINGS: Omit<FeedSettings, 'url'> = {
  pingEveryMs: 10_000,
  staleAfterMs: 20_000,
  firstDelayMs: 500,
  longestDelayMs: 30_000,
  settleMs: 1_000,
};

export interface FeedParts {
  readonly settings: FeedSettings;
  readonly open: OpenConnection;
  readonly timing: Timing;
  /** 0 to 1, for jitter only. */
  readonly random: () => number;
  readonly log: BrokerLog;
}

const zError = z.object({ errorCode: zText, errorMessage: zText });

/** A stretch in which updates may have been lost; its end is not known yet. */
interface Hole {
  readonly from: EpochMs | undefined;
  readonly reason: 'reconnected' | 'quiet';
  readonly isSettled: boolean;
}

type MutableTick = MutablePacket & { instrument: InstrumentRef };
const NO_INSTRUMENT: InstrumentRef = { exchange: 'NSE', token: '' };

/**
 * The market stream on one connection at a time. Every decodable packet of a subscribed instrument is delivered, also
 * one whose moment lies a second before the last: the real feed is disordered by that much. Only the first packet of
 * an instrument after a reconnect is compared with the last one before it, and an older sequence number is counted.
 */
export class SmartApiFeed implements MarketFeed {
  readonly #parts: FeedParts;
  readonly #access: () => BrokerAccess | undefined;
  readonly #listener: FeedListener;
  readonly #subscriptions = new FeedSubscriptions();
  readonly #tick: MutableTick = { ...createPacket(), instrument: NO_INSTRUMENT };
  readonly #counters = { ticks: 0, broken: 0, unexpected: 0, sequenceRegressions: 0, connections: 0 };
  #connection: FeedConnection | undefined;
  #isOpen = false;
  #closed = false;
  #attempts = 0;
  #requests = 0;
  #secrets: readonly string[] = [];
  /** The access token that the broker turned away; trying it again is pointless. */
  #refusedToken: string | undefined;
  #cancelConnect: (() => void) | undefined;
  #cancelWatch: (() => void) | undefined;
  #heard = 0;
  #pinged = 0;
  #ticksAtCheck = 0;
  #lastTickAt = 0;
  #latestExchangeAt: EpochMs | undefined;
  #hole: Hole | undefined;
  #cancelSettle: (() => void) | undefined;

  constructor(parts: FeedParts, access: () => BrokerAccess | undefined, listener: FeedListener) {
    this.#parts = parts;
    this.#access = access;
    this.#listener = listener;
    this.#connect();
  }

  subscribe(instruments: readonly InstrumentRef[], mode: FeedMode): SubscribeOutcome {
    const result = this.#subscriptions.add(instruments, mode);
    if ('kind' in result) return result;
    this.#request(result);
    return { kind: 'ok' };
  }

  unsubscribe(instruments: readonly InstrumentRef[], mode: FeedMode): void {
    this.#request(this.#subscriptions.remove(instruments, mode));
  }

  changeMode(instruments: readonly InstrumentRef[], mode: FeedMode): SubscribeOutcome {
    const others = (['ltp', 'quote', 'full'] as const).filter((other) => other !== mode);
    // Ended first, so that a move at the limit finds room; put back when the new mode is refused.
    const ended = others.map((other) => this.#subscriptions.remove(instruments, other));
    const result = this.#subscriptions.add(instruments, mode);
    if ('kind' in result) {
      for (const request of ended)
        this.#subscriptions.add(
          request.instruments.map((one) => one.ref),
          request.mode,
        );
      return result;
    }
    for (const request of ended) this.#request(request);
    this.#request(result);
    return { kind: 'ok' };
  }

  reconnect(): void {
    if (this.#closed) return;
    this.#refusedToken = undefined;
    this.#attempts = 0;
    if (this.#connection) this.#connection.drop('closed');
    this.#cancelConnect?.();
    this.#connect();
  }

  counters(): ReturnType<MarketFeed['counters']> {
    return { ...this.#counters };
  }

  close(): void {
    this.#closed = true;
    this.#cancelConnect?.();
    this.#connection?.drop('closed');
  }

  #connect(): void {
    const access = this.#access();
    if (!access || access.tokens.accessToken === this.#refusedToken) {
      this.#connectLater(this.#parts.settings.longestDelayMs);
      return;
    }
    const { accessToken, feedToken, refreshToken } = access.tokens;
    this.#secrets = [access.apiKey, accessToken, feedToken, refreshToken];
    if (![access.apiKey, accessToken, feedToken, access.clientCode].every(isHeaderSafe)) {
      this.#ended('session_expired', accessToken);
      return;
    }
    this.#connection = this.#parts.open(this.#parts.settings.url, access, {
      onOpen: () => this.#opened(),
      onBinary: (bytes) => this.#received(bytes),
      onText: (text) => this.#receivedText(text),
      onEnd: (end) => this.#ended(end, accessToken),
    });
  }

  #connectLater(delayMs: number): void {
    this.#cancelConnect = this.#parts.timing.after(delayMs, () => this.#connect());
  }

  #opened(): void {
    const now = this.#parts.timing.monotonic();
    this.#isOpen = true;
    this.#heard = now;
    this.#pinged = now;
    this.#lastTickAt = now;
    this.#counters.connections += 1;
    if (this.#counters.connections > 1) this.#openHole();
    for (const request of this.#subscriptions.all()) this.#request(request);
    this.#watch();
    this.#listener.onEvent({ kind: 'connected' });
  }

  #ended(end: ConnectionEnd, accessToken: string): void {
    this.#connection = undefined;
    this.#isOpen = false;
    this.#cancelWatch?.();
    this.#cancelSettle?.();
    if (this.#closed) return;
    this.#parts.log({ level: 'warn', event: 'feed_disconnected', cause: end, attempts: this.#attempts });
    const { firstDelayMs, longestDelayMs } = this.#parts.settings;
    if (end === 'session_expired') {
      this.#refusedToken = accessToken;
      this.#connectLater(longestDelayMs);
      this.#listener.onEvent({ kind: 'session_expired' });
      return;
    }
    const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(this.#attempts, 20));
    this.#attempts += 1;
    this.#connectLater(jittered(delayMs, this.#parts.random));
    this.#listener.onEvent({ kind: 'disconnected', cause: end });
  }

  /** Looks at the connection a few times in each span that matters, instead of once for every message. */
  #watch(): void {
    const { pingEveryMs, staleAfterMs } = this.#parts.settings;
    this.#cancelWatch = this.#parts.timing.after(Math.min(pingEveryMs, staleAfterMs) / 4, () => {
      const now = this.#parts.timing.monotonic();
      if (this.#counters.ticks !== this.#ticksAtCheck) this.#lastTickAt = now;
      this.#ticksAtCheck = this.#counters.ticks;
      if (now - this.#lastTickAt >= staleAfterMs) {
        this.#hole ??= { from: this.#latestExchangeAt, reason: 'quiet', isSettled: true };
      }
      if (now - this.#heard >= staleAfterMs && now - this.#lastTickAt >= staleAfterMs) {
        this.#connection?.drop('stalled');
        return;
      }
      if (now - this.#pinged >= pingEveryMs) {
        this.#pinged = now;
        this.#connection?.send('ping');
      }
      this.#watch();
    });
  }

  #received(bytes: Uint8Array): void {
    const tick = this.#tick;
    if (decodePacket(bytes, tick) !== 'ok') {
      this.#counters.broken += 1;
      return;
    }
    const instrument = this.#subscriptions.find(tick.exchangeType, tick.tokenNumber);
    if (!instrument?.modes.has(tick.mode)) {
      this.#counters.unexpected += 1;
      return;
    }
    this.#counters.ticks += 1;
    this.#attempts = 0;
    this.#noteSequence(instrument, tick);
    if (this.#latestExchangeAt === undefined || tick.exchangeAt > this.#latestExchangeAt) {
      this.#latestExchangeAt = tick.exchangeAt;
    }
    if (this.#hole !== undefined) this.#reportGap();
    tick.instrument = instrument.ref;
    this.#listener.onTick(tick satisfies FeedTick);
  }

  #noteSequence(instrument: FeedInstrument, tick: MutableTick): void {
    const { mode, sequence } = tick;
    if (instrument.lastConnection[mode] !== this.#counters.connections) {
      if (sequence < instrument.lastSequence[mode]) this.#counters.sequenceRegressions += 1;
      instrument.lastConnection[mode] = this.#counters.connections;
    }
    instrument.lastSequence[mode] = sequence;
  }

  #openHole(): void {
    // A hole that was still open when the connection went again began where it began.
    const from = this.#hole ? this.#hole.from : this.#latestExchangeAt;
    this.#hole = { from, reason: 'reconnected', isSettled: false };
    this.#cancelSettle = this.#parts.timing.after(this.#parts.settings.settleMs, () => {
      this.#hole = { from, reason: 'reconnected', isSettled: true };
      this.#reportGap();
    });
  }

  /**
   * Ends the hole at the latest moment heard of, once that lies behind its beginning: what is repeated after a reconnect
   * may be as old as the last update before, or lie anywhere in the hole.
   */
  #reportGap(): void {
    const hole = this.#hole;
    const to = this.#latestExchangeAt;
    if (!hole?.isSettled || to === undefined || (hole.from !== undefined && to <= hole.from)) return;
    this.#hole = undefined;
    this.#listener.onEvent({ kind: 'gap', from: hole.from, to, reason: hole.reason });
  }

  #receivedText(text: string): void {
    this.#heard = this.#parts.timing.monotonic();
    const error = zError.safeParse(jsonOrUndefined(text));
    if (!error.success || error.data.errorCode === '') return;
    const message = withoutSecrets(error.data.errorMessage, this.#secrets);
    this.#parts.log({ level: 'warn', event: 'feed_request_refused', code: error.data.errorCode });
    this.#listener.onEvent({ kind: 'refused', code: error.data.errorCode, message });
  }

  #request(request: FeedRequest): void {
    if (!this.#isOpen || request.instruments.length === 0) return;
    this.#requests += 1;
    this.#connection?.send(requestText(request, `td${String(this.#requests % 1e8).padStart(8, '0')}`));
  }
}

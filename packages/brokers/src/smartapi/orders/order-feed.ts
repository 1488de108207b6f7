import { z } from 'zod';
import type { BrokerAccess } from '../../port.ts';
import type { BrokerOrder, OrderFeed, OrderFeedListener } from '../../port-orders.ts';
import type { FeedSettings } from '../feed.ts';
import type { ConnectionEnd, FeedConnection, OpenConnection } from '../feed-connection.ts';
import { jsonOrUndefined } from '../reading.ts';
import { type BrokerLog, isHeaderSafe } from '../redact.ts';
import { jittered, type Timing } from '../timing.ts';
import { zOrder } from './order-rows.ts';
import { cleaner } from './orders.ts';

export type OrderFeedSettings = Omit<FeedSettings, 'settleMs'>;

export interface OrderFeedParts {
  readonly settings: OrderFeedSettings;
  readonly open: OpenConnection;
  readonly timing: Timing;
  /** 0 to 1, for jitter only. */
  readonly random: () => number;
  readonly log: BrokerLog;
}

/** The first message of each connection, whose order is empty. */
const CONNECTED = 'AB00';
const zMessage = z.object({ 'order-status': z.string(), orderData: z.unknown() });

const FORBIDDEN = 403;
const TOO_MANY_REQUESTS = 429;

/**
 * The stream of one client's order updates, on one connection at a time. It subscribes to nothing and repeats nothing:
 * what happened while it was down stands in the order book only, so each connection is reported.
 */
export class SmartApiOrderFeed implements OrderFeed {
  readonly #parts: OrderFeedParts;
  readonly #access: () => BrokerAccess | undefined;
  readonly #listener: OrderFeedListener;
  #connection: FeedConnection | undefined;
  #closed = false;
  #attempts = 0;
  /** The access token that the broker turned away; trying it again is pointless. */
  #refusedToken: string | undefined;
  #cancelConnect: (() => void) | undefined;
  #cancelWatch: (() => void) | undefined;
  #heard = 0;
  #pinged = 0;

  constructor(parts: OrderFeedParts, access: () => BrokerAccess | undefined, listener: OrderFeedListener) {
    this.#parts = parts;
    this.#access = access;
    this.#listener = listener;
    this.#connect();
  }

  reconnect(): void {
    if (this.#closed) return;
    this.#refusedToken = undefined;
    this.#attempts = 0;
    this.#connection?.drop('closed');
    this.#cancelConnect?.();
    this.#connect();
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
    const { accessToken, feedToken } = access.tokens;
    if (![access.apiKey, accessToken, feedToken, access.clientCode].every(isHeaderSafe)) {
      this.#refused(accessToken);
      return;
    }
    const clean = cleaner(access);
    this.#connection = this.#parts.open(this.#parts.settings.url, access, {
      onOpen: () => this.#opened(),
      // Frames of one zero byte were seen; what they mean is not documented, but somebody is there.
      onBinary: () => this.#hear(),
      onText: (text) => this.#received(text, clean),
      onEnd: (end, httpStatus) => this.#ended(end, accessToken, httpStatus),
    });
  }

  #connectLater(delayMs: number): void {
    this.#cancelConnect = this.#parts.timing.after(delayMs, () => this.#connect());
  }

  #opened(): void {
    this.#hear();
    this.#pinged = this.#heard;
    this.#watch();
    this.#listener.onEvent({ kind: 'connected' });
  }

  #hear(): void {
    this.#heard = this.#parts.timing.monotonic();
  }

  #received(text: string, clean: (order: BrokerOrder) => BrokerOrder): void {
    this.#hear();
    // A server that answers has let us in for good; one that only greets may close at once, again and again.
    if (text === 'pong') this.#attempts = 0;
    const message = zMessage.safeParse(jsonOrUndefined(text));
    if (!message.success || message.data['order-status'].toUpperCase() === CONNECTED) return;
    const order = zOrder.safeParse(message.data.orderData);
    if (!order.success) {
      const oddAt = order.error.issues.slice(0, 3).map((issue) => issue.path.join('.'));
      this.#parts.log({ level: 'warn', event: 'order_update_unreadable', oddAt });
      return;
    }
    this.#attempts = 0;
    this.#listener.onOrder(clean(order.data));
  }

  #ended(end: ConnectionEnd, accessToken: string, httpStatus: number | undefined): void {
    this.#connection = undefined;
    this.#cancelWatch?.();
    if (this.#closed) return;
    this.#parts.log({
      level: 'warn',
      event: 'order_feed_disconnected',
      cause: end,
      attempts: this.#attempts,
      ...(httpStatus === undefined ? {} : { httpStatus }),
    });
    if (end === 'session_expired') {
      this.#refused(accessToken);
      return;
    }
    this.#connectLater(jittered(this.#nextDelayMs(httpStatus), this.#parts.random));
    this.#listener.onEvent({ kind: 'disconnected', cause: end });
  }

  #refused(accessToken: string): void {
    this.#refusedToken = accessToken;
    this.#connectLater(this.#parts.settings.longestDelayMs);
    this.#listener.onEvent({ kind: 'session_expired' });
  }

  /**
   * A client without access to the stream, or with too many connections, is no passing fault: trying again soon would
   * only add to it. Whether "no access" means that the session is over, the REST calls say more clearly.
   */
  #nextDelayMs(httpStatus: number | undefined): number {
    const { firstDelayMs, longestDelayMs } = this.#parts.settings;
    if (httpStatus === FORBIDDEN || httpStatus === TOO_MANY_REQUESTS) return longestDelayMs;
    const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(this.#attempts, 20));
    this.#attempts += 1;
    return delayMs;
  }

  /** Looks at the connection a few times in each span that matters. */
  #watch(): void {
    const { pingEveryMs, staleAfterMs } = this.#parts.settings;
    this.#cancelWatch = this.#parts.timing.after(Math.min(pingEveryMs, staleAfterMs) / 4, () => {
      const now = this.#parts.timing.monotonic();
      if (now - this.#heard >= staleAfterMs) {
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
}

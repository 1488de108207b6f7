import { assertChannel, type Batch, MAX_BATCH_BYTES, Outgoing, readBatch } from './bus-batch.ts';
import { asError, type ConnectionTarget, openWatchedConnection, type WatchedConnection } from './connection.ts';

/**
 * Ticks, events and wake-ups between processes, by LISTEN/NOTIFY on a connection of its own.
 *
 * Messages are news, not records: around a lost connection one may be lost or come twice. What must not be lost lies
 * in the database, and the message only says "look".
 */
export interface Bus {
  /**
   * Sends within 50 ms, together with everything else on the channel.
   *
   * @throws RangeError for a message over 7,500 bytes, one with U+0000 or U+001E, or a bad channel name
   */
  readonly publish: (channel: string, payload: string) => void;
  /**
   * Resolves when the server will deliver: what is published afterwards arrives. While the connection is away it
   * resolves at once, and `onGap` tells when it is back.
   */
  readonly subscribe: (channel: string, subscriber: Subscriber) => Promise<Subscription>;
  /** Sends what waits now; resolves when the server has it. */
  readonly flush: () => Promise<void>;
  readonly isConnected: () => boolean;
  /** Messages dropped because the connection stayed away for too long. */
  readonly droppedCount: () => number;
  readonly close: () => Promise<void>;
}

export interface Subscriber {
  readonly onMessage: (payload: string) => void;
  /** Called after a reconnection: something may have been missed, so read the database again. */
  readonly onGap?: () => void;
}

export interface Subscription {
  readonly unsubscribe: () => Promise<void>;
}

export interface BusOptions {
  /** A lost connection, or a subscriber that threw. */
  readonly onError?: (error: Error) => void;
}

const FLUSH_EVERY_MS = 50;
const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 5_000;

/** @throws the driver's error when the first connection fails; later losses are repaired in the background */
export async function createBus(target: ConnectionTarget, options: BusOptions = {}): Promise<Bus> {
  const bus = new PostgresBus(target, options.onError ?? reportToStderr);
  await bus.connect();
  return {
    publish: (channel, payload) => bus.publish(channel, payload),
    subscribe: (channel, subscriber) => bus.subscribe(channel, subscriber),
    flush: () => bus.flush(),
    isConnected: () => bus.connection !== undefined,
    droppedCount: () => bus.outgoing.dropped,
    close: () => bus.close(),
  };
}

class PostgresBus {
  readonly #target: ConnectionTarget;
  readonly #onError: (error: Error) => void;
  readonly outgoing = new Outgoing();
  readonly #subscribers = new Map<string, Set<Subscriber>>();
  connection: WatchedConnection | undefined;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;
  /** Statements run one after the other: the driver must not be given two at once. */
  #last: Promise<unknown> = Promise.resolve();
  /** Taken from `outgoing` but not yet known to be with the server. */
  #unsent: Batch[] = [];

  constructor(target: ConnectionTarget, onError: (error: Error) => void) {
    this.#target = target;
    this.#onError = onError;
  }

  async connect(): Promise<void> {
    const connection = await openWatchedConnection(this.#target);
    connection.client.on('notification', ({ channel, payload }) => this.#deliver(channel, payload ?? ''));
    try {
      for (const channel of this.#subscribers.keys()) await connection.client.query(`LISTEN "${channel}"`);
    } catch (error) {
      await connection.close();
      throw error;
    }
    if (this.#closed) return connection.close();
    connection.startPing();
    this.connection = connection;
    void connection.lost.then((reason) => this.#reconnect(reason));
    if (this.outgoing.bytes > 0 || this.#unsent.length > 0) this.#schedule();
  }

  publish(channel: string, payload: string): void {
    if (this.#closed) return;
    this.outgoing.add(channel, payload);
    if (this.outgoing.bytes >= MAX_BATCH_BYTES && this.connection && this.#unsent.length === 0) void this.flush();
    else this.#schedule();
  }

  async subscribe(channel: string, subscriber: Subscriber): Promise<Subscription> {
    assertChannel(channel);
    const subscribers = this.#subscribers.get(channel) ?? new Set();
    this.#subscribers.set(channel, subscribers.add(subscriber));
    // Without a connection the next one listens to every channel that has subscribers.
    if (subscribers.size === 1) await this.#run(`LISTEN "${channel}"`);
    else await this.#last;
    return {
      unsubscribe: async () => {
        subscribers.delete(subscriber);
        if (subscribers.size > 0 || this.#subscribers.get(channel) !== subscribers) return;
        this.#subscribers.delete(channel);
        await this.#run(`UNLISTEN "${channel}"`);
      },
    };
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#inOrder(async () => {
      const connection = this.connection;
      if (!connection) return;
      this.#unsent.push(...this.outgoing.take());
      const batches = this.#unsent;
      if (batches.length === 0) return;
      try {
        await connection.client.query('SELECT pg_notify(c, p) FROM unnest($1::text[], $2::text[]) AS batch(c, p)', [
          batches.map((batch) => batch.channel),
          batches.map((batch) => batch.payload),
        ]);
        this.#unsent = [];
      } catch (error) {
        // Kept: they go again after the reconnection, which the connection's own loss starts.
        this.#onError(asError(error));
      }
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    await this.flush();
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.connection?.close();
    this.connection = undefined;
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_EVERY_MS);
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Failures are left to the reconnection, which listens to everything again. */
  #run(statement: string): Promise<void> {
    return this.#inOrder(async () => {
      await this.connection?.client.query(statement).catch((error: unknown) => this.#onError(asError(error)));
    });
  }

  #deliver(channel: string, payload: string): void {
    const subscribers = [...(this.#subscribers.get(channel) ?? [])];
    for (const message of readBatch(payload)) {
      for (const subscriber of subscribers) this.#guard(() => subscriber.onMessage(message));
    }
  }

  async #reconnect(reason: Error): Promise<void> {
    this.connection = undefined;
    if (this.#closed) return;
    this.#onError(reason);
    for (let backoff = FIRST_BACKOFF_MS; !this.#closed; backoff = Math.min(backoff * 2, LONGEST_BACKOFF_MS)) {
      await new Promise((resolve) => setTimeout(resolve, backoff * (0.5 + Math.random() / 2)));
      try {
        await this.connect();
        break;
      } catch (error) {
        this.#onError(asError(error));
      }
    }
    if (this.#closed) return;
    for (const subscriber of [...this.#subscribers.values()].flatMap((set) => [...set])) {
      this.#guard(() => subscriber.onGap?.());
    }
  }

  /** One subscriber's mistake must not keep the news from the others. */
  #guard(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#onError(asError(error));
    }
  }
}

function reportToStderr(error: Error): void {
  process.stderr.write(`bus: ${error.message}\n`);
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createMarketClock, type MarketClock } from './clock.ts';
import { CONTROL_PATH, type Control, createControl } from './control.ts';
import { createFaults } from './faults.ts';
import { createExchange, type Exchange } from './market/exchange.ts';
import type { MarketSource } from './market/market-source.ts';
import { type OrderSide, openOrderSide } from './order-side.ts';
import type { OrderDesk } from './orders/desk.ts';
import type { Frictions } from './orders/types.ts';
import { writeReply } from './rest/front-desk.ts';
import { SOMETHING_WRONG } from './rest/reply.ts';
import { createSessions } from './sessions.ts';
import type { SimulatorStore } from './store.ts';
import { createSmartStream, type SmartStream } from './stream/smart-stream.ts';

/** How often the market moves on, and how often its position is stored (wall milliseconds). */
const BEAT_MS = 50;
const SAVE_MS = 2_000;
/** Between two slices of prepared history: the product starts on the same cores. */
const WARM_UP_PAUSE_MS = 15;
const NOT_YET_PAUSE_MS = 500;

export interface SimulatorOptions {
  readonly source: MarketSource;
  readonly store: SimulatorStore;
  /** Market seconds in one wall second. */
  readonly speed: number;
  readonly seed: number;
  readonly loop?: boolean;
  readonly host?: string;
  /** 0: any free port. */
  readonly port: number;
  readonly controlToken?: string;
  /** Limits at start where nothing is stored; on by default. */
  readonly rateLimit?: boolean;
  readonly paused?: boolean;
  /** Absent: as the source has them. */
  readonly frictions?: Frictions;
  /** Wall milliseconds between the broker's answer to an order and the exchange's. */
  readonly orderLatencyMs?: { readonly least: number; readonly most: number };
  readonly wall?: () => number;
  /** Told what went wrong in the background or in a call; such an error ends nothing. */
  readonly onError?: (what: string, error: unknown) => void;
}

export interface Simulator {
  readonly port: number;
  readonly url: string;
  readonly exchange: Exchange;
  readonly clock: MarketClock;
  /** Stops the clock, closes sockets, stores the position. The store stays open. */
  readonly close: () => Promise<void>;
}

/** Starts a broker and its market on one port. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { store, host = '127.0.0.1', wall = Date.now, onError = () => {} } = options;
  const { exchange, clock } = await openMarket(options, wall);
  const sessions = await createSessions(store, wall);
  const faults = createFaults(await store.loadFaults(), options.rateLimit ?? true);
  const { seed, orderLatencyMs } = options;
  const broker = await openOrderSide({
    ...{ exchange, clock, sessions, faults, store, seed, wall, onError },
    ...(orderLatencyMs === undefined ? {} : { latencyMs: orderLatencyMs }),
  });
  const { orders } = broker;
  const onCall = clock.touch;
  const stream = createSmartStream({ exchange, sessions, wall, onCall });
  const saver = createSaver(clock, orders);
  const persist = async (): Promise<void> => {
    await saver.save();
    await store.saveFaults(faults.toJson());
  };
  const control = createControl(
    { exchange, clock, faults, sessions, stream, broker, seed, wall, persist },
    options.controlToken,
  );
  const server = createHttpServer({ control, broker, stream, onCall, onError });
  const port = await listen(server, options.port, host);
  const stopBeating = keepBeating({ clock, exchange, orders, wall, saver, onError });
  const stopWarmUp = warmUp(exchange.source, exchange.now(), onError);

  return {
    port,
    url: `http://${host}:${port}`,
    exchange,
    clock,
    close: async () => {
      stopBeating();
      stopWarmUp();
      stream.close();
      broker.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await saver.save();
    },
  };
}

async function openMarket(
  options: SimulatorOptions,
  wall: () => number,
): Promise<{ readonly exchange: Exchange; readonly clock: MarketClock }> {
  const { frictions, loop = false, speed } = options;
  // The same market with or without spread and end of its depth.
  const frictionless = frictions === undefined ? options.source.frictionless : frictions === 'none';
  const source = { ...options.source, frictionless };
  const stored = await options.store.loadClock(source.key);
  const exchange = createExchange({ source, loop, ...(stored ? { position: stored.position } : {}) });
  const paused = options.paused ?? stored?.paused ?? false;
  return { exchange, clock: createMarketClock({ exchange, wall, speed, paused }) };
}

interface Saver {
  /** Writes the clock's position, whether or not it has moved. */
  readonly save: () => Promise<void>;
  readonly saveIfMoved: () => Promise<void>;
}

/** The desk writes the position with what belongs to it, such as a queue that has shortened. */
function createSaver(clock: MarketClock, orders: OrderDesk): Saver {
  let savedPosition = -1;
  const save = async (): Promise<void> => {
    const { now } = clock.state();
    await orders.save();
    savedPosition = now;
  };
  return {
    save,
    saveIfMoved: async () => {
      if (clock.state().now !== savedPosition) await save();
    },
  };
}

interface ServerParts {
  readonly control: Control;
  readonly broker: OrderSide;
  readonly stream: SmartStream;
  readonly onCall: () => void;
  readonly onError: (what: string, error: unknown) => void;
}

function notFound(socket: Duplex): void {
  // Nobody else listens for a caller that hangs up before the answer, and it would end the process.
  socket.on('error', () => socket.destroy());
  socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
}

function createHttpServer({ control, broker, stream, onCall, onError }: ServerParts): Server {
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const toControl = (request.url ?? '/').startsWith(CONTROL_PATH);
    if (!toControl) onCall();
    (toControl ? control : broker.frontDesk).answer(request, response).catch((error: unknown) => {
      onError(`${request.method ?? ''} ${request.url ?? ''}`, error);
      breakOff(response);
    });
  });
  server.on('upgrade', (request, socket, head) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (stream.handles(pathname)) stream.upgrade(request, socket, head);
    else if (broker.updates.handles(pathname)) broker.updates.upgrade(request, socket, head);
    else notFound(socket);
  });
  return server;
}

interface BeatParts {
  readonly clock: MarketClock;
  readonly exchange: Exchange;
  readonly orders: OrderDesk;
  readonly wall: () => number;
  readonly saver: Saver;
  readonly onError: (what: string, error: unknown) => void;
}

/** Moves the market on and stores its position from time to time. */
function keepBeating({ clock, exchange, orders, wall, saver, onError }: BeatParts): () => void {
  const beat = setInterval(() => {
    try {
      clock.beat();
      orders.beat(exchange.now(), wall());
    } catch (error) {
      onError('market', error);
    }
  }, BEAT_MS);
  const keep = setInterval(() => {
    saver.saveIfMoved().catch((error: unknown) => onError('clock position', error));
  }, SAVE_MS);
  return () => {
    clearInterval(beat);
    clearInterval(keep);
  };
}

/** The simulator's own trouble (its database, say) looks to a caller like the broker's. */
function breakOff(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else writeReply(response, SOMETHING_WRONG);
}

function listen(server: ReturnType<typeof createServer>, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** Prepares history a slice at a time, between other work. */
function warmUp(source: MarketSource, now: number, onError: (what: string, error: unknown) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slice = (): void => {
    try {
      const left = source.warmUp?.(now) ?? 'done';
      if (left !== 'done') timer = setTimeout(slice, left === 'more' ? WARM_UP_PAUSE_MS : NOT_YET_PAUSE_MS);
    } catch (error) {
      onError('history', error);
    }
  };
  timer = setTimeout(slice, 500);
  return () => clearTimeout(timer);
}

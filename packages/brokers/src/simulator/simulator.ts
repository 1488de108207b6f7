import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createAccounts } from './accounts.ts';
import { createMarketClock, type MarketClock } from './clock.ts';
import { CONTROL_PATH, createControl } from './control.ts';
import { createFaults } from './faults.ts';
import { createExchange, type Exchange } from './market/exchange.ts';
import type { MarketSource } from './market/market-source.ts';
import { createFrontDesk, writeReply } from './rest/front-desk.ts';
import { SOMETHING_WRONG } from './rest/reply.ts';
import { createSessions } from './sessions.ts';
import type { SimulatorStore } from './store.ts';
import { createSmartStream } from './stream/smart-stream.ts';

/** How often the market moves on, and how often its position is stored (wall milliseconds). */
const BEAT_MS = 50;
const SAVE_MS = 2_000;
/** Between two slices of prepared history: the product starts on the same cores. */
const WARM_UP_PAUSE_MS = 15;

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
  const { source, store, host = '127.0.0.1', wall = Date.now, onError = () => {} } = options;
  const stored = await store.loadClock(source.key);
  const exchange = createExchange({
    source,
    loop: options.loop ?? false,
    ...(stored ? { position: stored.position } : {}),
  });
  const paused = options.paused ?? stored?.paused ?? false;
  const clock = createMarketClock({ exchange, wall, speed: options.speed, paused });
  const sessions = await createSessions(store, wall);
  const faults = createFaults(await store.loadFaults(), options.rateLimit ?? true);
  const stream = createSmartStream({ exchange, sessions, wall, onCall: clock.touch });
  const frontDesk = createFrontDesk({ exchange, sessions, accounts: createAccounts(), faults }, wall);

  let savedPosition = -1;
  const saveClock = async (): Promise<void> => {
    const { now, paused: isPaused } = clock.state();
    if (now === savedPosition) return;
    await store.saveClock(source.key, { position: now, paused: isPaused });
    savedPosition = now;
  };
  const persist = async (): Promise<void> => {
    savedPosition = -1;
    await saveClock();
    await store.saveFaults(faults.toJson());
  };
  const control = createControl(
    { exchange, clock, faults, sessions, stream, seed: options.seed, persist },
    options.controlToken,
  );

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const toControl = (request.url ?? '/').startsWith(CONTROL_PATH);
    if (!toControl) clock.touch();
    (toControl ? control : frontDesk).answer(request, response).catch((error: unknown) => {
      onError(`${request.method ?? ''} ${request.url ?? ''}`, error);
      breakOff(response);
    });
  });
  server.on('upgrade', (request, socket, head) => {
    if (stream.handles(new URL(request.url ?? '/', 'http://localhost').pathname)) stream.upgrade(request, socket, head);
    else socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  });
  const port = await listen(server, options.port, host);

  const beat = setInterval(() => {
    try {
      clock.beat();
    } catch (error) {
      onError('market', error);
    }
  }, BEAT_MS);
  const saver = setInterval(() => saveClock().catch((error: unknown) => onError('clock position', error)), SAVE_MS);
  const stopWarmUp = warmUp(source, exchange.now(), onError);

  return {
    port,
    url: `http://${host}:${port}`,
    exchange,
    clock,
    close: async () => {
      clearInterval(beat);
      clearInterval(saver);
      stopWarmUp();
      stream.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await saveClock();
    },
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
      if (source.warmUp?.(now)) timer = setTimeout(slice, WARM_UP_PAUSE_MS);
    } catch (error) {
      onError('history', error);
    }
  };
  timer = setTimeout(slice, 500);
  return () => clearTimeout(timer);
}

import { createServer } from 'node:http';
import { createEdisDesk } from '../../edis/desk.ts';
import { createFaults, zFaultOrder } from '../../faults.ts';
import { createGttDesk } from '../../gtt/desk.ts';
import { createExchange, type Exchange } from '../../market/exchange.ts';
import type { MarketSource } from '../../market/market-source.ts';
import { createSyntheticSource } from '../../market/synthetic.ts';
import type { Sessions } from '../../sessions.ts';
import { createMemoryStore, type SimulatorStore } from '../../store.ts';
import { createCallCounters } from '../call-counters.ts';
import { createFrontDesk } from '../front-desk.ts';
import type { Desk } from '../routes.ts';
import { type ScriptedOrders, scriptedOrders } from './scripted-orders.ts';

/** What came back, whatever it was. */
export interface WireAnswer {
  readonly status: number;
  readonly text: string;
  /** The body as JSON; `undefined` where it is none. */
  readonly body: unknown;
}

/** The REST side over a scripted order desk: for what routes say, not for what orders do. */
export interface DeskServer {
  readonly script: ScriptedOrders;
  readonly desk: Desk;
  readonly exchange: Exchange;
  readonly store: SimulatorStore;
  /** As the control endpoint takes it. */
  readonly faults: (order: unknown) => void;
  /** Moves the wall clock on by milliseconds; every call moves it by two seconds unless told otherwise. */
  readonly tick: (ms: number) => void;
  readonly call: (method: string, path: string, body?: unknown, client?: string) => Promise<WireAnswer>;
  readonly close: () => Promise<void>;
}

export interface DeskServerOptions {
  readonly store?: SimulatorStore;
  /** Wall milliseconds that pass before each call. */
  readonly pace?: number;
  readonly startAt?: string;
}

export async function startDeskServer(options: DeskServerOptions = {}): Promise<DeskServer> {
  const { store = createMemoryStore(), pace = 2_000, startAt = '2025-07-07T09:20:30+05:30' } = options;
  let now = Date.parse('2026-11-20T22:00:00+05:30');
  const source = sourceFrom(startAt);
  const exchange = createExchange({ source });
  const script = scriptedOrders();
  const faults = createFaults(undefined, true);
  const orders = script.broker;
  const onError = (what: string, error: unknown): void => {
    throw new Error(what, { cause: error });
  };
  const rules = await createGttDesk({ exchange, orders, store, onError });
  const edis = await createEdisDesk({ orders, store, exchange });
  const calls = createCallCounters();
  const desk: Desk = { exchange, sessions: everybodySignedIn, faults, calls, orders, rules, edis };
  const frontDesk = createFrontDesk(desk, () => now);
  const server = createServer((request, response) => {
    frontDesk.answer(request, response).catch(() => response.writeHead(500).end());
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return {
    script,
    desk,
    exchange,
    store,
    faults: (order) => faults.apply(zFaultOrder.parse(order)),
    tick: (ms) => {
      now += ms;
    },
    call: async (method, path, body, client = 'S100001') => {
      now += pace;
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { 'x-privatekey': 'sim-api-key', authorization: `Bearer token.of.${client}` },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, text, body: readJson(text) };
    },
    close: async () => {
      rules.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

const sources = new Map<string, MarketSource>();

/** A source remembers nothing but what it has worked out, so servers share it. */
function sourceFrom(startAt: string): MarketSource {
  const source = sources.get(startAt) ?? createSyntheticSource({ seed: 4, startAt: Date.parse(startAt) });
  sources.set(startAt, source);
  return source;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Plain text and pages have no body to compare.
    return undefined;
  }
}

const refuse = async (): Promise<never> => {
  throw new Error('these tests sign nobody in');
};

/** `token.of.S100001` is a live token of S100001. */
const everybodySignedIn: Sessions = {
  login: refuse,
  refresh: refuse,
  logout: async () => {},
  checkJwt: (jwtToken) => {
    const clientCode = /^token\.of\.(S100\d{3})$/.exec(jwtToken)?.[1];
    if (clientCode === undefined) return { kind: 'unknown' };
    const tokens = { jwtToken, refreshToken: '', feedToken: '' };
    const session = { clientCode, ...tokens, createdAt: 0, expiresAt: 0, live: true, refreshable: false };
    return { kind: 'live', session };
  },
  checkFeed: () => true,
  expire: async () => {},
  clients: () => [],
};

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { circuitsOf, depthOf } from '../market/depth.ts';
import type { Exchange } from '../market/exchange.ts';
import type { LiveQuote } from '../market/live-book.ts';
import type { Sessions } from '../sessions.ts';
import { type Connection, type ConnectionEvents, openConnection } from './connection.ts';
import { createDelivery, type DeliveryCounters } from './delivery.ts';
import { authorizeStream } from './handshake.ts';
import { createPacketEncoder, EXCHANGE_TYPES, type PacketMode, type PacketParts } from './packets.ts';

export const STREAM_PATH = '/smart-stream';
const MOST_CONNECTIONS = 3;

export interface StreamCounters extends DeliveryCounters {
  readonly connections: number;
  readonly subscriptions: number;
}

export interface SmartStream {
  readonly handles: (path: string) => boolean;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  readonly counters: () => StreamCounters;
  readonly dropSockets: () => void;
  readonly mute: (wallMs: number) => void;
  readonly gap: (marketMs: number) => void;
  readonly close: () => void;
}

export interface SmartStreamOptions {
  readonly exchange: Exchange;
  readonly sessions: Sessions;
  readonly wall: () => number;
  /** Called for every frame of a client: the market does not rest while somebody listens. */
  readonly onCall: () => void;
}

export function createSmartStream({ exchange, sessions, wall, onCall }: SmartStreamOptions): SmartStream {
  const server = new WebSocketServer({ noServer: true, maxPayload: 1024 * 1024 });
  const connections = new Set<Connection>();
  const encoder = createPacketEncoder();
  const delivery = createDelivery(wall);

  const stopListening = exchange.onTick((quote) => {
    if (connections.size === 0) return;
    const key = keyOf(quote);
    const made = new Map<PacketMode, Buffer>();
    const parts = partsOf(exchange, quote);
    for (const connection of connections) {
      for (const mode of connection.subscriptions.modesOf(key)) {
        if (delivery.withholds(quote.stampedAt)) continue;
        const packet = made.get(mode) ?? encoder.encode(mode, quote, parts);
        made.set(mode, packet);
        delivery.send(connection.socket, mode, packet);
      }
    }
  });

  /** A new subscription gets what is known at once, as a listener outside market hours would else see nothing. */
  const snapshot = (connection: Connection, mode: PacketMode, keys: readonly string[]): void => {
    for (const key of new Set(keys)) {
      const quote = exchange.quoteOf(key.slice(key.indexOf('|') + 1));
      if (!quote || keyOf(quote) !== key || quote.last === 0 || delivery.withholds(exchange.now())) continue;
      delivery.send(connection.socket, mode, encoder.encode(mode, quote, partsOf(exchange, quote)));
    }
  };

  const events: ConnectionEvents = {
    onCall,
    onSubscribe: snapshot,
    onClose: (connection) => connections.delete(connection),
  };

  return {
    handles: (path) => path === STREAM_PATH,
    upgrade: (request, socket, head) => {
      onCall();
      const check = authorizeStream(request, sessions);
      if (check.kind === 'refused') {
        refuse(socket, '401 Unauthorized', check.message);
        return;
      }
      const open = [...connections].filter((connection) => connection.clientCode === check.clientCode);
      if (open.length >= MOST_CONNECTIONS) {
        refuse(socket, '429 Too Many Requests', 'Connection Limit Exceeded');
        return;
      }
      server.handleUpgrade(request, socket, head, (accepted) => {
        connections.add(openConnection(accepted, check.clientCode, events));
      });
    },
    counters: () => ({
      connections: connections.size,
      subscriptions: [...connections].reduce((sum, connection) => sum + connection.subscriptions.size(), 0),
      ...delivery.counters(),
    }),
    dropSockets: () => {
      for (const { socket } of connections) socket.terminate();
    },
    mute: delivery.mute,
    gap: (marketMs) => delivery.gapUntil(exchange.now() + marketMs),
    close: () => {
      stopListening();
      for (const { socket } of connections) socket.close(1001, 'going away');
      server.close();
    },
  };
}

/** What the dearer modes say of a quote, worked out when they ask. */
function partsOf(exchange: Exchange, quote: LiveQuote): PacketParts {
  return {
    depth: () => depthOf(quote, exchange.source.frictionless),
    limits: () => {
      const bands = circuitsOf(quote);
      const year = exchange.yearRange(quote.instrument.token);
      return { upperCircuit: bands.upper, lowerCircuit: bands.lower, yearHigh: year.high, yearLow: year.low };
    },
  };
}

function keyOf({ instrument }: LiveQuote): string {
  return `${EXCHANGE_TYPES[instrument.exchange] ?? 1}|${instrument.token}`;
}

function refuse(socket: Duplex, status: string, message: string): void {
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nx-error-message: ${message}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
}

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { SIM_API_KEY } from '../accounts.ts';
import type { Faults } from '../faults.ts';
import type { Sessions } from '../sessions.ts';
import { createUpdateDelivery, type UpdateCounters } from './update-delivery.ts';

export const ORDER_UPDATES_PATH = '/smart-order-update';
const MOST_CONNECTIONS = 3;

export interface OrderUpdates {
  readonly handles: (path: string) => boolean;
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Sends a frame to every socket of the client, through whatever faults are on. */
  readonly publish: (clientCode: string, frame: object) => void;
  readonly counters: () => UpdateCounters & { readonly connections: number };
  readonly dropSockets: () => void;
  readonly mute: (wallMs: number) => void;
  readonly close: () => void;
}

export interface OrderUpdatesOptions {
  readonly sessions: Pick<Sessions, 'checkJwt'>;
  readonly faults: Faults;
  readonly wall: () => number;
  /** The first frame of a connection. */
  readonly greeting: (clientCode: string) => object;
  /** Called for every frame of a client: the market does not rest while somebody listens. */
  readonly onCall: () => void;
}

/** The socket on which a client hears of its own orders: nothing to subscribe to, nothing is sent again. */
export function createOrderUpdates(options: OrderUpdatesOptions): OrderUpdates {
  const { sessions, faults, greeting, onCall } = options;
  const server = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 });
  const sockets = new Map<WebSocket, string>();
  const delivery = createUpdateDelivery(faults, options.wall);

  const accept = (socket: WebSocket, clientCode: string): void => {
    sockets.set(socket, clientCode);
    socket.on('message', (data) => {
      onCall();
      if (data.toString() === 'ping') socket.send('pong');
    });
    socket.on('ping', onCall);
    socket.on('close', () => sockets.delete(socket));
    // Broken frames and resets end in 'close' too; without a listener they would end the process.
    socket.on('error', () => socket.terminate());
    socket.send(JSON.stringify(greeting(clientCode)));
  };

  return {
    handles: (path) => path === ORDER_UPDATES_PATH,
    upgrade: (request, socket, head) => {
      onCall();
      const forced = faults.settings().orderSocketStatus;
      const check = authorizeOrderSocket(request, sessions);
      const status = forced > 0 ? forced : check.status;
      if (status !== 101) return refuse(socket, status);
      const open = [...sockets.values()].filter((clientCode) => clientCode === check.clientCode);
      if (open.length >= MOST_CONNECTIONS) return refuse(socket, 429);
      server.handleUpgrade(request, socket, head, (accepted) => accept(accepted, check.clientCode));
    },
    publish: (clientCode, frame) => {
      const listeners = [...sockets].filter(([, listener]) => listener === clientCode).map(([socket]) => socket);
      delivery.send(listeners, JSON.stringify(frame));
    },
    counters: () => ({ connections: sockets.size, ...delivery.counters() }),
    dropSockets: () => {
      for (const socket of sockets.keys()) socket.terminate();
    },
    mute: delivery.mute,
    close: () => {
      delivery.close();
      for (const socket of sockets.keys()) socket.close(1001, 'going away');
      server.close();
    },
  };
}

const STATUS_TEXT: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

function refuse(socket: Duplex, status: number): void {
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_TEXT[status] ?? ''}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
}

/**
 * Who listens: the bearer token says it, and the other headers, where they are sent, must not contradict it.
 *
 * @returns the status of the handshake: 101 for yes, 401 for a bad token, 403 for an expired one or somebody else's name
 */
export function authorizeOrderSocket(
  request: Pick<IncomingMessage, 'headers'>,
  sessions: Pick<Sessions, 'checkJwt'>,
): { readonly status: 101 | 401 | 403; readonly clientCode: string } {
  const token = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const check = token === undefined ? undefined : sessions.checkJwt(token);
  if (!check || check.kind === 'unknown') return { status: 401, clientCode: '' };
  const { clientCode } = check.session;
  const isOther = (name: string, own: string): boolean => (request.headers[name] ?? own) !== own;
  const contradicts = isOther('x-client-code', clientCode) || isOther('x-api-key', SIM_API_KEY);
  return { status: check.kind === 'expired' || contradicts ? 403 : 101, clientCode };
}

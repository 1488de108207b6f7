import type { RawData, WebSocket } from 'ws';
import type { PacketMode } from './packets.ts';
import { createSubscriptions, parseRequest, type Subscriptions } from './subscriptions.ts';

/** One listener of the feed. */
export interface Connection {
  readonly socket: WebSocket;
  readonly clientCode: string;
  readonly subscriptions: Subscriptions;
}

export interface ConnectionEvents {
  /** A frame came, of whatever kind. */
  readonly onCall: () => void;
  readonly onSubscribe: (connection: Connection, mode: PacketMode, keys: readonly string[]) => void;
  readonly onClose: (connection: Connection) => void;
}

/** Answers the frames of one listener: pings, subscriptions, and errors where a request is none. */
export function openConnection(socket: WebSocket, clientCode: string, events: ConnectionEvents): Connection {
  const connection: Connection = { socket, clientCode, subscriptions: createSubscriptions() };
  socket.on('message', (data) => {
    events.onCall();
    receive(connection, data, events);
  });
  socket.on('ping', events.onCall);
  socket.on('close', () => events.onClose(connection));
  // Broken frames and resets end in 'close' too; without a listener they would end the process.
  socket.on('error', () => socket.terminate());
  return connection;
}

function receive(connection: Connection, data: RawData, events: ConnectionEvents): void {
  const { socket, subscriptions } = connection;
  const text = data.toString();
  if (text === 'ping') {
    socket.send('pong');
    return;
  }
  const parsed = parseRequest(text);
  if (parsed.kind === 'invalid') {
    socket.send(streamError(parsed.correlationId, 'E1001', 'Invalid Request Payload.'));
    return;
  }
  const { request } = parsed;
  if (!subscriptions.apply(request)) {
    socket.send(streamError(request.correlationId, 'E1002', 'Invalid Request. Subscription Limit Exceeded'));
  } else if (request.subscribe) {
    events.onSubscribe(connection, request.mode, request.keys);
  }
}

function streamError(correlationID: string, errorCode: string, errorMessage: string): string {
  return JSON.stringify({ correlationID, errorCode, errorMessage });
}

import WebSocket from 'ws';
import type { BrokerAccess } from '../port.ts';

export type ConnectionEnd = 'closed' | 'stalled' | 'session_expired' | 'handshake_refused' | 'network';

export interface ConnectionListener {
  readonly onOpen: () => void;
  readonly onBinary: (bytes: Uint8Array) => void;
  readonly onText: (text: string) => void;
  /** Exactly once, and nothing after it. */
  readonly onEnd: (end: ConnectionEnd) => void;
}

export interface FeedConnection {
  readonly send: (text: string) => void;
  /** Ends at once, without waiting for the other side, and reports `end`. */
  readonly drop: (end: ConnectionEnd) => void;
}

export type OpenConnection = (url: string, access: BrokerAccess, listener: ConnectionListener) => FeedConnection;

const HANDSHAKE_TIMEOUT_MS = 10_000;
/** Packets have 379 bytes and errors are short; anything much longer is not this feed. */
const MAX_FRAME_BYTES = 64 * 1024;

/**
 * One WebSocket, signed in by headers. Nothing that goes wrong on it throws.
 *
 * @throws SyntaxError when the address is no WebSocket address: a mistake in the configuration
 */
export const openConnection: OpenConnection = (url, access, listener) => {
  const socket = new WebSocket(url, {
    headers: {
      // The feed takes the bare token, without the word Bearer.
      Authorization: access.tokens.accessToken,
      'x-api-key': access.apiKey,
      'x-client-code': access.clientCode,
      'x-feed-token': access.tokens.feedToken,
    },
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  });
  let ended = false;
  const end = (reason: ConnectionEnd): void => {
    if (ended) return;
    ended = true;
    socket.terminate();
    listener.onEnd(reason);
  };
  socket.on('open', () => !ended && listener.onOpen());
  socket.on('message', (data, isBinary) => {
    if (ended || !Buffer.isBuffer(data)) return;
    if (isBinary) listener.onBinary(data);
    else listener.onText(data.toString('utf8'));
  });
  socket.on('unexpected-response', (request, response) => {
    request.destroy();
    end(response.statusCode === 401 ? 'session_expired' : 'handshake_refused');
  });
  socket.on('close', () => end('closed'));
  // The error's text may repeat what was sent, so only the fact is passed on.
  socket.on('error', () => end('network'));
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    drop: end,
  };
};

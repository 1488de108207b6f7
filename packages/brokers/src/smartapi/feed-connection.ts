import WebSocket from 'ws';
import type { BrokerAccess } from '../port.ts';

export type ConnectionEnd = 'closed' | 'stalled' | 'session_expired' | 'handshake_refused' | 'network';

export interface ConnectionListener {
  readonly onOpen: () => void;
  readonly onBinary: (bytes: Uint8Array) => void;
  readonly onText: (text: string) => void;
  /**
   * Exactly once, and nothing after it.
   *
   * @param httpStatus of a handshake that was refused
   */
  readonly onEnd: (end: ConnectionEnd, httpStatus?: number) => void;
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
 * The market stream's WebSocket, which takes the bare token, without the word Bearer.
 *
 * @throws SyntaxError when the address is no WebSocket address: a mistake in the configuration
 */
export const openConnection: OpenConnection = (url, access, listener) =>
  openSocket(url, headersOf(access, access.tokens.accessToken), listener);

/**
 * The WebSocket of order updates, which wants the word Bearer.
 *
 * @throws SyntaxError when the address is no WebSocket address: a mistake in the configuration
 */
export const openOrderConnection: OpenConnection = (url, access, listener) =>
  openSocket(url, headersOf(access, `Bearer ${access.tokens.accessToken}`), listener);

function headersOf({ apiKey, clientCode, tokens }: BrokerAccess, authorization: string): Record<string, string> {
  return {
    Authorization: authorization,
    'x-api-key': apiKey,
    'x-client-code': clientCode,
    'x-feed-token': tokens.feedToken,
  };
}

/** One WebSocket, signed in by headers. Nothing that goes wrong on it throws. */
function openSocket(url: string, headers: Record<string, string>, listener: ConnectionListener): FeedConnection {
  const socket = new WebSocket(url, {
    headers,
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  });
  let ended = false;
  const end = (reason: ConnectionEnd, httpStatus?: number): void => {
    if (ended) return;
    ended = true;
    socket.terminate();
    listener.onEnd(reason, httpStatus);
  };
  socket.on('open', () => !ended && listener.onOpen());
  socket.on('message', (data, isBinary) => {
    if (ended || !Buffer.isBuffer(data)) return;
    if (isBinary) listener.onBinary(data);
    else listener.onText(data.toString('utf8'));
  });
  socket.on('unexpected-response', (request, response) => {
    request.destroy();
    end(response.statusCode === 401 ? 'session_expired' : 'handshake_refused', response.statusCode);
  });
  socket.on('close', () => end('closed'));
  // The error's text may repeat what was sent, so only the fact is passed on.
  socket.on('error', () => end('network'));
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    drop: (reason) => end(reason),
  };
}

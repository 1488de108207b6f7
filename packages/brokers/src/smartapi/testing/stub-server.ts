import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { jsonOrUndefined } from '../reading.ts';

export interface StubAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text goes out as it is, anything else as JSON. */
  readonly body: unknown;
  readonly delayMs?: number;
  /** Sends the headers and the first half, and the rest so much later. */
  readonly delayBodyMs?: number;
  /** Sends only the first half, then breaks the connection. */
  readonly cutOff?: boolean;
}

export interface StubRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface StubServer {
  readonly url: string;
  readonly feedUrl: string;
  readonly orderFeedUrl: string;
  readonly requests: StubRequest[];
  /** The next answers of a path, one each; the last one stays. */
  readonly answer: (path: string, ...answers: StubAnswer[]) => void;
  /** Turns the next WebSocket handshakes down with this code; 0 lets them in. */
  readonly refuseHandshakes: (status: number) => void;
  /** From now on leaves pings without an answer. */
  readonly fallSilent: () => void;
  readonly handshakes: IncomingHttpHeaders[];
  /** Texts that the server got over WebSockets, in order. */
  readonly texts: string[];
  readonly sockets: Set<WebSocket>;
  readonly close: () => Promise<void>;
}

async function give(answer: StubAnswer, response: ServerResponse): Promise<void> {
  if (answer.delayMs) await new Promise((resolve) => setTimeout(resolve, answer.delayMs));
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
  response.writeHead(answer.status ?? 200, { ...answer.headers });
  if (answer.delayBodyMs) {
    response.write(text.slice(0, text.length / 2));
    await new Promise((resolve) => setTimeout(resolve, answer.delayBodyMs));
    response.end(text.slice(text.length / 2));
  } else if (answer.cutOff) response.write(text.slice(0, text.length / 2), () => response.destroy());
  else response.end(text);
}

/** A server that says what a test tells it to, for what a real broker would only do by accident. */
export async function startStubServer(): Promise<StubServer> {
  const requests: StubRequest[] = [];
  const answers = new Map<string, StubAnswer[]>();
  const handshakes: IncomingHttpHeaders[] = [];
  const texts: string[] = [];
  const sockets = new Set<WebSocket>();
  let refusal = 0;
  let isSilent = false;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const path = request.url ?? '';
    const body = jsonOrUndefined(Buffer.concat(chunks).toString('utf8'));
    requests.push({ method: request.method ?? '', path, headers: request.headers, body });
    const queue = answers.get(path) ?? [];
    const answer = (queue.length > 1 ? queue.shift() : queue[0]) ?? { status: 404, body: 'no such path' };
    await give(answer, response);
  });
  const feeds = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    handshakes.push(request.headers);
    if (refusal !== 0) {
      // Who is refused hangs up, maybe in the middle of it.
      socket.on('error', () => socket.destroy());
      socket.end(`HTTP/1.1 ${refusal} Refused\r\nx-error-message: Invalid Header - Invalid Auth token\r\n\r\n`);
      return;
    }
    feeds.handleUpgrade(request, socket, head, (feed) => {
      sockets.add(feed);
      feed.on('message', (data) => {
        if (!Buffer.isBuffer(data)) return;
        const text = data.toString('utf8');
        texts.push(text);
        if (text === 'ping' && !isSilent) feed.send('pong');
      });
      feed.on('close', () => sockets.delete(feed));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the stub has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    feedUrl: `ws://127.0.0.1:${address.port}/smart-stream`,
    orderFeedUrl: `ws://127.0.0.1:${address.port}/smart-order-update`,
    requests,
    answer: (path, ...list) => void answers.set(path, list),
    refuseHandshakes: (status) => {
      refusal = status;
    },
    fallSilent: () => {
      isSilent = true;
    },
    handshakes,
    texts,
    sockets,
    close: async () => {
      for (const feed of sockets) feed.terminate();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export const ok = (data: unknown): StubAnswer => ({
  body: { status: true, message: 'SUCCESS', errorcode: '', data },
});

export const refused = (errorcode: string, message: string): StubAnswer => ({
  body: { status: false, message, errorcode, data: null },
});

export const gateway = (errorCode: string, message: string): StubAnswer => ({
  body: { success: false, message, errorCode, data: '' },
});

export const RATE_REFUSAL: StubAnswer = { status: 403, body: 'Access denied because of exceeding access rate' };
export const FIREWALL_PAGE: StubAnswer = {
  body: '<html><head><title>Request Rejected</title></head><body>Support ID: 42</body></html>',
};

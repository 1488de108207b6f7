import { createServer as createHttpServer, type Server as HttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

export interface ListenParts {
  readonly host: string;
  /** `undefined`: off. 0 lets the system choose. */
  readonly httpPort: number | undefined;
  readonly httpsPort: number | undefined;
  readonly certificate: () => Promise<{ readonly cert: string; readonly key: string }>;
}

export interface Listening {
  readonly httpUrl: string | undefined;
  readonly httpsUrl: string | undefined;
  /** Takes no new connection, lets what is in flight end, and cuts what has not by the deadline. */
  readonly stop: (deadlineMs: number) => Promise<void>;
}

/** Serves the same app by HTTP and HTTPS. */
export async function listen(app: FastifyInstance, parts: ListenParts): Promise<Listening> {
  const serve: RequestListener = (request, response) => app.routing(request, response);
  const servers: HttpServer[] = [];
  const open = async (server: HttpServer, protocol: string, port: number): Promise<string> => {
    server.requestTimeout = 60_000;
    server.headersTimeout = 20_000;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: parts.host, port }, resolve);
    });
    servers.push(server);
    // The validated edge: a server that listens on TCP has this form of address.
    const { port: given } = server.address() as AddressInfo;
    return `${protocol}://${parts.host.includes(':') ? `[${parts.host}]` : parts.host}:${given}`;
  };
  const stop = async (deadlineMs: number): Promise<void> => {
    const timer = setTimeout(() => servers.map((server) => server.closeAllConnections()), deadlineMs);
    try {
      const closing = Promise.all(servers.map(closeServer));
      // Tells open streams to end.
      await app.close();
      await closing;
    } finally {
      clearTimeout(timer);
    }
  };
  try {
    const httpUrl =
      parts.httpPort === undefined ? undefined : await open(createHttpServer(serve), 'http', parts.httpPort);
    const httpsUrl =
      parts.httpsPort === undefined
        ? undefined
        : await open(createHttpsServer(await parts.certificate(), serve), 'https', parts.httpsPort);
    return { httpUrl, httpsUrl, stop };
  } catch (error) {
    await stop(0);
    throw error;
  }
}

/** A connection whose last answer was just sent turns idle only then, so it is looked for until the server has closed. */
const LOOK_FOR_IDLE_MS = 50;

async function closeServer(server: HttpServer): Promise<void> {
  const closed = new Promise<void>((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
  });
  const timer = setInterval(() => server.closeIdleConnections(), LOOK_FOR_IDLE_MS);
  try {
    await closed;
  } finally {
    clearInterval(timer);
  }
}

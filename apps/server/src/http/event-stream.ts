import type { ServerResponse } from 'node:http';
import { REFUSALS, STREAM_PATH } from '@trickdesk/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Claims } from './access-token.ts';
import { Refusal } from './refusal.ts';
import type { SessionGate } from './session-gate.ts';

/** One open stream, as the sources of its events see it. */
export interface StreamListener {
  readonly accountId: number;
  /** What is on the person's screen; may be empty. */
  readonly symbols: readonly string[];
  /** The last stored event that the person has, as text; `undefined` where the stream begins now. */
  readonly afterEventId: string | undefined;
  readonly send: (event: StreamEvent) => void;
  /** Resolves when what was sent is on its way, or the stream has ended: whoever sends much waits for it. */
  readonly drained: () => Promise<void>;
}

export interface StreamEvent {
  readonly name: string;
  /** As JSON. */
  readonly data: string;
  /** Of a stored event, by which a stream resumes. */
  readonly id?: string;
}

/** Sends a listener its events: resolves when none can be missed any more, to what ends that. */
export type StreamSource = (listener: StreamListener) => Promise<() => void>;

type Write = (fields: Readonly<Record<string, unknown>>, message: string) => void;

export interface StreamLog {
  readonly info: Write;
  readonly warn: Write;
}

export interface EventStreamParts {
  readonly gate: SessionGate;
  readonly sources: readonly StreamSource[];
  readonly now: () => number;
  readonly log: StreamLog;
  /** Streams that one account may hold open; each tab of a browser shares one. */
  readonly mostPerAccount?: number;
  readonly heartbeatMs?: number;
}

const MOST_PER_ACCOUNT = 8;
const HEARTBEAT_MS = 10_000;
/** A client that is so far behind is cut off. It knows the last event that it got, so it misses nothing stored. */
const MOST_BUFFERED_BYTES = 512 * 1024;

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Proxies must hand over each event as it comes.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

const zQuery = z.strictObject({
  symbols: z
    .string()
    .default('')
    .transform((text) => [...new Set(text.split(',').filter((symbol) => symbol !== ''))])
    .pipe(z.array(z.string().regex(/^[A-Z0-9&_-]{1,30}$/)).max(100)),
});
const zEventId = z.string().regex(/^\d{1,18}$/);

/** `GET /userapi/stream`: Server-Sent Events for one account, until its token expires or its session ends. */
export function eventStream(parts: EventStreamParts): (server: FastifyInstance) => void {
  const open = new Map<number, Set<OpenStream>>();
  return (server) => {
    server.get(STREAM_PATH, async (request, reply) => {
      const claims = await parts.gate.admit(request.headers.authorization);
      const { symbols } = readQuery(request);
      const afterEventId = readLastEventId(request);
      const own = open.get(claims.accountId) ?? new Set();
      if (own.size >= (parts.mostPerAccount ?? MOST_PER_ACCOUNT)) {
        throw new Refusal('TOO_MANY_REQUESTS', { message: 'Too many windows of this account are open.' });
      }
      const headers = reply.getHeaders();
      reply.hijack();
      const stream = new OpenStream(parts, reply.raw, claims, () => {
        own.delete(stream);
        if (own.size === 0) open.delete(claims.accountId);
      });
      open.set(claims.accountId, own.add(stream));
      await stream.start(headers, { symbols, afterEventId });
    });
    // Before the server waits for its connections, which these would keep open.
    server.addHook('preClose', async () => {
      for (const stream of [...open.values()].flatMap((own) => [...own])) stream.end();
    });
  };
}

function readQuery(request: FastifyRequest): z.output<typeof zQuery> {
  const query = zQuery.safeParse(request.query);
  if (query.success) return query.data;
  const errors = query.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  throw new Refusal('INVALID_INPUT', { message: REFUSALS.INVALID_INPUT.message, errors });
}

function readLastEventId(request: FastifyRequest): string | undefined {
  const id = zEventId.safeParse(request.headers['last-event-id']);
  return id.success ? id.data : undefined;
}

class OpenStream {
  readonly #parts: EventStreamParts;
  readonly #response: ServerResponse;
  readonly #claims: Claims;
  readonly #onEnd: () => void;
  readonly #detach: (() => void)[] = [];
  #heartbeat: NodeJS.Timeout | undefined;
  #expiry: NodeJS.Timeout | undefined;
  #ended = false;
  /** At the last beat the reader had not taken what was sent. */
  #stalled = false;

  constructor(parts: EventStreamParts, response: ServerResponse, claims: Claims, onEnd: () => void) {
    this.#parts = parts;
    this.#response = response;
    this.#claims = claims;
    this.#onEnd = onEnd;
  }

  async start(
    headers: Readonly<Record<string, unknown>>,
    wanted: Pick<StreamListener, 'symbols' | 'afterEventId'>,
  ): Promise<void> {
    for (const [name, value] of Object.entries({ ...headers, ...STREAM_HEADERS })) {
      this.#response.setHeader(name, String(value));
    }
    this.#response.on('close', () => this.#finish());
    this.#response.on('error', () => this.#finish());
    const { accountId, expiresAt } = this.#claims;
    this.#expiry = setTimeout(() => this.end(), Math.max(0, expiresAt * 1_000 - this.#parts.now()));
    this.#heartbeat = setInterval(() => void this.#beat(), this.#parts.heartbeatMs ?? HEARTBEAT_MS);
    const listener = {
      accountId,
      ...wanted,
      send: (event: StreamEvent) => this.#send(event),
      drained: () => this.#drained(),
    };
    try {
      // The client sees the answer begin when every source is listening: what happens from then on reaches it.
      for (const source of this.#parts.sources) this.#detach.push(await source(listener));
      this.#write('retry: 1000\n\n');
    } catch (error) {
      this.#parts.log.warn({ error }, 'a stream could not be opened');
      this.#response.destroy();
      this.#finish();
    }
    // It may have ended while sources were still being attached.
    if (this.#ended) this.#release();
  }

  end(): void {
    if (!this.#ended) this.#response.end();
    this.#finish();
  }

  async #beat(): Promise<void> {
    if (this.#response.writableNeedDrain && this.#stalled) return this.#cutOff();
    this.#stalled = this.#response.writableNeedDrain;
    try {
      if (await this.#parts.gate.isLive(this.#claims.sessionId)) {
        // tidy: told-in-hindi because it keeps a line open and is shown nowhere
        this.#write(': still here\n\n');
        return;
      }
      this.#send({ name: 'session', data: JSON.stringify({ ended: true, reason: 'You were signed out.' }) });
      this.end();
    } catch {
      // Whether the session lives cannot be asked right now; the client comes back and is then judged anew.
      this.end();
    }
  }

  #send({ name, data, id }: StreamEvent): void {
    this.#write(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${data}\n\n`);
  }

  #write(text: string): void {
    if (this.#ended) return;
    this.#response.write(text);
    if (this.#response.writableLength > MOST_BUFFERED_BYTES) this.#cutOff();
  }

  #drained(): Promise<void> {
    if (this.#ended || !this.#response.writableNeedDrain) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        this.#response.off('drain', done);
        this.#response.off('close', done);
        resolve();
      };
      this.#response.on('drain', done);
      this.#response.on('close', done);
    });
  }

  #cutOff(): void {
    this.#parts.log.info({ accountId: this.#claims.accountId }, 'a stream was cut off: its reader is too slow');
    this.#response.destroy();
    this.#finish();
  }

  #finish(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearInterval(this.#heartbeat);
    clearTimeout(this.#expiry);
    this.#release();
    this.#onEnd();
  }

  #release(): void {
    for (const detach of this.#detach.splice(0)) detach();
  }
}

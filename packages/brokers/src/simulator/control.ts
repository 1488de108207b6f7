import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { toIndiaIso } from '@trickdesk/domain';
import { z } from 'zod';
import { OPENING_CASH_PAISE, SIM_API_KEY } from './accounts.ts';
import type { MarketClock } from './clock.ts';
import { type FaultOrder, type Faults, zFaultOrder } from './faults.ts';
import type { Exchange } from './market/exchange.ts';
import type { Sessions } from './sessions.ts';
import type { SmartStream } from './stream/smart-stream.ts';

export const CONTROL_PATH = '/__sim/';
const HEADER = 'x-sim-control';

/** Body of `POST /__sim/clock`; applied in this order. */
const zClockOrder = z.strictObject({
  pause: z.literal(true).optional(),
  speed: z.number().positive().max(100_000).optional(),
  /** ISO moment with offset; nothing that lies between is sent. Backwards too. */
  jumpTo: z.iso.datetime({ offset: true }).optional(),
  /** Market seconds that pass at once, with all their ticks. */
  stepSeconds: z.number().positive().max(86_400).optional(),
  resume: z.literal(true).optional(),
});

export interface ControlParts {
  readonly exchange: Exchange;
  readonly clock: MarketClock;
  readonly faults: Faults;
  readonly sessions: Sessions;
  readonly stream: SmartStream;
  readonly seed: number;
  /** Writes faults and clock to the store. */
  readonly persist: () => Promise<void>;
}

export interface Control {
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/** The simulator's own door beside the broker's: without its token it does not exist (404). */
export function createControl(parts: ControlParts, token: string | undefined): Control {
  const post = async (path: string, body: unknown): Promise<Answer> => {
    if (path === 'faults') {
      const order = zFaultOrder.safeParse(body);
      if (!order.success) return wrong(order.error);
      await applyFaults(parts, order.data);
    } else if (path === 'clock') {
      const order = zClockOrder.safeParse(body);
      if (!order.success) return wrong(order.error);
      applyClock(parts, order.data);
    } else {
      return { status: 404, body: { error: 'no such control' } };
    }
    await parts.persist();
    return { status: 200, body: stateOf(parts) };
  };

  return {
    answer: async (request, response) => {
      if (!isAllowed(request, token)) {
        response.writeHead(404, { 'content-type': 'text/plain' }).end('Not Found');
        return;
      }
      const path = new URL(request.url ?? '/', 'http://localhost').pathname.slice(CONTROL_PATH.length);
      const answer = await respond(request, path, post, () => stateOf(parts));
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
    },
  };
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function respond(
  request: IncomingMessage,
  path: string,
  post: (path: string, body: unknown) => Promise<Answer>,
  state: () => object,
): Promise<Answer> {
  if (request.method === 'GET' && path === 'state') return { status: 200, body: state() };
  if (request.method !== 'POST') return { status: 404, body: { error: 'no such control' } };
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString('utf8');
  try {
    return await post(path, JSON.parse(text === '' ? '{}' : text));
  } catch (error) {
    if (error instanceof SyntaxError) return { status: 400, body: { error: 'the body is not JSON' } };
    throw error;
  }
}

async function applyFaults({ faults, sessions, stream }: ControlParts, order: FaultOrder): Promise<void> {
  faults.apply(order);
  if (order.clear) {
    stream.mute(0);
    stream.gap(0);
  }
  if (order.expireTokens) await sessions.expire(order.expireTokens);
  if (order.dropSockets) stream.dropSockets();
  if (order.muteFeedSeconds !== undefined) stream.mute(order.muteFeedSeconds * 1000);
  if (order.gapSeconds !== undefined) stream.gap(order.gapSeconds * 1000);
}

function applyClock({ clock }: ControlParts, order: z.infer<typeof zClockOrder>): void {
  clock.touch();
  if (order.pause) clock.pause();
  if (order.speed !== undefined) clock.setSpeed(order.speed);
  if (order.jumpTo !== undefined) clock.jumpTo(Date.parse(order.jumpTo));
  if (order.stepSeconds !== undefined) clock.step(order.stepSeconds * 1000);
  if (order.resume) clock.resume();
}

function stateOf({ clock, exchange, faults, sessions, stream, seed }: ControlParts): object {
  const { now, ...rest } = clock.state();
  const session = exchange.session();
  return {
    clock: { now: toIndiaIso(now), epochMs: now, ...rest },
    market: {
      open: exchange.isOpen(),
      session: session && {
        date: session.date,
        opens: toIndiaIso(session.openAt),
        closes: toIndiaIso(session.closeAt),
      },
    },
    seed,
    source: exchange.source.key,
    instruments: exchange.source.instruments.length,
    accounts: { first: 'S100001', last: 'S100999', apiKey: SIM_API_KEY, openingCashPaise: OPENING_CASH_PAISE },
    clients: sessions.clients(),
    stream: stream.counters(),
    faults: faults.settings(),
  };
}

function wrong(error: z.ZodError): Answer {
  return { status: 400, body: { error: z.prettifyError(error) } };
}

function isAllowed(request: IncomingMessage, token: string | undefined): boolean {
  const given = request.headers[HEADER];
  if (token === undefined || token === '' || typeof given !== 'string') return false;
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { toIndiaIso } from '@trickdesk/domain';
import { z } from 'zod';
import { OPENING_CASH_PAISE, SIM_API_KEY } from './accounts.ts';
import type { MarketClock } from './clock.ts';
import { accountOf, actForClient, type ControlOutcome, parsed } from './control-orders.ts';
import { type FaultOrder, type Faults, zFaultOrder } from './faults.ts';
import type { Exchange } from './market/exchange.ts';
import type { OrderSide } from './order-side.ts';
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

/** Body of `POST /__sim/postback`: where updates of orders are posted; `null`: nowhere. */
const zPostbackOrder = z.strictObject({ url: z.url({ protocol: /^https?$/ }).nullable() });

/** Body of `POST /__sim/counters`. */
const zCounterOrder = z.strictObject({ reset: z.literal(true) });

export interface ControlParts {
  readonly exchange: Exchange;
  readonly clock: MarketClock;
  readonly faults: Faults;
  readonly sessions: Sessions;
  readonly stream: SmartStream;
  readonly broker: Pick<OrderSide, 'orders' | 'rules' | 'updates' | 'postback' | 'calls' | 'settled'>;
  readonly seed: number;
  readonly wall: () => number;
  /** Writes faults and clock to the store. */
  readonly persist: () => Promise<void>;
}

export interface Control {
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/** The simulator's own door beside the broker's: without its token it does not exist (404). */
export function createControl(parts: ControlParts, token: string | undefined): Control {
  const post = async (path: string, body: unknown): Promise<Answer> => {
    const outcome = (await ACTS.get(path)?.(parts, body)) ?? (await actForClient(parts.broker.orders, path, body));
    if (!outcome) return NO_SUCH_CONTROL;
    if (outcome.kind === 'wrong') return { status: 400, body: { error: outcome.why } };
    await parts.persist();
    return { status: 200, body: outcome.body ?? stateOf(parts) };
  };

  return {
    answer: async (request, response) => {
      if (!isAllowed(request, token)) {
        response.writeHead(404, { 'content-type': 'text/plain' }).end('Not Found');
        return;
      }
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      const path = pathname.slice(CONTROL_PATH.length);
      const answer =
        request.method === 'GET' ? await read(parts, path, searchParams) : await respond(request, path, post);
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
    },
  };
}

type Act = (parts: ControlParts, body: unknown) => Promise<ControlOutcome>;

/** A control of the simulator as a whole: it answers the state afterwards. */
function act<Order>(schema: z.ZodType<Order>, apply: (parts: ControlParts, order: Order) => Promise<void>): Act {
  return (parts, body) =>
    parsed(schema, body, async (order) => {
      await apply(parts, order);
      return undefined;
    });
}

const ACTS: ReadonlyMap<string, Act> = new Map([
  ['faults', act(zFaultOrder, applyFaults)],
  ['clock', act(zClockOrder, applyClock)],
  ['postback', act(zPostbackOrder, ({ broker }, { url }) => broker.postback.setUrl(url))],
  ['counters', act(zCounterOrder, async ({ broker }) => broker.calls.reset())],
]);

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const NO_SUCH_CONTROL: Answer = { status: 404, body: { error: 'no such control' } };

async function read(parts: ControlParts, path: string, query: URLSearchParams): Promise<Answer> {
  if (path === 'state') return { status: 200, body: stateOf(parts) };
  const account = path === 'account' ? await accountOf(parts.broker, query.get('client') ?? '') : undefined;
  return account ? { status: 200, body: account } : NO_SUCH_CONTROL;
}

async function respond(
  request: IncomingMessage,
  path: string,
  post: (path: string, body: unknown) => Promise<Answer>,
): Promise<Answer> {
  if (request.method !== 'POST') return NO_SUCH_CONTROL;
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

async function applyFaults({ faults, sessions, stream, broker }: ControlParts, order: FaultOrder): Promise<void> {
  faults.apply(order);
  if (order.clear) {
    stream.mute(0);
    stream.gap(0);
    broker.updates.mute(0);
  }
  if (order.expireTokens) await sessions.expire(order.expireTokens);
  if (order.dropSockets) stream.dropSockets();
  if (order.muteFeedSeconds !== undefined) stream.mute(order.muteFeedSeconds * 1000);
  if (order.gapSeconds !== undefined) stream.gap(order.gapSeconds * 1000);
  if (order.dropOrderSockets) broker.updates.dropSockets();
  if (order.muteOrdersSeconds !== undefined) broker.updates.mute(order.muteOrdersSeconds * 1000);
}

async function applyClock(
  { clock, exchange, broker, wall }: ControlParts,
  order: z.infer<typeof zClockOrder>,
): Promise<void> {
  clock.touch();
  if (order.pause) clock.pause();
  if (order.speed !== undefined) clock.setSpeed(order.speed);
  if (order.jumpTo !== undefined) clock.jumpTo(Date.parse(order.jumpTo));
  if (order.stepSeconds !== undefined) clock.step(order.stepSeconds * 1000);
  if (order.resume) clock.resume();
  // Whoever moved the clock finds in the books what came of it.
  broker.orders.beat(exchange.now(), wall());
  await broker.settled();
}

function stateOf({ clock, exchange, faults, sessions, stream, broker, seed }: ControlParts): object {
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
    orderUpdates: broker.updates.counters(),
    postback: { url: broker.postback.url(), ...broker.postback.counters() },
    calls: broker.calls.all(),
    faults: faults.settings(),
  };
}

function isAllowed(request: IncomingMessage, token: string | undefined): boolean {
  const given = request.headers[HEADER];
  if (token === undefined || token === '' || typeof given !== 'string') return false;
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

import { z } from 'zod';
import type { BrokerReply } from '../port.ts';
import { type Endpoint, PATHS } from './endpoints.ts';
import { readReply } from './envelope.ts';
import type { RateBudget } from './rate-budget.ts';
import { type BrokerLog, isHeaderSafe, withoutSecrets } from './redact.ts';
import { jittered, pause, type Timing } from './timing.ts';

export interface TransportParts {
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly timing: Timing;
  /** 0 to 1, for jitter only. */
  readonly random: () => number;
  readonly timeoutMs: number;
  readonly maxQueueWaitMs: number;
  readonly budget: RateBudget;
  readonly log: BrokerLog;
}

export interface WireCall {
  readonly endpoint: Endpoint;
  readonly clientCode: string;
  readonly apiKey: string;
  readonly accessToken: string | undefined;
  /** Sent as JSON by POST; `undefined` means GET. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** Only a call that changes nothing may be sent again. */
  readonly repeatable: boolean;
  readonly user: string;
  /** Cut out of every text of the broker's before it leaves the adapter. */
  readonly secrets: readonly string[];
}

/** @param schema of the reply's data; a shape that is not understood is no answer, and never a guess */
export type Transport = <T>(call: WireCall, schema: z.ZodType<T>) => Promise<BrokerReply<T>>;

const MAX_REPEATS = 2;
const REPEAT_DELAY_MS = 300;
/** The broker counts in seconds, so a refusal for rate needs at least one to pass. */
const RATE_DELAY_MS = 1_100;

/** Sends calls within the rate budget, repeats reads after a passing failure, and never throws. */
export function createTransport(parts: TransportParts): Transport {
  return async <T>(call: WireCall, schema: z.ZodType<T>) => {
    if (!isHeaderSafe(call.apiKey) || !isHeaderSafe(call.accessToken ?? 'none')) {
      return {
        kind: 'refused',
        code: 'UNSENDABLE_CREDENTIAL',
        message: 'the API key or token has forbidden characters',
      };
    }
    const most = call.repeatable ? MAX_REPEATS : 0;
    for (let repeats = 0; ; repeats += 1) {
      // Our own queue is full: waiting a second time would only make it longer.
      if (!(await mayLeave(parts, call))) return { kind: 'rate_limited' };
      const parsed = parseReply(await attempt(parts, call), schema);
      const { reply } = parsed;
      noteFailure(parts, call, parsed, repeats);
      if (repeats >= most || !isPassing(reply)) return clean(reply, call.secrets);
      await pause(parts.timing, jittered(REPEAT_DELAY_MS * 2 ** repeats, parts.random));
    }
  };
}

function mayLeave(parts: TransportParts, call: WireCall): Promise<boolean> {
  const { clientCode, endpoint, user } = call;
  return parts.budget.acquire({ clientCode, group: endpoint, user, maxWaitMs: parts.maxQueueWaitMs });
}

function noteFailure(parts: TransportParts, call: WireCall, parsed: Parsed<unknown>, repeats: number): void {
  const { reply, oddAt } = parsed;
  if (reply.kind === 'ok') return;
  if (reply.kind === 'rate_limited') parts.budget.cool(call.clientCode, call.endpoint, RATE_DELAY_MS);
  const detail =
    reply.kind === 'unavailable'
      ? reply.cause
      : reply.kind === 'refused'
        ? withoutSecrets(reply.code, call.secrets)
        : '';
  parts.log({
    level: 'warn',
    event: 'broker_call_failed',
    endpoint: call.endpoint,
    outcome: reply.kind,
    detail,
    repeats,
    ...(oddAt ? { oddAt } : {}),
  });
}

/** A timeout is not repeated: its seconds are gone, and whoever asked decides whether to wait again. */
function isPassing(reply: BrokerReply<unknown>): boolean {
  if (reply.kind === 'rate_limited') return true;
  if (reply.kind !== 'unavailable') return false;
  return reply.cause === 'broker_fault' || reply.cause === 'empty_reply' || reply.cause === 'network';
}

async function attempt(parts: TransportParts, call: WireCall): Promise<BrokerReply<unknown>> {
  try {
    const response = await parts.fetch(`${parts.baseUrl}${PATHS[call.endpoint]}`, {
      method: call.body === undefined ? 'GET' : 'POST',
      headers: headersOf(call),
      // Following a redirect would carry the API key to wherever it points.
      redirect: 'manual',
      signal: AbortSignal.timeout(parts.timeoutMs),
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    });
    return readReply(response.status, await response.text());
  } catch (error) {
    return { kind: 'unavailable', cause: causeOf(error) };
  }
}

/** The client-identity headers are mandatory by the documentation; their content is not checked. */
function headersOf(call: WireCall): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    Accept: 'application/json',
    'X-UserType': 'USER',
    'X-SourceID': 'WEB',
    'X-ClientLocalIP': '127.0.0.1',
    'X-ClientPublicIP': '127.0.0.1',
    'X-MACAddress': '00:00:00:00:00:00',
    'X-PrivateKey': call.apiKey,
    ...(call.accessToken === undefined ? {} : { Authorization: `Bearer ${call.accessToken}` }),
  };
}

const zAbort = z.object({ name: z.enum(['TimeoutError', 'AbortError']) });

/** Only the kind of the error is used: its text may repeat what was sent. */
export function causeOf(error: unknown): 'timeout' | 'network' {
  return zAbort.safeParse(error).success ? 'timeout' : 'network';
}

function clean<T>(reply: BrokerReply<T>, secrets: readonly string[]): BrokerReply<T> {
  if (reply.kind !== 'refused') return reply;
  return { ...reply, code: withoutSecrets(reply.code, secrets), message: withoutSecrets(reply.message, secrets) };
}

/** A reply, and for the log where its shape was not understood; the values there are not kept. */
interface Parsed<T> {
  readonly reply: BrokerReply<T>;
  readonly oddAt?: readonly string[];
}

function parseReply<T>(reply: BrokerReply<unknown>, schema: z.ZodType<T>): Parsed<T> {
  if (reply.kind !== 'ok') return { reply };
  const parsed = schema.safeParse(reply.value);
  if (parsed.success) return { reply: { kind: 'ok', value: parsed.data } };
  const oddAt = parsed.error.issues.slice(0, 3).map((issue) => issue.path.join('.'));
  return { reply: { kind: 'unavailable', cause: 'unreadable_reply' }, oddAt };
}

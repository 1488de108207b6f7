import type { z } from 'zod';
import type { BrokerReply } from '../port.ts';
import { readReply } from './envelope.ts';
import { type ExchangeParts, exchange, type HttpAnswer, type WireCall } from './http-exchange.ts';
import type { RateBudget } from './rate-budget.ts';
import { type BrokerLog, isHeaderSafe, withoutSecrets } from './redact.ts';
import { jittered, pause, type Timing } from './timing.ts';

export interface TransportParts extends ExchangeParts {
  readonly timing: Timing;
  /** 0 to 1, for jitter only. */
  readonly random: () => number;
  readonly maxQueueWaitMs: number;
  readonly budget: RateBudget;
  readonly log: BrokerLog;
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
      call.onLeave?.();
      const parsed = parseReply(replyOf(await exchange(parts, call)), schema);
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

function replyOf(answer: HttpAnswer): BrokerReply<unknown> {
  if (answer.kind === 'answered') return readReply(answer.httpStatus, answer.text);
  return { kind: 'unavailable', cause: answer.cause === 'timeout' ? 'timeout' : 'network' };
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

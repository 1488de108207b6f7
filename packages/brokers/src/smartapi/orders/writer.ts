import type { z } from 'zod';
import type { MayLeave, OrderUrgency, WriteOutcome } from '../../port-orders.ts';
import { type ExchangeParts, exchange, type WireCall } from '../http-exchange.ts';
import type { RateBudget } from '../rate-budget.ts';
import { type BrokerLog, isHeaderSafe, withoutSecrets } from '../redact.ts';
import { readWriteAnswer } from './write-reply.ts';

export interface WriterParts extends ExchangeParts {
  readonly budget: RateBudget;
  /** A price is of its moment: a write whose turn does not come soon is not sent at all. */
  readonly maxQueueWaitMs: number;
  readonly log: BrokerLog;
}

export interface WriteCall extends Omit<WireCall, 'repeatable' | 'onLeave'> {
  readonly urgency: OrderUrgency;
  readonly mayLeave?: MayLeave | undefined;
}

/** @param schema of what an accepted write must have brought; without it nobody knows what was accepted */
export type Writer = <T>(call: WriteCall, schema: z.ZodType<T>) => Promise<WriteOutcome<T>>;

/** The broker counts in seconds, so a refusal for rate needs at least one to pass. */
const RATE_DELAY_MS = 1_100;
/** A stop is moved again by the next price, and holds up the exit of its position until it is answered. */
const STOP_MOVE_WAIT_MS = 1_000;

/** Sends each write once, within the rate budget. Never throws and never repeats. */
export function createWriter(parts: WriterParts): Writer {
  return async <T>(call: WriteCall, schema: z.ZodType<T>): Promise<WriteOutcome<T>> => {
    if (!isHeaderSafe(call.apiKey) || !isHeaderSafe(call.accessToken ?? 'none')) {
      return {
        kind: 'refused',
        code: 'UNSENDABLE_CREDENTIAL',
        message: 'the API key or token has forbidden characters',
      };
    }
    const outcome = await inTurn(parts, call, schema);
    noteFailure(parts, call, outcome);
    return outcome;
  };
}

async function inTurn<T>(parts: WriterParts, call: WriteCall, schema: z.ZodType<T>): Promise<WriteOutcome<T>> {
  if (!(await hasTurn(parts, call))) return { kind: 'not_sent', cause: 'rate_limited' };
  if (call.mayLeave?.() === false) return { kind: 'not_sent', cause: 'no_connection' };
  return send(parts, call, schema);
}

function hasTurn(parts: WriterParts, { clientCode, endpoint, user, urgency }: WriteCall): Promise<boolean> {
  return parts.budget.acquire({
    clientCode,
    group: endpoint,
    user,
    maxWaitMs: urgency === 'stop_move' ? Math.min(STOP_MOVE_WAIT_MS, parts.maxQueueWaitMs) : parts.maxQueueWaitMs,
    isUrgent: urgency === 'exit',
    // An entry is as good a few seconds later; what protects or closes a position is asked for in another way.
    hasAnotherWay: urgency !== 'entry',
  });
}

async function send<T>(parts: WriterParts, call: WriteCall, schema: z.ZodType<T>): Promise<WriteOutcome<T>> {
  const outcome = readWriteAnswer(await exchange(parts, { ...call, repeatable: false }));
  switch (outcome.kind) {
    case 'accepted': {
      const value = schema.safeParse(outcome.value);
      return value.success ? { kind: 'accepted', value: value.data } : { kind: 'unknown', cause: 'unreadable_reply' };
    }
    case 'refused':
      return {
        kind: 'refused',
        code: withoutSecrets(outcome.code, call.secrets),
        message: withoutSecrets(outcome.message, call.secrets),
      };
    case 'not_sent':
      if (outcome.cause === 'rate_limited') parts.budget.cool(call.clientCode, call.endpoint, RATE_DELAY_MS);
      return outcome;
    case 'unknown':
      return outcome;
  }
}

function noteFailure(parts: WriterParts, { endpoint, urgency }: WriteCall, outcome: WriteOutcome<unknown>): void {
  if (outcome.kind === 'accepted') return;
  const detail = outcome.kind === 'refused' ? outcome.code : outcome.cause;
  parts.log({ level: 'warn', event: 'broker_write_failed', endpoint, urgency, outcome: outcome.kind, detail });
}

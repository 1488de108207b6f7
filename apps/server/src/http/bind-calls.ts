import { timingSafeEqual } from 'node:crypto';
import { CLIENT_TOKEN_HEADER } from '@trickdesk/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../platform/caller.ts';
import { isAllowed } from './ability.ts';
import type { CallBinding } from './binding.ts';
import { keepBrowser, readBrowser } from './browser-cookie.ts';
import type { CallLimit } from './call-limit.ts';
import { Reply, type Visitor } from './handlers.ts';
import { assertSameOrigin, originOf } from './origin.ts';
import { readInput } from './read-input.ts';
import { readRefreshCookie, writeRefreshCookie } from './refresh-cookie.ts';
import { Refusal } from './refusal.ts';
import type { SessionGate } from './session-gate.ts';

export interface CallRouting {
  readonly gate: SessionGate;
  readonly limit: CallLimit;
  /** The fixed value of the `token` header. */
  readonly clientToken: string;
  /** Whether answers are compared with the contract before they leave. */
  readonly checkAnswers: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read, so that a stranger's body is never parsed. */
    caller: Caller | null;
  }
}

/** Gives every binding its route. */
export function bindCalls(server: FastifyInstance, bindings: readonly CallBinding[], routing: CallRouting): void {
  server.decorateRequest('caller', null);
  for (const binding of bindings) {
    const { call } = binding;
    server.route({
      method: 'POST',
      url: call.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { call: call.name },
      ...(call.largestBodyBytes === undefined ? {} : { bodyLimit: call.largestBodyBytes }),
      onRequest: async (request) => admit(request, binding, routing),
      handler: async (request, reply) => {
        const input = readInput(call, {
          path: request.params as Readonly<Record<string, unknown>>,
          query: request.query as Readonly<Record<string, unknown>>,
          body: request.body,
        });
        const answer = await run(binding, { request, reply, input, routing });
        return envelope(binding, answer, routing.checkAnswers);
      },
    });
  }
}

async function admit(request: FastifyRequest, binding: CallBinding, routing: CallRouting): Promise<void> {
  if (binding.kind === 'visitor') {
    routing.limit.count(request.ip);
    assertSameOrigin(request.headers);
    if (binding.call.access === 'client_token') assertClientToken(request, routing.clientToken);
    return;
  }
  const { accountId, sessionId, ability } = await routing.gate.admit(request.headers.authorization);
  if (!isAllowed(ability, binding.call.needs)) throw new Refusal('NOT_ALLOWED');
  routing.limit.count(sessionId);
  request.caller = { accountId, sessionId, ability, origin: originOf(request) };
}

function assertClientToken(request: FastifyRequest, expected: string): void {
  const given = Buffer.from(String(request.headers[CLIENT_TOKEN_HEADER] ?? ''));
  const wanted = Buffer.from(expected);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new Refusal('CLIENT_TOKEN_WRONG');
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly input: unknown;
  readonly routing: CallRouting;
}

async function run(binding: CallBinding, exchange: Exchange): Promise<unknown> {
  const { request, input } = exchange;
  if (binding.kind === 'visitor') return binding.run(await visitorOf(exchange), input);
  if (request.caller === null) throw new Error(`${binding.call.name} was reached without a caller`);
  return binding.run(request.caller, input);
}

async function visitorOf({ request, reply, routing }: Exchange): Promise<Visitor> {
  const browser = readBrowser(request);
  return {
    origin: originOf(request),
    browser,
    keepBrowser: () => keepBrowser(request, reply, browser),
    refreshCookie: readRefreshCookie(request),
    sessionId: await sessionOf(request, routing.gate),
    setRefreshCookie: (token, expiresAt) => writeRefreshCookie({ request, reply }, token, expiresAt),
  };
}

async function sessionOf(request: FastifyRequest, gate: SessionGate): Promise<string | undefined> {
  if (request.headers.authorization === undefined) return undefined;
  try {
    return (await gate.admit(request.headers.authorization)).sessionId;
  } catch (error) {
    // For a visitor a token that does not count is no token.
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function envelope({ call }: CallBinding, answer: unknown, check: boolean) {
  const { data, message } = answer instanceof Reply ? answer : { data: answer, message: '' };
  if (check) {
    const checked = call.output.safeParse(data);
    if (!checked.success) {
      throw new Error(`${call.name} answered against its contract: ${checked.error.message}`, { cause: checked.error });
    }
  }
  return { status: true, message, data };
}

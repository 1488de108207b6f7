import { type Failure, REFUSALS } from '@trickdesk/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

/** Writes what went wrong where it can be found by the id that the person sees. */
export interface FailureLog {
  readonly error: (fields: Readonly<Record<string, unknown>>, message: string) => void;
  readonly debug: (fields: Readonly<Record<string, unknown>>, message: string) => void;
}

/** Whether something failed because what the server needs is out of reach, or has no time, right now. */
export type UnavailableCheck = (error: unknown) => boolean;

/** Turns everything thrown into the envelope: a refusal keeps its words, an error of ours shows none. */
export function sendFailure(
  error: unknown,
  exchange: { request: FastifyRequest; reply: FastifyReply; log: FailureLog; isUnavailable: UnavailableCheck },
) {
  const { request, reply, log } = exchange;
  const refusal = refusalOf(error, exchange.isUnavailable);
  const fields = { requestId: request.id, path: request.routeOptions.url ?? '', code: refusal.code };
  if (refusal.status >= 500) log.error({ ...fields, error }, 'a call failed');
  else log.debug(fields, 'a call was refused');
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  return reply.code(refusal.status).type('application/json; charset=utf-8').send(failureOf(refusal, request.id));
}

export function failureOf(refusal: Refusal, requestId: string): Failure {
  return {
    status: false,
    message: refusal.message,
    code: refusal.code,
    ...(refusal.errors === undefined ? {} : { errors: [...refusal.errors] }),
    requestId,
  };
}

/** Fastify's own refusals, by their codes. */
const FRAMEWORK_CODES: Readonly<Record<string, 'BODY_TOO_LARGE' | 'WRONG_CONTENT_TYPE' | 'NOT_FOUND'>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'WRONG_CONTENT_TYPE',
  FST_ERR_BAD_URL: 'NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
  FST_ERR_NOT_FOUND: 'NOT_FOUND',
};

const SERVER_CLOSES = 'FST_ERR_REOPENED_CLOSE_SERVER';

/** A call that was admitted just before its account was erased: its session is gone. The database says so. */
const ACCOUNT_ERASED = 'TD410';

function refusalOf(error: unknown, isUnavailable: UnavailableCheck): Refusal {
  if (error instanceof Refusal) return error;
  const { code, statusCode } = framework(error);
  const known = FRAMEWORK_CODES[code];
  if (known) return new Refusal(known);
  if (code === ACCOUNT_ERASED) return new Refusal('TOKEN_MISSING');
  if (isUnavailable(error) || code === SERVER_CLOSES) {
    return new Refusal('NOT_READY', { message: REFUSALS.NOT_READY.message, retryAfterSeconds: 5 });
  }
  if (statusCode >= 400 && statusCode < 500) return new Refusal('MALFORMED_JSON');
  return new Refusal('INTERNAL');
}

function framework(error: unknown): { readonly code: string; readonly statusCode: number } {
  if (typeof error !== 'object' || error === null) return { code: '', statusCode: 500 };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isFramework = code.startsWith('FST_');
  const statusCode =
    isFramework && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  return { code, statusCode };
}

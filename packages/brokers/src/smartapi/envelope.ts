import { z } from 'zod';
import type { BrokerReply } from '../port.ts';
import { classOfCode } from './classify.ts';
import { jsonOrUndefined, zText } from './reading.ts';

/** `true`, or the string that one sample of the documentation shows. */
const zFlag = z.union([z.boolean(), z.enum(['true', 'false'])]).transform((flag) => flag === true || flag === 'true');

/** Both families of replies: the application's (`status`, `errorcode`) and the gateway's (`success`, `errorCode`). */
const zEnvelope = z
  .object({
    status: zFlag.optional(),
    success: zFlag.optional(),
    message: zText,
    errorcode: zText,
    errorCode: zText,
    data: z.unknown().optional(),
  })
  .refine((body) => body.status !== undefined || body.success !== undefined);

export interface Envelope {
  readonly isYes: boolean;
  readonly code: string;
  readonly message: string;
  /** An empty list comes as `null`. */
  readonly data: unknown;
}

/** Of a release of shares that was begun before. */
const ALREADY_REGISTERED = 'AG1000';

/** @returns `undefined` where the body is no reply of SmartAPI's */
export function readEnvelope(body: unknown): Envelope | undefined {
  const envelope = zEnvelope.safeParse(body);
  if (!envelope.success) return undefined;
  const { status, success, errorcode, errorCode, message, data } = envelope.data;
  return {
    isYes: status === true || success === true,
    code: errorcode || errorCode,
    message,
    data: data === 'null' ? null : (data ?? null),
  };
}

/**
 * What one HTTP answer to a read means. SmartAPI answers yes or no in the body, so the HTTP code decides only where the
 * body is no JSON. The value is the envelope's `data`.
 */
export function readReply(httpStatus: number, text: string): BrokerReply<unknown> {
  const body = jsonOrUndefined(text);
  // One sample of the documentation has a list without an envelope.
  if (Array.isArray(body) && httpStatus < 300) return { kind: 'ok', value: body };
  const envelope = readEnvelope(body);
  if (!envelope) return readBareText(httpStatus, text);
  // What was asked for is there already, and its data comes with this “no”.
  const isThere = envelope.code === ALREADY_REGISTERED && envelope.data !== null;
  if (envelope.isYes || isThere) return { kind: 'ok', value: envelope.data };
  return readFailure(httpStatus, envelope.code, envelope.message);
}

function readFailure(httpStatus: number, code: string, message: string): BrokerReply<unknown> {
  switch (classOfCode(code)) {
    case 'session':
      return { kind: 'session_expired' };
    case 'transient':
      return { kind: 'unavailable', cause: 'broker_fault' };
    case 'rate':
      return { kind: 'rate_limited' };
    case 'empty':
      return { kind: 'ok', value: null };
    case 'refusal':
      if (code === '' && (httpStatus === 429 || isRateText(message))) return { kind: 'rate_limited' };
      if (code === '' && httpStatus >= 500) return { kind: 'unavailable', cause: 'broker_fault' };
      return { kind: 'refused', code, message };
  }
}

function readBareText(httpStatus: number, text: string): BrokerReply<unknown> {
  if (httpStatus === 429 || isRateText(text)) return { kind: 'rate_limited' };
  if (/<html|<!doctype/i.test(text)) return { kind: 'unavailable', cause: 'blocked' };
  if (httpStatus === 401) return { kind: 'session_expired' };
  if (httpStatus === 400)
    return { kind: 'refused', code: 'HTTP_400', message: 'the broker could not read the request' };
  if (httpStatus === 403) return { kind: 'unavailable', cause: 'blocked' };
  if (httpStatus >= 500) return { kind: 'unavailable', cause: 'broker_fault' };
  return { kind: 'unavailable', cause: text.trim() === '' ? 'empty_reply' : 'unreadable_reply' };
}

export function isRateText(text: string): boolean {
  return /exceeding (access )?rate/i.test(text);
}

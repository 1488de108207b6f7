import type { WriteOutcome } from '../../port-orders.ts';
import { classOfCode } from '../classify.ts';
import { type Envelope, isRateText, readEnvelope } from '../envelope.ts';
import type { HttpAnswer } from '../http-exchange.ts';
import { jsonOrUndefined } from '../reading.ts';

/** Named "AMX error" by the documentation: the broker's order system failed, at which step is not said. */
const ORDER_SYSTEM_FAULT = 'AB1007';

/**
 * What became of a write, as far as one HTTP answer tells. In doubt it is `unknown`, which costs a look into the order
 * book; a wrong "did not happen" would cost a second order. The value is the envelope's `data`.
 */
export function readWriteAnswer(answer: HttpAnswer): WriteOutcome<unknown> {
  if (answer.kind === 'answered') return readWriteText(answer.httpStatus, answer.text);
  if (answer.cause === 'no_connection') return { kind: 'not_sent', cause: 'no_connection' };
  return { kind: 'unknown', cause: answer.cause };
}

function readWriteText(httpStatus: number, text: string): WriteOutcome<unknown> {
  const envelope = readEnvelope(jsonOrUndefined(text));
  if (envelope?.isYes) return { kind: 'accepted', value: envelope.data };
  // A server that failed while it answered may have passed the order on before, whatever its text says.
  if (httpStatus >= 500) return { kind: 'unknown', cause: 'broker_fault' };
  return envelope ? readNo(httpStatus, envelope) : readBareText(httpStatus, text);
}

function readNo(httpStatus: number, { code, message }: Envelope): WriteOutcome<unknown> {
  switch (classOfCode(code)) {
    // The gateway checks session and rate before it passes a call on to the order system.
    case 'session':
      return { kind: 'not_sent', cause: 'session_expired' };
    case 'rate':
      return { kind: 'not_sent', cause: 'rate_limited' };
    case 'transient':
      return { kind: 'unknown', cause: 'broker_fault' };
    case 'empty':
    case 'refusal':
      if (code === ORDER_SYSTEM_FAULT) return { kind: 'unknown', cause: 'broker_fault' };
      if (code === '' && (httpStatus === 429 || isRateText(message)))
        return { kind: 'not_sent', cause: 'rate_limited' };
      // A no that gives no reason at all is a broken answer rather than a decision.
      if (code === '' && message === '') return { kind: 'unknown', cause: 'unreadable_reply' };
      return { kind: 'refused', code, message };
  }
}

function readBareText(httpStatus: number, text: string): WriteOutcome<unknown> {
  if (httpStatus === 429 || isRateText(text)) return { kind: 'not_sent', cause: 'rate_limited' };
  // Such a firewall also replaces answers that it dislikes, on their way back: the order may be placed by then.
  if (/<html|<!doctype/i.test(text) || httpStatus === 403) return { kind: 'unknown', cause: 'blocked' };
  if (httpStatus === 401) return { kind: 'not_sent', cause: 'session_expired' };
  if (httpStatus === 400)
    return { kind: 'refused', code: 'HTTP_400', message: 'the broker could not read the request' };
  return { kind: 'unknown', cause: text.trim() === '' ? 'empty_reply' : 'unreadable_reply' };
}

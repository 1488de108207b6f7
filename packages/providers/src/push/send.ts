import { lookup } from 'node:dns';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { LookupFunction } from 'node:net';
import { encryptPush } from './encrypt.ts';
import { isPublicAddress, isPushEndpoint } from './endpoint.ts';
import type { PushMessage, PushOutcome, PushSubscriptionKeys, WebPush } from './port.ts';
import type { Vapid } from './vapid.ts';

const TIMEOUT_MS = 10_000;
const NOT_FOUND = 404;
const GONE = 410;
const TOO_MANY = 429;
const THEIR_FAULT_FROM = 500;

export interface WebPushParts {
  readonly vapid: Vapid;
  /** Milliseconds. */
  readonly now: () => number;
  /** Which endpoints may be asked and which addresses they may have; the makers of browsers where absent. */
  readonly reach?: {
    readonly isEndpoint: (endpoint: string) => boolean;
    readonly isAddress: (address: string) => boolean;
  };
  readonly timeoutMs?: number;
}

/** Web push without a service of our own between: sealed for the browser, signed for its maker. */
export function createWebPush(parts: WebPushParts): WebPush {
  const { isEndpoint, isAddress } = parts.reach ?? { isEndpoint: isPushEndpoint, isAddress: isPublicAddress };
  return {
    send: async (to, message) => {
      if (!isEndpoint(to.endpoint)) return { kind: 'gone' };
      let body: Buffer;
      try {
        body = encryptPush(Buffer.from(message.payload), to);
      } catch {
        // Nobody can read what is sealed for such keys.
        return { kind: 'gone' };
      }
      return post(parts, { to, message, body, lookup: guarded(isAddress) });
    },
  };
}

/** Looks a name up and gives only addresses that may be asked: a name may lead into our own network. */
function guarded(isAddress: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const allowed = error ? [] : found.filter(({ address }) => isAddress(address));
      const [first] = allowed;
      if (error || !first) return callback(error ?? new Error('this name leads nowhere that may be asked'), '', 0);
      if (options.all) return callback(null, allowed);
      return callback(null, first.address, first.family);
    });
  };
}

interface Posted {
  readonly to: PushSubscriptionKeys;
  readonly message: PushMessage;
  readonly body: Buffer;
  readonly lookup: LookupFunction;
}

function post({ vapid, now, timeoutMs = TIMEOUT_MS }: WebPushParts, posted: Posted): Promise<PushOutcome> {
  const { to, message, body } = posted;
  const url = new URL(to.endpoint);
  const start = url.protocol === 'https:' ? requestSecure : requestPlain;
  return new Promise((resolve) => {
    // Redirects are not followed: they would lead anywhere.
    const request = start(url, {
      method: 'POST',
      lookup: posted.lookup,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        authorization: vapid.authorizationFor(url.origin, now()),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'content-length': body.length,
        ttl: String(message.ttlSeconds),
        urgency: message.urgency,
        topic: message.topic,
      },
    });
    request.on('response', (response) => {
      response.resume();
      resolve(outcomeOf(response.statusCode ?? 0, response.headers['retry-after']));
    });
    // Only the kind of the error is used: its text may repeat the endpoint.
    request.on('error', ({ name }) =>
      resolve({ kind: 'unclear', cause: /Abort|Timeout/.test(name) ? 'timeout' : 'network' }),
    );
    request.end(body);
  });
}

function outcomeOf(status: number, retryAfter: string | undefined): PushOutcome {
  if (status === NOT_FOUND || status === GONE) return { kind: 'gone' };
  if (status === TOO_MANY || status >= THEIR_FAULT_FROM) {
    const seconds = Number(retryAfter);
    return { kind: 'unclear', cause: 'busy', ...(seconds > 0 ? { retryAfterSeconds: seconds } : {}) };
  }
  if (status >= 200 && status < 300) return { kind: 'taken' };
  return { kind: 'refused', httpStatus: status };
}

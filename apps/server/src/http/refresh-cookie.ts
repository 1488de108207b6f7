import { REFRESH_COOKIE, RENEWING_COOKIE } from '@trickdesk/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The authentication calls alone get to see it. */
const PATH = '/jwt';
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

export function readRefreshCookie(request: FastifyRequest): string | undefined {
  return readCookie(request, REFRESH_COOKIE);
}

/** The value of a cookie; an empty one is none. */
export function readCookie(request: FastifyRequest, wanted: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === wanted && value) return value;
  }
  return undefined;
}

/**
 * Sets the cookie, or takes it away where there is no token. A token is base64url, so nothing in it needs escaping.
 */
export function writeRefreshCookie(
  exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  token: string | undefined,
  expiresAt: Date | undefined,
): void {
  const expires = token === undefined ? new Date(0) : (expiresAt ?? new Date(0));
  const parts = [
    `${REFRESH_COOKIE}=${token ?? ''}`,
    `Path=${PATH}`,
    `Expires=${expires.toUTCString()}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(needsSecure(exchange.request) ? ['Secure'] : []),
  ];
  // The browser's pages wait for this answer, also where the one that asked is gone.
  const isAwaited = (exchange.request.headers.cookie ?? '').includes(`${RENEWING_COOKIE}=`);
  const heard = isAwaited ? [`${RENEWING_COOKIE}=; Path=/; Max-Age=0; SameSite=Strict`] : [];
  exchange.reply.header('set-cookie', [parts.join('; '), ...heard]);
}

/** Browsers drop a `Secure` cookie that comes over plain HTTP; only on one's own machine is that too strict. */
export function needsSecure(request: FastifyRequest): boolean {
  return request.protocol === 'https' || !LOOPBACK_NAMES.has(request.hostname);
}

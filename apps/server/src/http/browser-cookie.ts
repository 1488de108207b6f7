import { randomBytes } from 'node:crypto';
import { BROWSER_COOKIE } from '@trickdesk/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { needsSecure, readCookie } from './refresh-cookie.ts';

/** The longest that browsers keep one. */
const MAX_AGE_SECONDS = 400 * 24 * 3_600;
const TOKEN = /^[\w-]{43}$/;

/** What a browser is known by; one that is seen for the first time gets a name. */
export function readBrowser(request: FastifyRequest): string {
  const known = readCookie(request, BROWSER_COOKIE);
  return known !== undefined && TOKEN.test(known) ? known : randomBytes(32).toString('base64url');
}

/** Lets the browser keep its name. The authentication calls alone get to see it. */
export function keepBrowser(request: FastifyRequest, reply: FastifyReply, token: string): void {
  const parts = [
    `${BROWSER_COOKIE}=${token}`,
    'Path=/jwt',
    `Max-Age=${MAX_AGE_SECONDS}`,
    'HttpOnly',
    'SameSite=Strict',
  ];
  reply.header('set-cookie', [...parts, ...(needsSecure(request) ? ['Secure'] : [])].join('; '));
}

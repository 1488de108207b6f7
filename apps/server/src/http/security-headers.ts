import type { FastifyInstance } from 'fastify';

/**
 * @param styles what may be styled by beside files of ours
 * @param forms where forms may be sent beside to ourselves
 */
const policy = (styles: string, forms = ''): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self'${styles}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'self'",
    `form-action 'self'${forms}`,
  ].join('; ');

/** The same for every answer, so they are made once. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': policy(''),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
};
export const REQUEST_ID_HEADER = 'x-request-id';

/**
 * The policy of one answer with the app's page: style elements with its nonce count too, which the design library makes.
 *
 * @param nonce new for each answer, and found in its page alone
 * @param formsTo an address on another site that a form of the page may be sent to
 */
export function pagePolicy(nonce: string, formsTo?: string): string {
  // The site alone: a gateway sends the browser on within it.
  return policy(` 'nonce-${nonce}'`, formsTo === undefined ? '' : ` ${new URL(formsTo).origin}`);
}

/** What is personal must not stay in a cache; static files set their own rule afterwards. */
export function setSecurityHeaders(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS);
    reply.header(REQUEST_ID_HEADER, request.id);
    reply.header('cache-control', 'no-store');
  });
}

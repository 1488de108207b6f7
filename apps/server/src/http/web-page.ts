import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What the built page says, for a server whose token nobody changed. */
export const BUILT_TOKEN = 'web';
const BUILT_TAG = `<meta name="client-token" content="${BUILT_TOKEN}" />`;

/**
 * The page with another client token in it, for the app to send as its header: the token belongs to the server, so the
 * browser learns it from there. Answered as it is; browsers keep it and ask again each time.
 *
 * @throws Error for a page that would lock every browser out, since it has no place for the token
 */
export function pageWithToken(file: string, clientToken: string) {
  const built = readFileSync(file, 'utf8');
  if (!built.includes(BUILT_TAG))
    throw new Error(`${file} has no ${BUILT_TAG}: CLIENT_TOKEN cannot be told to the app`);
  // A function, since a token may hold what `replace` takes for a pattern.
  const page = built.replace(BUILT_TAG, () => `<meta name="client-token" content="${inAttribute(clientToken)}" />`);
  const etag = `"${createHash('sha256').update(page).digest('base64url')}"`;
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    reply.headers({ etag, 'cache-control': 'no-cache' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('text/html; charset=utf-8').send(page);
  };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#39;',
  '<': '&lt;',
  '>': '&gt;',
};

function inAttribute(text: string): string {
  return text.replace(/[&"'<>]/g, (sign) => ENTITIES[sign] ?? sign);
}

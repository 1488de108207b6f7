import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { RequestOrigin } from '../platform/caller.ts';
import { Refusal } from './refusal.ts';

const LONGEST_DEVICE = 200;

export function originOf(request: FastifyRequest): RequestOrigin {
  const device = (request.headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '?').slice(0, LONGEST_DEVICE);
  return { requestId: request.id, address: request.ip, device };
}

/**
 * Keeps other sites from using the refresh cookie. Browsers say where a request comes from in headers that no page can
 * set; a client that is no browser sends neither and has no cookie that it did not put there itself.
 *
 * @throws Refusal `FOREIGN_ORIGIN`
 */
export function assertSameOrigin(headers: IncomingHttpHeaders): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return;
    throw new Refusal('FOREIGN_ORIGIN');
  }
  const { origin, host } = headers;
  if (origin === undefined) return;
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw new Refusal('FOREIGN_ORIGIN');
}

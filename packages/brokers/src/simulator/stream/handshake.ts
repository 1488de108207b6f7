import type { IncomingMessage } from 'node:http';
import { isSimClient, SIM_API_KEY } from '../accounts.ts';
import type { Sessions } from '../sessions.ts';

export type Handshake =
  | { readonly kind: 'accepted'; readonly clientCode: string }
  | { readonly kind: 'refused'; readonly message: string };

/** Who connects: by four headers, or, as browsers cannot set headers, by the address's query. */
export function authorizeStream(request: IncomingMessage, sessions: Sessions): Handshake {
  const query = new URL(request.url ?? '/', 'http://localhost').searchParams;
  const byQuery = query.has('feedToken') || query.has('clientCode');
  const read = (inQuery: string, inHeader: string): string =>
    byQuery ? (query.get(inQuery) ?? '') : header(request, inHeader);
  const clientCode = read('clientCode', 'x-client-code');
  const feedToken = read('feedToken', 'x-feed-token');
  const apiKey = read('apiKey', 'x-api-key');
  if (!byQuery) {
    const check = sessions.checkJwt(bare(header(request, 'authorization')));
    if (check.kind !== 'live') return refused('Invalid Auth token');
    if (check.session.clientCode !== clientCode) return refused('Invalid Client Code');
  }
  if (!isSimClient(clientCode)) return refused('Invalid Client Code');
  if (apiKey !== SIM_API_KEY) return refused('Invalid API Key');
  if (!sessions.checkFeed(clientCode, feedToken)) return refused('Invalid Feed Token');
  return { kind: 'accepted', clientCode };
}

/** A token with or without the word `Bearer` before it. */
export function bare(authorization: string): string {
  return authorization.replace(/^Bearer\s+/i, '').trim();
}

function header(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

function refused(what: string): Handshake {
  return { kind: 'refused', message: `Invalid Header - ${what}` };
}

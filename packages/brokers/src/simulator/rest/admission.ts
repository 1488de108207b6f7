import type { IncomingMessage } from 'node:http';
import { isSimClient, SIM_API_KEY } from '../accounts.ts';
import type { Sessions } from '../sessions.ts';
import type { StoredSession } from '../store.ts';
import { bare } from '../stream/handshake.ts';
import { textField } from './body.ts';
import { gatewayFailure, type Reply } from './reply.ts';
import type { Route } from './routes.ts';

export type Admission =
  | { readonly kind: 'admitted'; readonly session: StoredSession | undefined; readonly caller: string }
  | { readonly kind: 'refused'; readonly reply: Reply };

/** One call as it came in. */
export interface Incoming {
  readonly request: IncomingMessage;
  readonly body: unknown;
}

/** The gateway: whose call this is, by API key and token. */
export function admit(route: Route, { request, body }: Incoming, sessions: Sessions): Admission {
  if (headerOf(request, 'x-privatekey') !== SIM_API_KEY) return turnAway('AG8001', 'Invalid API Key');
  if (route.auth === 'login') {
    const named = textField(body, 'clientcode');
    return { kind: 'admitted', session: undefined, caller: named === '' ? 'nobody' : named };
  }
  const token = bare(headerOf(request, 'authorization'));
  if (token === '') return turnAway('AG8003', 'Token missing');
  const check = sessions.checkJwt(token);
  if (check.kind === 'unknown') return turnAway('AG8001', 'Invalid Token');
  if (check.kind === 'expired' && route.auth === 'session') return turnAway('AG8002', 'Token Expired');
  return { kind: 'admitted', session: check.session, caller: check.session.clientCode };
}

/** Who seems to call, for faults of one client and for counters; `undefined` for a stranger. */
export function callerOf({ request, body }: Incoming, sessions: Sessions): string | undefined {
  const check = sessions.checkJwt(bare(headerOf(request, 'authorization')));
  if (check.kind !== 'unknown') return check.session.clientCode;
  const named = textField(body, 'clientcode');
  return isSimClient(named) ? named : undefined;
}

function turnAway(code: string, message: string): Admission {
  return { kind: 'refused', reply: gatewayFailure(code, message) };
}

function headerOf(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { SIM_API_KEY } from '../accounts.ts';
import type { RouteFault } from '../faults.ts';
import type { StoredSession } from '../store.ts';
import { bare } from '../stream/handshake.ts';
import { candleRoutes } from './candle-routes.ts';
import { marketRoutes } from './market-routes.ts';
import { MASTER_PATH, masterRows } from './master.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { gatewayFailure, type Reply, SOMETHING_WRONG, success, TOO_FAST, WAF_PAGE } from './reply.ts';
import { type Desk, type Route, routeName, textField } from './routes.ts';
import { userRoutes } from './user-routes.ts';

/** Names of inner services that older clients put before a path. */
const PREFIXES = /^\/(order-service|gtt-service)(?=\/)/;
const MOST_BODY_BYTES = 1024 * 1024;
const NOT_FOUND: Reply = { kind: 'text', status: 404, type: 'text/plain', text: 'Not Found' };
const TOO_LARGE: Reply = { kind: 'text', status: 413, type: 'text/plain', text: 'Payload Too Large' };

/** A login path that was withdrawn and is answered by the firewall. */
const WITHDRAWN = /\/loginByMpin$/;

export interface FrontDesk {
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

type Admission =
  | { readonly kind: 'admitted'; readonly session: StoredSession | undefined; readonly caller: string }
  | { readonly kind: 'refused'; readonly reply: Reply };

/** The broker's REST side: finds the route, applies faults, key, token and rate limit, and writes the answer. */
export function createFrontDesk(desk: Desk, wall: () => number): FrontDesk {
  const routes = [...userRoutes, ...marketRoutes, ...candleRoutes];
  const limiter = createRateLimiter(wall);

  const admit = (route: Route, request: IncomingMessage, body: unknown): Admission => {
    if (headerOf(request, 'x-privatekey') !== SIM_API_KEY) return turnAway('AG8001', 'Invalid API Key');
    if (route.auth === 'login') {
      const named = textField(body, 'clientcode');
      return { kind: 'admitted', session: undefined, caller: named === '' ? 'nobody' : named };
    }
    const token = bare(headerOf(request, 'authorization'));
    if (token === '') return turnAway('AG8003', 'Token missing');
    const check = desk.sessions.checkJwt(token);
    if (check.kind === 'unknown') return turnAway('AG8001', 'Invalid Token');
    if (check.kind === 'expired' && route.auth === 'session') return turnAway('AG8002', 'Token Expired');
    return { kind: 'admitted', session: check.session, caller: check.session.clientCode };
  };

  const serve = async (route: Route, rest: string, request: IncomingMessage): Promise<Reply | 'nothing'> => {
    const name = routeName(route);
    const body = route.method === 'POST' ? await readBody(request) : undefined;
    if (body === TOO_MUCH) return TOO_LARGE;
    const before = await spoil(desk.faults.take(name, 'before'));
    if (before) return before;
    const admission = admit(route, request, body);
    if (admission.kind === 'refused') return admission.reply;
    if (desk.faults.settings().rateLimit && !limiter.allow(admission.caller, name, route.limit)) return TOO_FAST;
    const reply = await route.handle({ desk, body, rest, session: admission.session });
    return (await spoil(desk.faults.take(name, 'after'))) ?? reply;
  };

  return {
    answer: async (request, response) => {
      const path = cleanPath(request.url ?? '/');
      if (request.method === 'GET' && path === MASTER_PATH) {
        const spoilt = await spoil(desk.faults.take('OpenAPIScripMaster.json', 'before'));
        writeReply(response, spoilt ?? { kind: 'json', body: masterRows(desk.exchange.source.instruments) });
        return;
      }
      if (WITHDRAWN.test(path)) {
        writeReply(response, WAF_PAGE);
        return;
      }
      const found = match(routes, request.method ?? 'GET', path);
      writeReply(response, found ? await serve(found.route, found.rest, request) : NOT_FOUND);
    },
  };
}

function cleanPath(url: string): string {
  const path = new URL(url, 'http://localhost').pathname.replace(PREFIXES, '');
  return path.length > 1 ? path.replace(/\/+$/, '') : path;
}

function match(
  routes: readonly Route[],
  method: string,
  path: string,
): { readonly route: Route; readonly rest: string } | undefined {
  for (const route of routes) {
    if (route.method !== method) continue;
    if (route.path === path) return { route, rest: '' };
    if (route.takesRest && path.startsWith(`${route.path}/`)) return { route, rest: path.slice(route.path.length + 1) };
  }
  return undefined;
}

function turnAway(code: string, message: string): Admission {
  return { kind: 'refused', reply: gatewayFailure(code, message) };
}

/** What the caller gets instead of an answer; `undefined` where the call goes on. */
async function spoil(fault: RouteFault | undefined): Promise<Reply | 'nothing' | undefined> {
  if (!fault) return undefined;
  switch (fault.kind) {
    case 'slow':
      await sleep(fault.ms);
      return undefined;
    case 'empty':
      return 'nothing';
    case 'waf':
      return WAF_PAGE;
    case 'http':
      return { kind: 'text', status: fault.status, type: 'text/plain', text: `Simulated fault ${fault.status}` };
    case 'ab1004':
      return SOMETHING_WRONG;
    case 'null':
      return success(null);
  }
}

const TOO_MUCH = Symbol('body beyond the limit');

/** The body as JSON whatever its declared type; what is not JSON is no body. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MOST_BODY_BYTES) return TOO_MUCH;
    chunks.push(bytes);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    // Routes answer a missing field in the broker's own words, so an unreadable body is treated as an empty one.
    return undefined;
  }
}

/** Puts an answer on the wire. */
export function writeReply(response: ServerResponse, reply: Reply | 'nothing'): void {
  if (reply === 'nothing') {
    response.writeHead(200, { 'content-length': 0 }).end();
    return;
  }
  if (reply.kind === 'text') {
    response.writeHead(reply.status, { 'content-type': reply.type }).end(reply.text);
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body));
}

function headerOf(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

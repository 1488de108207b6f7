import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerEdisPage, EDIS_PAGE_PATH, type EdisPage } from '../edis/page.ts';
import { admit, callerOf, type Incoming } from './admission.ts';
import { readJson, readText, TOO_MUCH } from './body.ts';
import { candleRoutes } from './candle-routes.ts';
import { chargeRoutes } from './charge-routes.ts';
import { edisRoutes } from './edis-routes.ts';
import { gttRoutes } from './gtt-routes.ts';
import { marketRoutes } from './market-routes.ts';
import { MASTER_PATH, masterRows } from './master.ts';
import { orderRoutes } from './order-routes.ts';
import { portfolioRoutes } from './portfolio-routes.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { isSuccess, type Reply, type Served, TOO_FAST, UNREGISTERED_IP, WAF_PAGE } from './reply.ts';
import { type Desk, type Route, routeName } from './routes.ts';
import { pause, spoil } from './spoil.ts';
import { userRoutes } from './user-routes.ts';

/** Names of inner services that older clients put before a path. */
const PREFIXES = /^\/(order-service|gtt-service)(?=\/)/;
const NOT_FOUND: Reply = { kind: 'text', status: 404, type: 'text/plain', text: 'Not Found' };
const TOO_LARGE: Reply = { kind: 'text', status: 413, type: 'text/plain', text: 'Payload Too Large' };

/** A login path that was withdrawn and is answered by the firewall. */
const WITHDRAWN = /\/loginByMpin$/;

const ROUTES: readonly Route[] = [
  ...userRoutes,
  ...orderRoutes,
  ...portfolioRoutes,
  ...chargeRoutes,
  ...gttRoutes,
  ...edisRoutes,
  ...marketRoutes,
  ...candleRoutes,
];

export interface FrontDesk {
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/** The broker's REST side: finds the route, applies faults, key, token and rate limit, and writes the answer. */
export function createFrontDesk(desk: Desk, wall: () => number): FrontDesk {
  const limiter = createRateLimiter(wall);

  const handle = async (route: Route, rest: string, incoming: Incoming): Promise<Reply> => {
    const admission = admit(route, incoming, desk.sessions);
    if (admission.kind === 'refused') return admission.reply;
    const { rateLimit, unregisteredIp } = desk.faults.settings();
    if (rateLimit && !limiter.allow(admission.caller, routeName(route), route.limit)) return TOO_FAST;
    if (unregisteredIp && route.needsRegisteredIp) return UNREGISTERED_IP;
    return route.handle({ desk, body: incoming.body, rest, session: admission.session });
  };

  const serve = async (route: Route, rest: string, request: IncomingMessage): Promise<Served> => {
    const name = routeName(route);
    const body = route.method === 'POST' ? await readJson(request) : undefined;
    if (body === TOO_MUCH) return TOO_LARGE;
    const { latencyMs } = desk.faults.settings();
    await pause(latencyMs);
    const caller = callerOf({ request, body }, desk.sessions);
    if (caller !== undefined) desk.calls.count(caller, name, 'received');
    const before = await spoil(desk.faults.take(name, 'before', caller));
    if (before) return before;
    const reply = await handle(route, rest, { request, body });
    if (caller !== undefined) desk.calls.count(caller, name, isSuccess(reply) ? 'accepted' : 'refused');
    await pause(latencyMs);
    return (await spoil(desk.faults.take(name, 'after', caller))) ?? reply;
  };

  return {
    answer: async (request, response) => {
      const path = cleanPath(request.url ?? '/');
      const found = match(request.method ?? 'GET', path);
      const served = found ? await serve(found.route, found.rest, request) : await openPage(desk, request, path);
      writeReply(response, served);
    },
  };
}

/** What needs neither key nor token. */
async function openPage(desk: Desk, request: IncomingMessage, path: string): Promise<Served> {
  if (WITHDRAWN.test(path)) return WAF_PAGE;
  if (request.method === 'GET' && path === MASTER_PATH) {
    const spoilt = await spoil(desk.faults.take('OpenAPIScripMaster.json', 'before'));
    return spoilt ?? { kind: 'json', body: masterRows(desk.exchange.source.instruments) };
  }
  if (request.method === 'POST' && path === EDIS_PAGE_PATH) {
    const form = await readText(request);
    return form === TOO_MUCH ? TOO_LARGE : pageReply(await answerEdisPage(desk.edis, form));
  }
  return NOT_FOUND;
}

function pageReply({ status, html }: EdisPage): Reply {
  return { kind: 'text', status, type: 'text/html; charset=utf-8', text: html };
}

function cleanPath(url: string): string {
  const path = new URL(url, 'http://localhost').pathname.replace(PREFIXES, '');
  return path.length > 1 ? path.replace(/\/+$/, '') : path;
}

function match(method: string, path: string): { readonly route: Route; readonly rest: string } | undefined {
  for (const route of ROUTES) {
    if (route.method !== method) continue;
    if (route.path === path) return { route, rest: '' };
    if (route.takesRest && path.startsWith(`${route.path}/`)) return { route, rest: path.slice(route.path.length + 1) };
  }
  return undefined;
}

/** Puts an answer on the wire. */
export function writeReply(response: ServerResponse, reply: Served): void {
  if (reply === 'cut') {
    response.destroy();
  } else if (reply === 'nothing') {
    response.writeHead(200, { 'content-length': 0 }).end();
  } else if (reply.kind === 'text') {
    response.writeHead(reply.status, { 'content-type': reply.type }).end(reply.text);
  } else {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body));
  }
}

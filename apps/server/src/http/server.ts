import { randomUUID } from 'node:crypto';
import { type FastifyInstance, fastify } from 'fastify';
import { bindCalls, type CallRouting } from './bind-calls.ts';
import type { CallBinding } from './binding.ts';
import { serveDocs } from './docs.ts';
import { type FailureLog, failureOf, sendFailure, type UnavailableCheck } from './failure-reply.ts';
import { type ReadinessCheck, serveHealth } from './health.ts';
import type { Registrations } from './legal-notice.ts';
import { type GaugeSource, serveMetrics } from './metrics.ts';
import { Refusal } from './refusal.ts';
import { readJsonBodies } from './request-body.ts';
import { SECURITY_HEADERS, setSecurityHeaders } from './security-headers.ts';
import { serveWebApp } from './web-app.ts';
import type { PageFacts } from './web-page.ts';

export interface ServerParts {
  readonly bindings: readonly CallBinding[];
  readonly routing: CallRouting;
  readonly checks: readonly ReadinessCheck[];
  readonly gauges: readonly GaugeSource[];
  readonly log: FailureLog;
  readonly isUnavailable: UnavailableCheck;
  readonly bodyLimitBytes: number;
  readonly trustProxy: boolean;
  readonly webDir: string;
  /** While the history of the demo is being made. */
  readonly demoProgress: PageFacts['demoProgress'];
  readonly formsTo?: PageFacts['formsTo'];
  /** In compliance mode: the numbers that stand below every page, with the warning of market risk. */
  readonly registrations?: Registrations | undefined;
  /** Routes that are no calls: the event stream. */
  readonly routes?: readonly ((server: FastifyInstance) => void)[];
}

/** No call takes a longer field in its path. */
const LONGEST_PATH_FIELD = 200;

/** The product's HTTP server, ready to listen or to be asked by `inject`. */
export async function createServer(parts: ServerParts): Promise<FastifyInstance> {
  const server = fastify({
    logger: false,
    bodyLimit: parts.bodyLimitBytes,
    trustProxy: parts.trustProxy,
    genReqId: () => randomUUID(),
    // A caller's own id could be another request's.
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    requestTimeout: 60_000,
    routerOptions: { maxParamLength: LONGEST_PATH_FIELD },
    frameworkErrors: (_error, request, reply) => {
      // Reached before any hook: an address that cannot be read.
      const body = JSON.stringify(failureOf(new Refusal('NOT_FOUND'), request.id));
      reply.raw.writeHead(404, { ...SECURITY_HEADERS, 'content-type': 'application/json; charset=utf-8' }).end(body);
    },
  });
  setSecurityHeaders(server);
  readJsonBodies(server);
  const { log, isUnavailable } = parts;
  server.setErrorHandler((error, request, reply) => sendFailure(error, { request, reply, log, isUnavailable }));
  serveMetrics(server, parts.gauges);
  serveHealth(server, parts.checks);
  serveDocs(server);
  bindCalls(server, parts.bindings, parts.routing);
  for (const addRoute of parts.routes ?? []) addRoute(server);
  await serveWebApp(server, parts.webDir, {
    ...{ ...parts.routing, demoProgress: parts.demoProgress, formsTo: parts.formsTo },
    ...(parts.registrations ? { registrations: parts.registrations } : {}),
  });
  await server.ready();
  return server;
}

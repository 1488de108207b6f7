import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Reads figures at the moment of asking: `trickdesk_sessions_open` → 12. */
export type ReadGauges = () => Promise<Readonly<Record<string, number>>>;

export interface GaugeSource {
  /** Name → what it counts. */
  readonly gauges: Readonly<Record<string, string>>;
  readonly read: ReadGauges;
}

const SECONDS_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** `/metrics` in Prometheus' format: this process, its calls, and the gauges of the sources. */
export function serveMetrics(server: FastifyInstance, sources: readonly GaugeSource[]): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'trickdesk_call_seconds',
    help: 'Time to answer, by call and HTTP status',
    labelNames: ['call', 'status'],
    buckets: SECONDS_BUCKETS,
    registers: [registry],
  });
  const refreshAll = sources.map((source) => gaugesOf(source, registry));

  server.addHook('onResponse', async (request, reply) => {
    duration.observe({ call: labelOf(request.routeOptions), status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  server.get('/metrics', async (_request, reply) => {
    for (const refresh of refreshAll) await refresh();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function gaugesOf(source: GaugeSource, registry: Registry): () => Promise<void> {
  const gauges = new Map(
    Object.entries(source.gauges).map(([name, help]) => [name, new Gauge({ name, help, registers: [registry] })]),
  );
  return async () => {
    for (const [name, value] of Object.entries(await source.read())) gauges.get(name)?.set(value);
  };
}

/** The call's name or the route's pattern, never the address as sent: that would make a series for each id. */
function labelOf(route: { readonly url?: string | undefined; readonly config: object }): string {
  if ('call' in route.config && typeof route.config.call === 'string') return route.config.call;
  return route.url ?? 'unknown';
}
